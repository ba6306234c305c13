// Seller API: `finduser`, which finds users by facts that they give to support. The public API does
// not have this operation.
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import type { SellerGroup } from '../seller-spec.ts';
import { userFields } from './user-listing.ts';

export const userFindingApi = {
  finduser: {
    summary:
      'Finds users by a part of their name, their whole e-mail, or the IP of their last sign-in. Also finds them by the beginning of a device id or a part of a redeemed key, with at least four characters. A part of the order of a redeemed key works too. `by` says which of these matched. Exact matches come first. The answer has up to 100 users; `more` says whether others match. With the scopes `read` and `support`, a masked name or key is found only by its last four characters or the whole text, and a masked device id only whole.',
    request: z.object({ text: shortText.max(200) }),
    answer: z.object({
      users: z.array(
        z.object({
          ...userFields,
          by: z.enum(['name', 'mail', 'device', 'key', 'order', 'address']),
        }),
      ),
      more: z.boolean(),
    }),
    message: 'Successfully retrieved users',
    failures: {},
    scope: 'read',
    // The audit log also records searches.
    changes: ['text'],
    masked: ['text'],
    isLookUp: true,
    isExtension: true,
  },
} as const satisfies SellerGroup;
