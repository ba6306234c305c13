// What users change of their own account by the client API.
import { z } from 'zod';
import { code, email, username } from '../primitives.ts';
import { inSession, messageOnly, success } from './common.ts';

export const accountSpec = {
  forgot: {
    request: z.object({ ...inSession, username, email }),
    success: messageOnly,
    summary: 'Sends a mail with a link to a new password, to the e-mail the user registered with.',
    needs: 'session',
    once: true,
    failures: ['forgot-user-unknown', 'email-missing', 'email-wrong', 'mail-unavailable'],
  },
  changeUsername: {
    request: z.object({ ...inSession, newUsername: username }),
    success: messageOnly,
    summary: "Changes the signed-in user's name and ends the session.",
    needs: 'sign-in',
    once: true,
    failures: ['new-username-taken', 'username-too-short', 'username-reserved'],
  },
  /** Without a code: the offer, in `2fa`. With one: the confirmation. */
  '2faenable': {
    request: z.object({ ...inSession, code: code.optional() }),
    success: z.object({
      ...success,
      '2fa': z.object({ secret_code: z.string(), QRCode: z.string() }).optional(),
    }),
    summary:
      'Without a code: offers a secret for 300 seconds. With a code of it: turns two-factor sign-in on.',
    needs: 'sign-in',
    once: true,
    failures: ['two-factor-on', 'two-factor-expired', 'two-factor-bad-code'],
  },
  '2fadisable': {
    request: z.object({ ...inSession, code: code.optional() }),
    success: messageOnly,
    summary: 'Turns two-factor sign-in off, with a code.',
    needs: 'sign-in',
    once: true,
    failures: ['two-factor-off', 'two-factor-code-missing', 'two-factor-bad-code'],
  },
} as const;
