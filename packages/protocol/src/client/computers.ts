// Client API: operations on the computers of a user.
import { z } from 'zod';
import { inSession, sessionEndReasons, signedIn } from './common.ts';

export const computerSpec = {
  removecomputer: {
    request: z.object({
      ...inSession,
      ticket: z.string().min(1).max(8000),
      id: z.string().min(1).max(100),
    }),
    success: signedIn,
    summary:
      'Removes a computer of a user, ends its sessions, and signs in on this computer in its place. `ticket` and the `id` of the computer come from a sign-in that failed with `wrong-device`. Only where the setting `resets` is above 0, else `type-unknown`.',
    needs: 'any-session',
    once: true,
    failures: [
      'ticket-unknown',
      'computer-unknown',
      'no-resets-left',
      'blacklisted',
      ...sessionEndReasons,
    ],
  },
} as const;
