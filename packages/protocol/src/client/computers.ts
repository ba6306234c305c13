// Client API: operations on the computers of a user.
import { z } from 'zod';
import { computer } from '../envelope.ts';
import { maxHandleLength } from '../limits.ts';
import { computerText } from '../primitives.ts';
import { inSession, messageOnly, sessionEndReasons, signedIn, success } from './common.ts';

const computerId = z.string().min(1).max(maxHandleLength);

export const computerSpec = {
  removecomputer: {
    request: z.object({
      ...inSession,
      ticket: z.string().min(1).max(8000),
      id: computerId,
    }),
    success: signedIn,
    summary:
      'Removes a computer of a user, ends its sessions, and signs in on this computer in its place. `ticket` and the `id` of the computer come from a sign-in that failed with `wrong-device`. If the removed computer has an offline pass, the setting `passrelease` decides: `wait` removes the computer, but answers `seat-held`, with the end of the pass in `until`. Only where the setting `resets` is above 0, else `type-unknown`.',
    needs: 'any-session',
    once: true,
    failures: [
      'ticket-unknown',
      'computer-unknown',
      'no-resets-left',
      'seat-held',
      'blacklisted',
      ...sessionEndReasons,
    ],
  },
  computers: {
    request: z.object(inSession),
    success: z.object({
      ...success,
      computers: z.array(z.object({ ...computer.shape, current: z.boolean().catch(false) })),
    }),
    summary:
      'Returns the computers of the signed-in user, oldest binding first. `current` is true for the computer of this session. Only where the setting `resets` is above 0, else `type-unknown`.',
    needs: 'sign-in',
    failures: [],
  },
  renamecomputer: {
    request: z.object({ ...inSession, id: computerId, computer: computerText }),
    success: messageOnly,
    summary:
      'Changes the name of a computer of the signed-in user, until a sign-in on it sends another one. Only where the setting `resets` is above 0, else `type-unknown`.',
    needs: 'sign-in',
    once: true,
    failures: ['computer-unknown'],
  },
} as const;
