// Making, naming and removing users in the seller API (contract 7.3).
import { z } from 'zod';
import { defaultTexts } from '../reasons.ts';
import { password, username } from '../primitives.ts';
import { flag, type SellerGroup } from '../seller-spec.ts';
import { email, expiryFailures, expiryText, planName } from './user-parameters.ts';

const unknown = 'User not found!';
const badNames = [defaultTexts['username-too-short'], defaultTexts['username-reserved']] as const;

export const userIdentityApi = {
  adduser: {
    summary:
      'Makes a user with a subscription. Without `pass` and `passwordhash` a random password is made and told once, in `password`. `passwordhash` takes what another server kept: bcrypt, or argon2id within bounds. With `alike=1`, for users who have their name already elsewhere, one that looks like another is taken, and `warning` says so. `hwidAffected` is not read: the device lock is a setting of the application.',
    request: z.object({
      user: username,
      sub: planName,
      expiry: expiryText,
      pass: password.optional(),
      passwordhash: z.string().max(300).optional(),
      email: email.optional(),
      /** 1: a name that looks like another one, or holds what nobody sees, is taken with a `warning`. */
      alike: flag.optional(),
    }),
    names: { sub: 'subscription' },
    answer: z.object({ password: z.string().optional(), warning: z.string().optional() }),
    message: 'Successfully created user!',
    failures: [
      'Subscription not found!',
      ...expiryFailures,
      ...badNames,
      defaultTexts['username-taken'],
      'Give a password or its hash, not both',
      'The password hash is not valid: bcrypt of cost 4 to 12, or argon2id of at most 64 MiB',
    ],
    scope: 'all',
    changes: ['user', 'sub', 'expiry'],
  },
  deluser: {
    summary: 'Removes a user with everything that is theirs. Their used licenses stay used.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully deleted user!',
    failures: [unknown],
    scope: 'all',
    changes: ['user'],
  },
  delexpusers: {
    summary: 'Removes all users that have no running and no paused subscription.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted expired users!',
    failures: ['You have no users!', 'No users are expired!'],
    scope: 'all',
    changes: [],
  },
  delallusers: {
    summary: 'Removes all users.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all users!',
    failures: ['You have no users!'],
    scope: 'all',
    changes: [],
  },
  resetpw: {
    summary:
      'Sets a password and ends all sessions of the user. Without `passwd` a random one is made and told once, in `password`.',
    request: z.object({ user: username, passwd: password.optional() }),
    names: { user: 'user' },
    answer: z.object({ password: z.string().optional() }),
    message: 'Password reset successful',
    failures: [unknown],
    scope: 'support',
    changes: ['user'],
  },
  editemail: {
    summary: 'Sets the e-mail of a user; an empty one removes it. Only its hash is kept.',
    request: z.object({ user: username, email }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully changed email!',
    failures: [unknown],
    scope: 'all',
    changes: ['user'],
  },
  editusername: {
    summary:
      'Renames a user and ends all their sessions; `sessionID`, which other servers want, is not read.',
    request: z.object({ currentUsername: username, newUsername: username }),
    names: { currentUsername: 'user' },
    answer: z.object({}),
    message: 'Successfully changed username!',
    failures: [unknown, defaultTexts['new-username-taken'], ...badNames],
    scope: 'all',
    changes: ['currentUsername', 'newUsername'],
  },
  disable2fa: {
    summary: 'Switches the second factor of a user off, who has lost it.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully disabled 2fa!',
    failures: [unknown, defaultTexts['two-factor-off']],
    scope: 'support',
    changes: ['user'],
    own: true,
  },
} as const satisfies SellerGroup;
