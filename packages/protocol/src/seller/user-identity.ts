// Seller API: operations that create, rename and delete users (docs/protocol.md#seller-operations).
import { z } from 'zod';
import { defaultTexts } from '../reasons.ts';
import { password, username } from '../primitives.ts';
import { flag, type SellerGroup } from '../seller-spec.ts';
import { email, expiryFailures, expiryText, subscriptionName } from './user-parameters.ts';

const notFound = 'User not found!';
const badNames = {
  'username-too-short': defaultTexts['username-too-short'],
  'username-reserved': defaultTexts['username-reserved'],
} as const;

export const userIdentityApi = {
  adduser: {
    summary:
      'Creates a user with a subscription. Without `pass` and `passwordhash`, the service creates a random password and returns it once, in `password`. `passwordhash` is a bcrypt or argon2id hash from another server. `alike=1` accepts a name that looks like another one, and returns a `warning`; use it for users who have that name elsewhere. `hwidAffected` is ignored, because `hwid-lock` is a setting of the application.',
    request: z.object({
      user: username,
      sub: subscriptionName,
      expiry: expiryText,
      pass: password.optional(),
      passwordhash: z.string().max(300).optional(),
      email: email.optional(),
      /**
       * With 1, a name may resemble another name or have invisible characters. The answer then has
       * a `warning`.
       */
      alike: flag.optional(),
    }),
    names: { sub: 'subscription' },
    answer: z.object({ password: z.string().optional(), warning: z.string().optional() }),
    message: 'Successfully created user!',
    failures: {
      'subscription-unknown': 'Subscription not found!',
      ...expiryFailures,
      ...badNames,
      'username-taken': defaultTexts['username-taken'],
      'email-taken': defaultTexts['email-taken'],
      'password-or-hash': 'Send either pass or passwordhash',
      'password-hash-invalid':
        'The passwordhash is not valid. Allowed are bcrypt with cost 4 to 12, and argon2id with at most 64 MiB',
    },
    scope: 'all',
    changes: ['user', 'sub', 'expiry'],
    secrets: ['password'],
  },
  deluser: {
    summary: 'Deletes a user with all their data. Licenses that they redeemed stay used.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully deleted user!',
    failures: { 'user-unknown': notFound },
    scope: 'all',
    changes: ['user'],
  },
  delexpusers: {
    summary: 'Deletes all users without a running or paused subscription.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted expired users!',
    failures: { 'no-users': 'You have no users!', 'no-expired-users': 'No users are expired!' },
    scope: 'all',
    changes: [],
  },
  delallusers: {
    summary: 'Deletes all users.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all users!',
    failures: { 'no-users': 'You have no users!' },
    scope: 'all',
    changes: [],
  },
  resetpw: {
    summary:
      'Sets the password of a user and ends all their sessions. Without `passwd`, the service creates a random password and returns it once, in `password`.',
    request: z.object({ user: username, passwd: password.optional() }),
    names: { user: 'user' },
    answer: z.object({ password: z.string().optional() }),
    message: 'Password reset successful',
    failures: { 'user-unknown': notFound },
    scope: 'support',
    changes: ['user'],
    secrets: ['password'],
  },
  editemail: {
    summary:
      'Sets the e-mail of a user. An empty one removes it. The service stores only a hash. The setting `sharedemails` decides whether another user may have the same one.',
    request: z.object({ user: username, email }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully changed email!',
    failures: { 'user-unknown': notFound, 'email-taken': defaultTexts['email-taken'] },
    scope: 'all',
    changes: ['user'],
  },
  editusername: {
    summary:
      'Renames a user and ends all their sessions. `sessionID`, which other servers require, is ignored.',
    request: z.object({ currentUsername: username, newUsername: username }),
    names: { currentUsername: 'user' },
    answer: z.object({}),
    message: 'Successfully changed username!',
    failures: {
      'user-unknown': notFound,
      'username-taken': defaultTexts['new-username-taken'],
      ...badNames,
    },
    scope: 'all',
    changes: ['currentUsername', 'newUsername'],
  },
  disable2fa: {
    summary: 'Turns two-factor sign-in off for a user who lost the authenticator app.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully disabled 2fa!',
    failures: { 'user-unknown': notFound, 'two-factor-off': defaultTexts['two-factor-off'] },
    scope: 'support',
    changes: ['user'],
    isExtension: true,
  },
} as const satisfies SellerGroup;
