// Seller API: a license as lists return it.
import { z } from 'zod';
import { nothing } from '../seller-spec.ts';

export const licenseStatus = z.enum(['Not Used', 'Used', 'Banned']);

/** Numbers are text, because seller tools expect text (docs/protocol.md#seller-operations). */
export const licenseRow = z.object({
  /** For the scopes `read` and `support`, only the last characters of an unused license. */
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
  /** Reason of the ban. null: not banned. */
  banned: z.string().nullable(),
  /** Order of a shop for which it was created. */
  order: z.string().nullable(),
  ...nothing(['app', 'cooldown', 'hwid', 'ip', 'lastlogin']),
});
