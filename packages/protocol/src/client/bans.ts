// Blacklists in the client API: asking, and banning oneself.
import { z } from 'zod';
import { hwid } from '../primitives.ts';
import { inSession, longText, messageOnly } from './common.ts';

export const banSpec = {
  /** success: true means blacklisted. */
  checkblacklist: {
    request: z.object({ ...inSession, hwid: hwid.optional() }),
    success: messageOnly,
    summary: 'Whether this IP or device is blacklisted: `success: true` means that it is.',
    needs: 'session',
    failures: ['not-blacklisted'],
  },
  ban: {
    request: z.object({ ...inSession, reason: longText(99).optional(), hwid: hwid.optional() }),
    success: messageOnly,
    summary: 'Bans the user; blacklists the device sent if it is theirs, the IP if set so.',
    needs: 'sign-in',
    once: true,
    failures: [],
  },
} as const;
