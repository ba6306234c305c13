// Client API: `upgrade`, which redeems a license for an existing user.
import { z } from 'zod';
import { keyText, someSeconds, username } from '../primitives.ts';
import { inSession, licenseKey, maybeSeconds, success } from './common.ts';

/**
 * Time that a redeemed key added (docs/protocol.md#additional-fields). `before` is the previous
 * expiry of a subscription that was already active.
 */
const redeemed = z.object({
  subscription: z.string(),
  level: z.union([z.string(), z.number().transform(String)]),
  seconds: someSeconds,
  until: maybeSeconds,
  before: maybeSeconds,
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
      expiry: maybeSeconds,
    }),
    summary: 'Redeems a license for a user. It verifies no password and never signs in.',
    needs: 'any-session',
    once: true,
    failures: [...licenseKey, 'user-unknown'],
  },
} as const;
