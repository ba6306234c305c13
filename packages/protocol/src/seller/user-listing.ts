// Reading users in the seller API (contract 7.3). Numbers are text as sellers' programs know them, but `timeleft`.
import { z } from 'zod';
import { username } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { nothing, type SellerGroup } from '../seller-spec.ts';

const running = {
  subscription: z.string(),
  expiry: z.string(),
  timeleft: z.number(),
};

export const aboutUser = {
  username: z.string(),
  ip: z.string().nullable(),
  /** The first of their devices. */
  hwid: z.string().nullable(),
  createdate: z.string(),
  lastlogin: z.string().nullable(),
  /** When they may reset their device again. */
  cooldown: z.string(),
  /** The reason of a ban, which may be empty; null: not banned. */
  banned: z.string().nullable(),
  /** Whether the second factor is on. */
  twofactor: z.boolean(),
};

export const userListingApi = {
  verifyuser: {
    summary: 'Whether there is such a user.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'User Successfully Verified',
    failures: ['User Not Found'],
    scope: 'read',
    changes: null,
  },
  userdata: {
    summary:
      'What is known of a user, with their running subscriptions. `token` is always null: that of the web loader is not made here.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({
      ...aboutUser,
      subscriptions: z.array(z.object(running)),
      hwids: z.array(z.string()),
      token: z.null(),
    }),
    message: 'Successfully retrieved user',
    failures: ['User not found'],
    scope: 'read',
    changes: null,
  },
  usersub: {
    summary:
      'The running and paused subscriptions of a user, the last to end first. A paused one has no expiry; `timeleft` is what remains of it.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({
      subs: z.array(
        z.object({
          ...running,
          expiry: z.string().nullable(),
          level: z.string(),
          /** The license that began it; null where it was given or extended. */
          key: z.string().nullable(),
          paused: z.boolean(),
        }),
      ),
    }),
    message: 'Successfully retrieved subscriptions',
    failures: ['User not found'],
    scope: 'read',
    changes: null,
  },
  fetchallusers: {
    summary: 'All users with their running subscriptions, by their names.',
    request: z.object(pageRequest),
    answer: z.object({
      users: z.array(
        z.object({
          ...aboutUser,
          subscriptions: z.array(z.object(running)),
          /** When the last of them ends; empty: none runs. */
          expires: z.string(),
          ...nothing(['app']),
        }),
      ),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved users',
    failures: [],
    scope: 'read',
    changes: null,
  },
  fetchallusernames: {
    summary: 'The names of all users. As text: one per line.',
    request: z.object(pageRequest),
    answer: z.object({ usernames: z.array(z.object({ username: z.string() })), ...pageAnswer }),
    message: 'Successfully retrieved usernames',
    failures: [],
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;
