// Parameters, answer fields and failure reasons that several operations of the client API share.
import { z } from 'zod';
import { lapsed, resets } from '../envelope.ts';
import { featureValues } from '../offline-pass.ts';
import {
  challenge,
  nullableText,
  ownerid,
  sessionid,
  shortText,
  unixSeconds,
} from '../primitives.ts';

/**
 * Parameters of every operation. Values arrive as text, because they come from a query or a form.
 */
export const common = { name: shortText, ownerid, challenge: challenge.optional() };
export const inSession = { ...common, sessionid };

export const nullableUnixSeconds = unixSeconds
  .nullish()
  .transform((at) => at ?? null)
  .catch(null);

/** Omits the field `timeleft`, because the loader computes it from `expiry`. */
const subscription = z.object({
  subscription: z.string(),
  expiry: unixSeconds.nullish().transform((seconds) => seconds ?? null),
  level: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .transform((level) => level ?? null),
  /** Not in the public API. Start of the subscription (docs/protocol.md#additional-fields). */
  since: nullableUnixSeconds,
  /** Not in the public API. Words about features that it includes. */
  included: z.array(z.string()).optional().catch(undefined),
});

/** Some servers send one object in place of a list (docs/protocol.md#account-facts). */
const subscriptions = z.union([
  z.array(subscription),
  subscription.transform((single) => [single]),
]);

/** How many recovery codes are left. */
export const recoveryCodes = z.object({ left: z.number() });

/**
 * A change of the account (docs/protocol.md#account-events). `computer` is the one that was removed,
 * or where the change was made; empty if unknown.
 */
const accountEvent = z.object({
  event: z.string(),
  at: unixSeconds,
  computer: z.string().catch(''),
  by: z.string().catch(''),
});
export type AccountEventAnswer = z.infer<typeof accountEvent>;

/**
 * The signed-in user and their subscriptions (docs/protocol.md#account-facts). A missing additional
 * field (docs/protocol.md#additional-fields) means unknown.
 */
export const info = z.object({
  username: z.string(),
  subscriptions,
  ip: nullableText.catch(null),
  hwid: nullableText.catch(null),
  createdate: nullableUnixSeconds,
  lastlogin: nullableUnixSeconds,
  /** Not in the public API. Subscriptions that have expired or are paused. */
  lapsed: z.array(lapsed).optional().catch(undefined),
  /** Not in the public API. Whether two-factor sign-in is on. */
  twofactor: z.boolean().optional().catch(undefined),
  /** Not in the public API. When the computer was bound, or null. Only in answers to sign-ins. */
  boundAt: unixSeconds.nullable().optional().catch(undefined),
  /** Not in the public API. Missing while computers are not limited. */
  computers: z.object({ used: z.number(), allowed: z.number() }).optional().catch(undefined),
  /** Not in the public API. Missing if users cannot remove computers. */
  resets: resets.optional().catch(undefined),
  /** Not in the public API. Names of the optional operations that are on. */
  can: z.array(z.string()).optional().catch(undefined),
  /** Not in the public API. Missing unless recovery codes and two-factor sign-in are on. */
  recovery: recoveryCodes.optional().catch(undefined),
  /** Not in the public API. Changes of the account, newest first. */
  events: z.array(accountEvent).optional().catch(undefined),
  /** Not in the public API. Features of all running subscriptions and of the user, by name. */
  features: featureValues.optional().catch(undefined),
  /** Not in the public API. Words about features of this user alone. `until` null: no end. */
  extras: z
    .array(z.object({ words: z.string(), until: unixSeconds.nullable() }))
    .optional()
    .catch(undefined),
});
export type Info = z.infer<typeof info>;

export const success = { success: z.literal(true), message: z.string().catch('') };

export const messageOnly = z.object(success);
export const signedIn = z.object({ ...success, info });

/** Bounded text without lone surrogates or control characters, except line ends and tabs. */
export function longText(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => !/[\p{Cs}]|[^\P{Cc}\n\r\t]/u.test(text));
}

/** Reasons of operations whose variable, file or webhook can require a signed-in session. */
export const signInReasons = ['not-signed-in'] as const;
/** Reasons that end a signed-in session. The next request then fails with `session-gone`. */
export const sessionEndReasons = ['banned', 'no-subscription', 'subscription-paused'] as const;
export const licenseKeyReasons = [
  'key-unknown',
  'key-used',
  'key-banned',
  'no-plan-for-level',
] as const;
