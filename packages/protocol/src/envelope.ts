// What every answer of the client API has around the operation's own fields, and how answers are signed (contract 0.3, 0.4, 5.1).
import { z } from 'zod';
import { maybeText, someSeconds, unixSeconds } from './primitives.ts';

/** `code` of every success; the loader never decides on it. Source: official 1.3 clients. */
export const successCode = 68;

/** Where the signature and the time it covers are sent; names in lower case. */
export const signatureHeader = 'x-signature-ed25519';
export const timestampHeader = 'x-signature-timestamp';

const utf8 = new TextEncoder();

/**
 * The bytes that Ed25519 signs: the text of the timestamp header (unix seconds) and the raw body, nothing between.
 */
export function signedBytes(timestamp: string, body: Uint8Array): Uint8Array {
  const head = utf8.encode(timestamp);
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return all;
}

/** Present in every answer, or checked before anything else is read. Unknown fields stay for the operation's own schema. */
export const envelope = z.looseObject({
  success: z.boolean(),
  message: z.string().catch(''),
  ownerid: z.string().optional(),
  challenge: z.string().optional(),
  type: z.string().optional(),
  name: z.string().optional(),
});

/** A subscription that does not run, told after a right password (contract 0.9). */
export const lapsed = z.object({
  subscription: z.string(),
  expiry: unixSeconds
    .nullish()
    .transform((seconds) => seconds ?? null)
    .catch(null),
  paused: z.boolean().catch(false),
});

/** The fields that a failure may carry; a malformed one counts as missing. */
export const failureAnswer = z.object({
  success: z.literal(false),
  message: z.string().catch(''),
  reason: maybeText.catch(null),
  retryAfter: someSeconds.nullable().catch(null).default(null),
  /** Ours, where they are few (contract 0.16). */
  triesLeft: z.number().int().min(0).nullable().catch(null).default(null),
  usedByYou: z.boolean().catch(false).default(false),
  expiry: unixSeconds.nullable().catch(null).default(null),
  /** Ours: when somebody may write in chats again. */
  mutedUntil: unixSeconds.nullable().catch(null).default(null),
  lapsed: z.array(lapsed).nullable().catch(null).default(null),
  bannedReason: maybeText.catch(null),
  version: maybeText.catch(null),
  download: maybeText.catch(null),
});
export type FailureAnswer = z.infer<typeof failureAnswer>;

/** Rate limits of other services say `status: false` and no `success` (contract 1.1). */
export const statusOnly = z.looseObject({
  status: z.literal(false),
  message: z.string().catch(''),
});
