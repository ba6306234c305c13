// A session of the client API: how it opens, whether it is still signed in, how it ends.
import { z } from 'zod';
import { flag } from '../seller-spec.ts';
import { numberOfUnixSeconds, sessionid } from '../primitives.ts';
import { common, info, inSession, success } from './common.ts';

/** The signed-in version of the program is taken until `by` only. */
const update = z.object({ version: z.string(), download: z.string(), by: numberOfUnixSeconds });

export const sessionSpec = {
  init: {
    request: z.object({
      ...common,
      ver: z.string().max(50).optional(),
      hash: z.string().max(64).optional(),
      /** The loader sends neither: what the token system asks for. */
      token: z.string().max(100).optional(),
      thash: z.string().max(300).optional(),
    }),
    success: z.object({ ...success, sessionid }),
    summary: 'Opens a session for a program of the application.',
    needs: 'nothing',
    failures: [
      'update-required',
      'program-altered',
      'token-missing',
      'token-hash-missing',
      'token-banned',
      'token-unknown',
      'token-hash-differs',
      'blacklisted',
    ],
  },
  check: {
    /** Some clients send `check_paid`, and read `role`. */
    request: z.object({ ...inSession, check_paid: flag.optional().catch(undefined) }),
    success: z.object({
      ...success,
      info: info
        .nullish()
        .transform((given) => given ?? null)
        .catch(null),
      update: update.optional().catch(undefined),
      role: z.literal('customer').optional(),
    }),
    summary:
      'Whether the session is signed in, and as whom. `update` is there where the version that signed in is soon no longer taken, or is not now: which one to have, where it is, and by when. With `check_paid=1` the answer has a `role`, always `customer`: clients that miss it stop checking.',
    needs: 'sign-in',
    failures: [],
  },
  logout: {
    request: z.object(inSession),
    success: z.object(success),
    summary: 'Ends the session.',
    needs: 'any-session',
    once: true,
    failures: [],
  },
} as const;
