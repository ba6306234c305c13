// Client API: operations that change the user's own account.
import { z } from 'zod';
import { code, email, password, username } from '../primitives.ts';
import { flag } from '../seller-spec.ts';
import { inSession, messageOnly, success } from './common.ts';
import { offeredCodes } from './recovery.ts';

export const accountSpec = {
  forgot: {
    request: z.object({ ...inSession, username, email }),
    success: messageOnly,
    summary: 'Sends a password reset link to the e-mail that the user registered with.',
    needs: 'session',
    once: true,
    failures: ['forgot-user-unknown', 'email-missing', 'email-wrong', 'mail-unavailable'],
  },
  lostkey: {
    request: z.object({ ...inSession, email }),
    success: messageOnly,
    summary:
      'Mails the keys of orders of connected shops again, only to the e-mail of the order. The answer is the same for an e-mail without orders.',
    needs: 'session',
    failures: ['mail-unavailable'],
  },
  changeUsername: {
    request: z.object({ ...inSession, newUsername: username }),
    success: messageOnly,
    summary: 'Renames the signed-in user and ends all sessions of that user.',
    needs: 'sign-in',
    once: true,
    failures: ['new-username-taken', 'username-too-short', 'username-reserved'],
  },
  changepassword: {
    request: z.object({
      ...inSession,
      pass: password,
      newpass: password,
      code: code.optional(),
    }),
    success: messageOnly,
    summary:
      'Changes the password of the signed-in user, and ends all other sessions of that user. Requires the current password and, with two-factor sign-in, a one-time code. With the setting `changepassword=0` it is `type-unknown`.',
    needs: 'sign-in',
    once: true,
    failures: ['bad-credentials', 'code-needed', 'bad-code'],
  },
  /** The answer has `2fa` for a request without a code, and only the message otherwise. */
  '2faenable': {
    request: z.object({ ...inSession, code: code.optional(), recovery: flag.optional() }),
    success: z.object({
      ...success,
      '2fa': z.object({ secret_code: z.string(), QRCode: z.string() }).optional(),
      ...offeredCodes,
    }),
    summary:
      'Turns two-factor sign-in on in two steps. Without `code`, it returns a new secret, valid for 300 seconds. With a code of that secret, it turns two-factor sign-in on. With `recovery=1` and the setting `recoverycodes`, the second step also returns new recovery codes, to be confirmed by `newrecoverycodes`.',
    needs: 'sign-in',
    once: true,
    failures: ['two-factor-on', 'two-factor-expired', 'two-factor-bad-code'],
  },
  '2fadisable': {
    request: z.object({ ...inSession, code: code.optional() }),
    success: messageOnly,
    summary: 'Turns two-factor sign-in off. Requires a valid one-time code or recovery code.',
    needs: 'sign-in',
    once: true,
    failures: ['two-factor-off', 'two-factor-code-missing', 'two-factor-bad-code'],
  },
} as const;
