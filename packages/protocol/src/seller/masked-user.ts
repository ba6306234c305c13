// Seller API: the field of a user whose name the scopes `read` and `support` see masked
// (docs/protocol.md#masked-accounts).
import { z } from 'zod';

export const maskedUser = {
  /** Id of a user with a masked name. Operations accept the id in place of the name. */
  userid: z.string().optional(),
};
