// A license as lists of the seller API show it.
import { z } from 'zod';
import { nothing } from '../seller-spec.ts';

export const licenseStatus = z.enum(['Not Used', 'Used', 'Banned']);

/** Contract 8; numbers are text as sellers' programs know them. */
export const licenseRow = z.object({
  /** To keys of the scopes `read` and `support` only the last characters, where it was not used yet. */
  key: z.string(),
  note: z.string(),
  /** The duration in seconds. */
  expires: z.string(),
  status: licenseStatus,
  level: z.string(),
  genby: z.string(),
  gendate: z.string(),
  usedon: z.string().nullable(),
  usedby: z.string().nullable(),
  /** The reason of a ban; null: it is not banned. */
  banned: z.string().nullable(),
  /** The shop's order that it was made for. */
  order: z.string().nullable(),
  // Empty: tools of sellers read them.
  ...nothing(['app', 'cooldown', 'hwid', 'ip', 'lastlogin']),
});
