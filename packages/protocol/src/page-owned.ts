// What the customers' page shows about the signed-in user (docs/page.md). Times are unix seconds.
import { z } from 'zod';

export const seconds = z.number();

export const owned = z.object({
  /** Names the user in `x-latchkey-as`. */
  id: z.string(),
  /** Masked if it is a license key. */
  name: z.string(),
  isKey: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Recovery codes that are left. Missing unless they and two-factor sign-in are on. */
  recovery: z.object({ left: z.number() }).optional(),
  /** Missing unless the seller stores e-mails and the service sends mail. */
  email: z
    .object({
      /** Such as `a***@example.com`. Empty if the service has no e-mail, or only its hash. */
      shown: z.string(),
      state: z.enum(['none', 'unconfirmed', 'confirmed']),
    })
    .optional(),
  subscriptions: z.array(
    z.object({
      name: z.string(),
      /** The end; null while it is paused. */
      until: seconds.nullable(),
      state: z.enum(['running', 'paused', 'ended']),
    }),
  ),
  /** Keys that the user redeemed, newest first, as their last characters. At most 100. */
  keys: z.array(
    z.object({
      key: z.string(),
      state: z.enum(['used', 'banned']),
      redeemedAt: seconds.nullable(),
    }),
  ),
  /** Missing if computers are not limited. */
  computers: z
    .object({
      allowed: z.number(),
      /** `until`: the end of its offline pass. */
      list: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          system: z.string(),
          lastSeen: seconds.nullable(),
          until: seconds.optional(),
        }),
      ),
      /** Ends of passes of removed computers whose seats are not free yet. */
      held: z.array(seconds),
      /** Missing if users cannot remove computers. */
      resets: z.object({ left: z.number(), next: seconds.nullable() }).optional(),
    })
    .optional(),
  /** Missing if users cannot list their sessions. */
  sessions: z
    .array(
      z.object({
        id: z.string(),
        computer: z.string(),
        system: z.string(),
        version: z.string().nullable(),
        since: seconds.nullable(),
        lastSeen: seconds.nullable(),
        current: z.boolean(),
      }),
    )
    .optional(),
  /** Changes of the account, newest first. */
  events: z.array(
    z.object({ event: z.string(), at: seconds, computer: z.string(), by: z.string() }),
  ),
  canChangePassword: z.boolean(),
  /** Whether the page gives programs their sign-in. */
  webLoader: z.boolean(),
  /** When the account is deleted, as its user asked. Null: never. */
  deletesAt: seconds.nullable(),
  /** The value of the variable `announcement` (docs/selling.md#announcements). Empty: none. */
  announcement: z.string(),
});

/** A package of the loader. */
export const download = z.object({
  /** Such as `win32-x64`. */
  platform: z.string(),
  version: z.string(),
  fileName: z.string(),
  /** In bytes. */
  size: z.number(),
  sha256: z.string(),
  /** Relative to the service. */
  url: z.string(),
});
