// Envelope of every answer of the client API, and the bytes that its signature covers
// (docs/protocol.md#envelope, docs/protocol.md#signatures-and-freshness).
import { z } from 'zod';
import { nullableText, durationSeconds, unixSeconds } from './primitives.ts';

/**
 * Value of `code` in every success. Public clients require this value, and the loader ignores it.
 * Source: official 1.3 clients.
 */
export const successCode = 68;

/** Names of the signature header and the timestamp header, in lower case. */
export const signatureHeader = 'x-signature-ed25519';
export const timestampHeader = 'x-signature-timestamp';

const utf8 = new TextEncoder();

/**
 * Returns the bytes that Ed25519 signs: the text of the timestamp header (unix seconds), followed
 * directly by the raw body.
 */
export function signedBytes(timestamp: string, body: Uint8Array): Uint8Array {
  const head = utf8.encode(timestamp);
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return all;
}

/** Common fields of an answer. Passes other fields on to the schema of the operation. */
export const envelope = z.looseObject({
  success: z.boolean(),
  message: z.string().catch(''),
  ownerid: z.string().optional(),
  challenge: z.string().optional(),
  type: z.string().optional(),
  name: z.string().optional(),
});

/**
 * A subscription that has expired or is paused. The service sends it only after a correct password
 * (docs/protocol.md#additional-fields).
 */
export const lapsed = z.object({
  subscription: z.string(),
  expiry: unixSeconds
    .nullish()
    .transform((seconds) => seconds ?? null)
    .catch(null),
  paused: z.boolean().catch(false),
});

/** A computer of the signed-in user. `id` names it in `removecomputer`. It is not a device id. */
export const computer = z.object({
  id: z.string(),
  name: z.string(),
  system: z.string(),
  lastSeen: unixSeconds.nullable().catch(null),
  /** End of its offline pass. Only in `wrong-device`, and only if a pass runs. */
  until: unixSeconds.optional().catch(undefined),
  /** True if the seat of the computer is free only at `until`. */
  held: z.literal(true).optional().catch(undefined),
});

/** The computer removals left, and when one more is possible, or null if none was used. */
export const resets = z.object({ left: z.number(), next: unixSeconds.nullable().catch(null) });

/** Fields of a failure. A malformed optional field counts as missing. */
export const failureAnswer = z.object({
  success: z.literal(false),
  message: z.string().catch(''),
  reason: nullableText.catch(null),
  retryAfter: durationSeconds.nullable().catch(null).default(null),
  /** Not in the public API. Sent only if few tries are left (docs/protocol.md#tries-left). */
  triesLeft: z.number().int().min(0).nullable().catch(null).default(null),
  usedByYou: z.boolean().catch(false).default(false),
  expiry: unixSeconds.nullable().catch(null).default(null),
  /** Not in the public API. End of a mute in chats. */
  mutedUntil: unixSeconds.nullable().catch(null).default(null),
  lapsed: z.array(lapsed).nullable().catch(null).default(null),
  bannedReason: nullableText.catch(null),
  version: nullableText.catch(null),
  download: nullableText.catch(null),
  // Not in the public API (docs/protocol.md#removing-a-computer).
  computers: z.array(computer).optional().catch(undefined),
  ticket: z.string().optional().catch(undefined),
  resets: resets.optional().catch(undefined),
  /** Not in the public API. True if `code-needed` can be answered with a recovery code. */
  recovery: z.literal(true).optional().catch(undefined),
  /** Not in the public API. When a seat is free (docs/protocol.md#removing-a-computer). */
  until: unixSeconds.nullable().catch(null).default(null),
  /** Not in the public API. Why the service ended the session. */
  ended: z.string().optional().catch(undefined),
});
export type FailureAnswer = z.infer<typeof failureAnswer>;

/**
 * A rate-limit answer of another service has `status: false` and no `success`
 * (docs/protocol.md#other-services).
 */
export const statusOnly = z.looseObject({
  status: z.literal(false),
  message: z.string().catch(''),
});
