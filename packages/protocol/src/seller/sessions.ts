// Seller API: operations that list and end sessions (docs/protocol.md#seller-operations). The
// service stores only the SHA-256 of a session id. Sellers see the last characters of this hash.
import { z } from 'zod';
import { sessionid } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import type { SellerGroup } from '../seller-spec.ts';
import { maskedUser } from './masked-user.ts';

const session = z.object({
  /** 10 characters, unique in the application. The session id cannot be derived from them. */
  id: z.string(),
  /** User name, or null if the session is not signed in. */
  credential: z.string().nullable(),
  ...maskedUser,
  /** End of the session in unix seconds. */
  expiry: z.string(),
  /** `1` if the session is signed in. */
  validated: z.enum(['0', '1']),
  ip: z.string(),
});

export const sessionsApi = {
  kill: {
    summary:
      'Ends a session. `sessid` is the `id` of `fetchallsessions`, the session id, or its SHA-256.',
    request: z.object({ sessid: sessionid }),
    also: { session: 'sessid' },
    answer: z.object({}),
    message: 'Successfully killed session!',
    failures: { 'session-unknown': 'Failed to kill session!' },
    scope: 'support',
    // SECURITY: `sessid` is not logged, because it can be a session id.
    changes: [],
  },
  killall: {
    summary: 'Ends all sessions of the application.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully killed all sessions!',
    failures: { 'no-sessions': 'Failed to kill all sessions!' },
    scope: 'all',
    changes: [],
  },
  fetchallsessions: {
    summary: 'Returns all active sessions, latest expiry first.',
    request: z.object(pageRequest),
    answer: z.object({ sessions: z.array(session), ...pageAnswer }),
    message: 'Successfully retrieved sessions',
    failures: {},
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;
