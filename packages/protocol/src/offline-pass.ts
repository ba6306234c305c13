// The offline pass: a signed statement that a user may start the program on one computer for some
// time without the service (docs/protocol.md#offline-passes).
import { z } from 'zod';

/**
 * SECURITY: the signed bytes of an answer begin with a digit, so no answer is a pass, and no pass
 * is an answer.
 */
export const passDomain = 'latchkey-pass-v1\n';

/** Longest pass, in characters. */
const maxPassLength = 16_384;
const encoded = '[A-Za-z0-9_-]';

/** Base64url of the JSON, a full stop, and base64url of the Ed25519 signature. */
export const passText = z
  .string()
  .max(maxPassLength)
  .regex(new RegExp(`^${encoded}+\\.${encoded}{86}$`));

const unixSeconds = z.number().int().min(0);

/** The JSON of a pass. All times are unix seconds. */
export const offlinePass = z.object({
  v: z.literal(1),
  name: z.string(),
  ownerid: z.string(),
  username: z.string(),
  hwid: z.string().min(1),
  subscriptions: z.array(
    z.object({ subscription: z.string(), level: z.string(), expiry: unixSeconds }),
  ),
  issued: unixSeconds,
  /** The pass is valid before this time. */
  until: unixSeconds,
  /** Increases with every pass for the same user and computer. */
  sequence: unixSeconds,
});
export type OfflinePass = z.infer<typeof offlinePass>;
