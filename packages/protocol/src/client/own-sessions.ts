// Client API: operations on the sessions of a user.
import { z } from 'zod';
import { maxHandleLength } from '../limits.ts';
import { nullableText } from '../primitives.ts';
import { flag } from '../seller-spec.ts';
import { inSession, messageOnly, nullableUnixSeconds, success } from './common.ts';

const session = z.object({
  id: z.string(),
  /** Name and system of the computer; empty if unknown. */
  computer: z.string().catch(''),
  system: z.string().catch(''),
  version: nullableText.catch(null),
  since: nullableUnixSeconds,
  lastSeen: nullableUnixSeconds,
  current: z.boolean().catch(false),
});

export const ownSessionsSpec = {
  sessions: {
    request: z.object(inSession),
    success: z.object({ ...success, sessions: z.array(session) }),
    summary:
      'Returns where the signed-in user is signed in, latest sign-in first, at most 100. `current` is true for this session. Only with the setting `sessions`, else `type-unknown`.',
    needs: 'sign-in',
    failures: [],
  },
  endsession: {
    request: z.object({
      ...inSession,
      id: z.string().min(1).max(maxHandleLength).optional(),
      all: flag.optional(),
    }),
    success: messageOnly,
    summary:
      'Ends another session of the signed-in user, or with `all=1` all other ones. Only with the setting `sessions`, else `type-unknown`.',
    needs: 'sign-in',
    once: true,
    failures: ['session-unknown'],
  },
} as const;
