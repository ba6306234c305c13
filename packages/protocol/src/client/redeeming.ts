// `upgrade` of the client API: a license key for a user who is there.
import { z } from 'zod';
import { keyText, someSeconds, username } from '../primitives.ts';
import { inSession, licenseKey, maybeSeconds, success } from './common.ts';

/** What a redeem added (contract 0.9). `before`: when it would have ended without this key, where one was running. */
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
    summary: 'Redeems a license for a user by name. It verifies no password and never signs in.',
    needs: 'any-session',
    once: true,
    failures: [...licenseKey, 'user-unknown'],
  },
} as const;
