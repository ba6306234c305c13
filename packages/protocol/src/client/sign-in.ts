// Client API: operations that sign a user in.
import { z } from 'zod';
import { passText } from '../offline-pass.ts';
import { flag } from '../seller-spec.ts';
import {
  code,
  computerText,
  email,
  hwid,
  keyText,
  password,
  shortText,
  username,
} from '../primitives.ts';
import { sessionEndReasons, inSession, licenseKeyReasons, signedIn } from './common.ts';

const deviceReasons = ['device-id-invalid', 'wrong-device', 'seat-held', 'blacklisted'] as const;
/**
 * `computer` is the name of the computer, and `system` its operating system. `offline=1` asks for an
 * offline pass.
 */
const onComputer = {
  hwid: hwid.optional(),
  computer: computerText.optional(),
  system: computerText.optional(),
  offline: flag.optional().catch(undefined),
};
const success = z.object({ ...signedIn.shape, offline: passText.optional().catch(undefined) });
const signIn = {
  needs: 'any-session',
  once: true,
  failures: [...deviceReasons, ...sessionEndReasons, 'bad-credentials', 'code-needed', 'bad-code'],
} as const;

export const signInSpec = {
  login: {
    request: z
      .object({
        ...inSession,
        username,
        pass: password.optional(),
        token: shortText.optional(),
        ...onComputer,
        code: code.optional(),
      })
      .refine(({ pass, token }) => pass !== undefined || token !== undefined, { path: ['pass'] }),
    success,
    ...signIn,
    summary:
      "Signs a user in with a name and password. Also checks the computer, the subscription and, with two-factor sign-in, the one-time code. With `offline=1`, the answer has `offline`, an offline pass, if the setting `offlinehours` is above 0. With the setting `webloader`, a `token` of the customers' page can replace `pass` and `code`. Otherwise `pass` is required.",
  },
  loginEmail: {
    request: z.object({
      ...inSession,
      email: email.refine((text) => text !== ''),
      pass: password,
      ...onComputer,
      code: code.optional(),
    }),
    success,
    ...signIn,
    summary:
      'Signs a user in with an e-mail and password. Otherwise works like `login`. Exactly one user must have registered with that e-mail.',
  },
  register: {
    request: z.object({
      ...inSession,
      username,
      pass: password,
      key: keyText,
      email: email.optional(),
      ...onComputer,
    }),
    success,
    summary: 'Creates a user with an unused license and signs the user in.',
    needs: 'any-session',
    once: true,
    failures: [
      ...deviceReasons,
      ...licenseKeyReasons,
      'username-too-short',
      'username-reserved',
      'username-taken',
      'email-taken',
    ],
  },
  trial: {
    request: z.object({ ...inSession, username, pass: password, ...onComputer }),
    success,
    summary:
      'Creates a user with the free trial of the application, and signs the user in. Each computer gets one trial, so `hwid` is required. Without a trial it is `type-unknown`; `trialdays` of `init` says whether there is one.',
    needs: 'any-session',
    once: true,
    failures: [
      ...deviceReasons,
      'username-too-short',
      'username-reserved',
      'username-taken',
      'trial-used',
      'trial-limit',
    ],
  },
  license: {
    request: z.object({
      ...inSession,
      key: keyText,
      ...onComputer,
      code: code.optional(),
    }),
    success,
    summary:
      'Signs a user in with a license key alone. The key is both user name and password, and its first use creates the user.',
    needs: 'any-session',
    once: true,
    failures: [
      ...deviceReasons,
      ...licenseKeyReasons,
      ...sessionEndReasons,
      'username-too-short',
      'username-reserved',
      'username-taken',
      'code-needed',
      'bad-code',
    ],
  },
} as const;
