// Seller API: operations that read users (docs/protocol.md#seller-operations). Numbers except
// `timeleft` are text, because seller tools expect text.
import { z } from 'zod';
import { username } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { emptyFields, type SellerGroup } from '../seller-spec.ts';
import { userFilters, userStates } from './list-filters.ts';
import { userFeature } from './features.ts';
import { maskedUser } from './masked-user.ts';
import { subscriptionName } from './user-parameters.ts';

const runningSubscription = {
  subscription: z.string(),
  expiry: z.string(),
  timeleft: z.number(),
};

export const userFields = {
  username: z.string(),
  ...maskedUser,
  ip: z.string().nullable(),
  /** Device id of the computer that was bound first. */
  hwid: z.string().nullable(),
  createdate: z.string(),
  lastlogin: z.string().nullable(),
  /** Time in unix seconds from which the user may reset their computer again. */
  cooldown: z.string(),
  /** Reason of the ban, which can be empty. null if the user is not banned. */
  banned: z.string().nullable(),
  /** Whether two-factor sign-in is on. */
  twofactor: z.boolean(),
  /** Features of this user alone that have not ended. Missing if there are none. */
  features: z.array(userFeature).optional(),
};

export const userListingApi = {
  verifyuser: {
    summary: 'Checks whether a user exists.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'User Successfully Verified',
    failures: { 'user-unknown': 'User Not Found' },
    scope: 'read',
    changes: null,
  },
  userdata: {
    summary:
      'Returns a user with their running subscriptions. `sessions` is the number of their sessions, and `recoverycodes` that of the codes that are left. `token` is always empty, because only users get tokens, on their page.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({
      ...userFields,
      /** How many recovery codes are left. */
      recoverycodes: z.string(),
      hasemail: z.boolean(),
      /** When the account is deleted, as its user asked on the customers' page. Null: never. */
      deletesat: z.string().nullable(),
      /** How many sessions the user has. */
      sessions: z.string(),
      subscriptions: z.array(z.object(runningSubscription)),
      hwids: z.array(z.string()),
      ...emptyFields(['token']),
    }),
    message: 'Successfully retrieved user',
    failures: { 'user-unknown': 'User not found' },
    scope: 'read',
    changes: null,
  },
  usersub: {
    summary:
      'Returns the running and paused subscriptions of a user, latest end first. `timeleft` is the remaining time. A paused subscription has no `expiry`.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({
      subs: z.array(
        z.object({
          ...runningSubscription,
          expiry: z.string().nullable(),
          level: z.string(),
          /** License that started the subscription. null if the seller gave or extended it. */
          key: z.string().nullable(),
          paused: z.boolean(),
        }),
      ),
    }),
    message: 'Successfully retrieved subscriptions',
    failures: { 'user-unknown': 'User not found' },
    scope: 'read',
    changes: null,
  },
  fetchallusers: {
    summary:
      'Returns all users, or those that match all filters, with their running subscriptions. With `subscription`, `state` looks only at that subscription; alone, `subscription` finds everyone who has or had it. `state=ending` lists users with a subscription that ends within 7 days, and `state=lapsed` those whose last one ended in the last 30 days. Sorted by name, or with `sort=newest` the newest accounts first. `sort=end` lists users by the latest end of their subscriptions, the next end first, and omits users without one; ends in the past are listed only with `state=expired`, `lapsed` or `banned`. With the scopes `read` and `support`, `sort=name` sorts by creation.',
    request: z.object({
      state: z.enum(userFilters).optional(),
      subscription: subscriptionName.optional(),
      sort: z.enum(['name', 'newest', 'end']).optional(),
      ...pageRequest,
    }),
    names: { subscription: 'subscription' },
    answer: z.object({
      users: z.array(
        z.object({
          /** Stays the same if the user is renamed. */
          id: z.string(),
          /** Owner id of the application. */
          owner: z.string(),
          ...userFields,
          subscriptions: z.array(z.object(runningSubscription)),
          /** Latest expiry of the active subscriptions. Empty if no subscription is active. */
          expires: z.string(),
          state: z.enum(userStates),
          ...emptyFields(['app']),
        }),
      ),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved users',
    failures: { 'subscription-unknown': 'Subscription not found!' },
    scope: 'read',
    changes: null,
  },
  fetchallusernames: {
    summary:
      'Returns the names of all users, in the order of `fetchallusers`. With `format=text`, one per line.',
    request: z.object(pageRequest),
    answer: z.object({
      usernames: z.array(z.object({ username: z.string(), ...maskedUser })),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved usernames',
    failures: {},
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;
