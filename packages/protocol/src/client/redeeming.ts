// Client API: `upgrade`, which redeems a license for an existing user.
import { z } from 'zod';
import { keyText, durationSeconds, username } from '../primitives.ts';
import { inSession, licenseKeyReasons, nullableUnixSeconds, success } from './common.ts';

/**
 * Time that a redeemed key added (docs/protocol.md#additional-fields). `before` is the previous
 * expiry of a subscription that was already active.
 */
const redeemed = z.object({
  subscription: z.string(),
  level: z.union([z.string(), z.number().transform(String)]),
  seconds: durationSeconds,
  until: nullableUnixSeconds,
  before: nullableUnixSeconds,
});

export const redeemingSpec = {
  upgrade: {
    request: z.object({ ...inSession, username, key: keyText }),
    success: z.object({
      ...success,
      redeemed: redeemed
        .nullish()
        .transform((given) => given ?? null)
        .catch(null),
      expiry: nullableUnixSeconds,
    }),
    summary: 'Redeems a license for a user. It verifies no password and never signs in.',
    needs: 'any-session',
    once: true,
    failures: [...licenseKeyReasons, 'user-unknown'],
  },
} as const;
