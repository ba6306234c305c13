// Seller API: operations that change the duration of users' subscriptions
// (docs/protocol.md#seller-operations).
import { z } from 'zod';
import { maxDays } from '../limits.ts';
import { username } from '../primitives.ts';
import { defaultTexts } from '../reasons.ts';
import { flag, wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { expiryFailures, expiryText, subscriptionName } from './user-parameters.ts';

const userNotFound = 'User not found!';
const subscriptionNotFound = 'Subscription not found!';

export const userTimeApi = {
  extend: {
    summary:
      'Adds days to a subscription of a user, or of all users with `user=all`. An expired or missing subscription begins now. A paused one gets more remaining time. `activeOnly=1` changes only running and paused ones.',
    request: z.object({
      user: username,
      sub: subscriptionName,
      expiry: expiryText,
      activeOnly: flag.default(0),
    }),
    names: { user: 'user', sub: 'subscription' },
    answer: z.object({}),
    message: 'Successfully extended user(s)!',
    failures: {
      'user-unknown': userNotFound,
      'subscription-unknown': subscriptionNotFound,
      ...expiryFailures,
      'no-subscription': defaultTexts['no-subscription'],
    },
    scope: 'support',
    changes: ['user', 'sub', 'expiry', 'activeOnly'],
  },
  subtract: {
    summary:
      'Subtracts seconds from a running or paused subscription of a user. It ends now if less is left.',
    request: z.object({
      user: username,
      sub: subscriptionName,
      seconds: wholeNumber(1, maxDays * 86_400),
    }),
    names: { user: 'user', sub: 'subscription' },
    answer: z.object({}),
    message: 'Successfully subtracted time from subscription',
    failures: {
      'user-unknown': userNotFound,
      'subscription-unknown': subscriptionNotFound,
      'no-subscription': defaultTexts['no-subscription'],
    },
    scope: 'all',
    changes: ['user', 'sub', 'seconds'],
  },
  delsub: {
    summary: 'Removes a subscription from a user.',
    request: z.object({ user: username, sub: subscriptionName }),
    names: { user: 'user', sub: 'subscription' },
    answer: z.object({}),
    message: 'Successfully deleted subscription!',
    failures: { 'user-unknown': userNotFound, 'subscription-unknown': subscriptionNotFound },
    scope: 'all',
    changes: ['user', 'sub'],
  },
  countsubs: {
    summary: 'Returns the number of users who have a subscription running.',
    request: z.object({ name: subscriptionName }),
    names: { name: 'subscription' },
    answer: z.object({ count: z.string() }),
    message: 'Subscription count found successfully',
    failures: { 'subscription-unknown': subscriptionNotFound },
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;
