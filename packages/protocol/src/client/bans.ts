// Client API: operations that check the blacklist and ban the user of the program.
import { z } from 'zod';
import { hwid } from '../primitives.ts';
import { inSession, longText, messageOnly } from './common.ts';

export const banSpec = {
  checkblacklist: {
    request: z.object({ ...inSession, hwid: hwid.optional() }),
    success: messageOnly,
    summary:
      'Checks whether the IP or computer of the caller is blacklisted. `success: true` means blacklisted.',
    needs: 'session',
    failures: ['not-blacklisted'],
  },
  ban: {
    request: z.object({ ...inSession, reason: longText(99).optional(), hwid: hwid.optional() }),
    success: messageOnly,
    summary:
      'Bans the signed-in user. Blacklists `hwid` only if that computer is bound to the user, and the IP only with the setting `banaddress`.',
    needs: 'sign-in',
    once: true,
    failures: [],
  },
} as const;
