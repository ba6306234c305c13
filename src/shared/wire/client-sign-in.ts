// The operations of the client API that sign a session in; the other ones are in client-spec.ts.
import { clientApi } from './client-api.ts';
import { clientMore } from './client-more.ts';

/** The end of a signed-in session: said once, and the session is gone. */
export const endings = ['banned', 'no-subscription', 'subscription-paused'] as const;
const device = ['device-id-invalid', 'wrong-device', 'blacklisted'] as const;
export const licenseKey = ['key-unknown', 'key-used', 'key-banned', 'no-plan-for-level'] as const;

const signIn = {
  needs: 'any-session',
  once: true,
  failures: [...device, ...endings, 'bad-credentials', 'code-needed', 'bad-code'],
} as const;

export const signInSpec = {
  login: {
    ...clientApi.login,
    ...signIn,
    summary:
      'Signs the session in: password, device, subscription and, where it is on, one-time code.',
  },
  loginEmail: {
    ...clientMore.loginEmail,
    ...signIn,
    summary:
      'Signs the session in as `login` does, by an e-mail that exactly one user registered with.',
  },
  register: {
    ...clientMore.register,
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
    ...clientMore.license,
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
