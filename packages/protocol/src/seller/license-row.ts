// Seller API: a license in the lists of licenses.
import { z } from 'zod';
import { emptyFields } from '../seller-spec.ts';
import { maskedUser } from './masked-user.ts';

export const licenseStatus = z.enum(['Not Used', 'Used', 'Banned']);
export type LicenseStatus = z.output<typeof licenseStatus>;

/** Numbers are text, because seller tools expect text (docs/protocol.md#seller-operations). */
export const licenseRow = z.object({
  /** With the scopes `read` and `support`, a masked license has only its last characters here. */
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
  ...maskedUser,
  /** Reason of the ban, or null if the license is not banned. */
  banned: z.string().nullable(),
  /** Order of a shop for which the license was created. */
  order: z.string().nullable(),
  ...emptyFields(['app', 'cooldown', 'hwid', 'ip', 'lastlogin']),
});

/** Time that the operation revoked or restored, in seconds for each subscription. */
export const takenBack = z.array(
  z.object({ user: z.string(), subscription: z.string(), seconds: z.number() }),
);

export const activatedSubscription = z.object({
  subscription: z.string(),
  key: z.string().nullable(),
  expiry: z.string(),
  timeleft: z.number(),
  level: z.string(),
  since: z.string(),
});
