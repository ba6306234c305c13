// Client API: operations that open, check and end a session.
import { z } from 'zod';
import { maxTrialDays } from '../limits.ts';
import { passText } from '../offline-pass.ts';
import { flag } from '../seller-spec.ts';
import { numericUnixSeconds, sessionid } from '../primitives.ts';
import { common, info, inSession, success } from './common.ts';

/** A required update. The service accepts the signed-in version until `by`. */
const update = z.object({ version: z.string(), download: z.string(), by: numericUnixSeconds });

export const sessionSpec = {
  init: {
    request: z.object({
      ...common,
      ver: z.string().max(50).optional(),
      hash: z.string().max(64).optional(),
      /** The setting `tokensystem` requires `token` and `thash`. The loader sends neither. */
      token: z.string().max(100).optional(),
      thash: z.string().max(300).optional(),
    }),
    success: z.object({
      ...success,
      sessionid,
      /** Not in the public API. Days of the free trial that the application offers. */
      trialdays: z.number().int().min(1).max(maxTrialDays).optional().catch(undefined),
    }),
    summary:
      'Opens a session. All other operations need its `sessionid`. `trialdays` is in the answer if the application offers a free trial (`trial`).',
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
    request: z.object({
      ...inSession,
      check_paid: flag.optional().catch(undefined),
      offline: flag.optional().catch(undefined),
    }),
    success: z.object({
      ...success,
      info: info
        .nullish()
        .transform((given) => given ?? null)
        .catch(null),
      update: update.optional().catch(undefined),
      role: z.literal('customer').optional(),
      offline: passText.optional().catch(undefined),
    }),
    summary:
      'Checks that the session is signed in, and returns its user. If the signed-in version has a last day or is no longer accepted, `update` has the deadline, the newest version and its URL. With `check_paid=1`, the answer has `role`, always `customer`, because some clients stop checking without it. With `offline=1`, it has `offline`, an offline pass, if the setting `offlinehours` is above 0.',
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
