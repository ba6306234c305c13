// What the operations of the client API have in common, and who is signed in, as several of them answer.
import { z } from 'zod';
import { lapsed } from '../envelope.ts';
import { challenge, maybeText, ownerid, sessionid, shortText, unixSeconds } from '../primitives.ts';

/** Beside the operation's own parameters; every one of them is text in a query or a form. */
export const common = { name: shortText, ownerid, challenge: challenge.optional() };
export const inSession = { ...common, sessionid };

export const maybeSeconds = unixSeconds
  .nullish()
  .transform((at) => at ?? null)
  .catch(null);

/** `expiry` comes as text or number; `timeleft` is ignored: it is recomputed from `expiry`. */
const subscription = z.object({
  subscription: z.string(),
  expiry: unixSeconds.nullish().transform((seconds) => seconds ?? null),
  level: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .transform((level) => level ?? null),
  /** Ours: when it began (contract 0.9). */
  since: maybeSeconds,
});

/** Some servers send one object in place of a list (contract 2.1). */
const subscriptions = z.union([
  z.array(subscription),
  subscription.transform((single) => [single]),
]);

/** Who is signed in and what they own (contract 2.1). What is missing of what is ours (0.9) is unknown. */
export const info = z.object({
  username: z.string(),
  subscriptions,
  ip: maybeText.catch(null),
  hwid: maybeText.catch(null),
  createdate: maybeSeconds,
  lastlogin: maybeSeconds,
  /** Ours: those that have ended or are paused. */
  lapsed: z.array(lapsed).optional().catch(undefined),
  /** Ours: whether two-step sign-in is on. */
  twofactor: z.boolean().optional().catch(undefined),
  /** Ours: when the device that signed in was bound; null: it is not. Only where a sign-in is answered. */
  boundAt: unixSeconds.nullable().optional().catch(undefined),
});
export type Info = z.infer<typeof info>;

export const success = { success: z.literal(true), message: z.string().catch('') };

export const messageOnly = z.object(success);
export const signedIn = z.object({ ...success, info });

/** Bounded text in which line ends and tabs are allowed, no other control characters and no lone surrogates. */
export function longText(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => !/[\p{Cs}]|[^\P{Cc}\n\r\t]/u.test(text));
}

/** Of a session that is not signed in where this very thing is only for those that are. */
export const signInForSome = ['not-signed-in'] as const;
/** The end of a signed-in session: said once, and the session is gone. */
export const endings = ['banned', 'no-subscription', 'subscription-paused'] as const;
export const licenseKey = ['key-unknown', 'key-used', 'key-banned', 'no-plan-for-level'] as const;
