// The offline pass: a signed statement that a user may start the program on one computer for some
// time without the service (docs/protocol.md#offline-passes).
import { z } from 'zod';
import type { Features } from './features.ts';

/**
 * SECURITY: the signed bytes of an answer begin with a digit, so no answer is a pass, and no pass
 * is an answer.
 */
export const passDomain = 'latchkey-pass-v1\n';

/** Longest pass, in characters. */
export const maxPassLength = 16_384;
const encoded = '[A-Za-z0-9_-]';

/** Base64url of the JSON, a full stop, and base64url of the Ed25519 signature. */
export const passText = z
  .string()
  .max(maxPassLength)
  .regex(new RegExp(`^${encoded}+\\.${encoded}{86}$`));

const unixSeconds = z.number().int().min(0);
/** Values of features by name. */
export const featureValues = z.record(z.string(), z.union([z.boolean(), z.number(), z.string()]));

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
  /** Features at `issued`, by name. Missing if there are none. */
  features: featureValues.optional().catch(undefined),
  /** The features from later times on, because some end before the pass. Earliest first. */
  featureChanges: z
    .array(z.object({ from: unixSeconds, features: featureValues }))
    .optional()
    .catch([{ from: 0, features: {} }]),
});
export type OfflinePass = z.infer<typeof offlinePass>;

/** Returns the features that a pass gives at `now`, in unix seconds. */
export function featuresAt(
  { features = {}, featureChanges = [] }: Pick<OfflinePass, 'features' | 'featureChanges'>,
  now: number,
): Features {
  return featureChanges.findLast(({ from }) => from <= now)?.features ?? features;
}
