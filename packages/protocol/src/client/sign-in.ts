// The operations of the client API that sign a session in.
import { z } from 'zod';
import { code, email, hwid, keyText, password, username } from '../primitives.ts';
import { endings, inSession, licenseKey, signedIn } from './common.ts';

const device = ['device-id-invalid', 'wrong-device', 'blacklisted'] as const;
const signIn = {
  needs: 'any-session',
  once: true,
  failures: [...device, ...endings, 'bad-credentials', 'code-needed', 'bad-code'],
} as const;

export const signInSpec = {
  login: {
    request: z.object({
      ...inSession,
      username,
      pass: password,
      hwid: hwid.optional(),
      code: code.optional(),
    }),
    success: signedIn,
    ...signIn,
    summary:
      'Signs the session in: password, device, subscription and, where it is on, one-time code.',
  },
  /** As `login`, by the mail address that the user registered with. */
  loginEmail: {
    request: z.object({
      ...inSession,
      email: email.refine((text) => text !== ''),
      pass: password,
      hwid: hwid.optional(),
      code: code.optional(),
    }),
    success: signedIn,
    ...signIn,
    summary:
      'Signs the session in as `login` does, by an e-mail that exactly one user registered with.',
  },
  register: {
    request: z.object({
      ...inSession,
      username,
      pass: password,
      key: keyText,
      email: email.optional(),
      hwid: hwid.optional(),
    }),
    success: signedIn,
    summary: 'Makes a user with an unused license and signs the session in.',
    needs: 'any-session',
    once: true,
    failures: [
      ...device,
      ...licenseKey,
      'username-too-short',
      'username-reserved',
      'username-taken',
    ],
  },
  license: {
    request: z.object({
      ...inSession,
      key: keyText,
      hwid: hwid.optional(),
      code: code.optional(),
    }),
    success: signedIn,
    summary: 'Signs in with a license key alone: the key is user name and password.',
    needs: 'any-session',
    once: true,
    failures: [
      ...device,
      ...licenseKey,
      ...endings,
      'username-too-short',
      'username-reserved',
      'username-taken',
      'code-needed',
      'bad-code',
    ],
  },
} as const;
