// Seller API: operations on subscriptions (docs/protocol.md#seller-operations). A license gives the
// subscription of its level.
import { z } from 'zod';
import { maxComputers, maxGraceDays, maxTrialDays } from '../limits.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { level } from './license-parameters.ts';
import { listedFeature } from './features.ts';
import { subscriptionName } from './user-parameters.ts';

const notFound = 'Subscription not found!';
/** Computers that a user may use with the subscription. */
const computers = wholeNumber(1, maxComputers);
/** Days for which it still works after its end: longer than shops try a payment again. */
const gracedays = wholeNumber(0, maxGraceDays);
/** Days of the free trial that gives the subscription. */
const trialdays = wholeNumber(0, maxTrialDays);

export const subscriptionsApi = {
  addsub: {
    summary:
      'Creates a subscription that licenses of a level give. If several share a level, registering gives all of them, and redeeming gives the oldest. `computers` is how many computers a user may bind, by default 1. `gracedays` is how many days it still works after its end, by default 0. `trialdays` makes it the subscription of the free trial, instead of any other.',
    request: z.object({
      name: subscriptionName,
      level,
      computers: computers.optional(),
      gracedays: gracedays.optional(),
      trialdays: trialdays.optional(),
    }),
    answer: z.object({}),
    message: 'Successfully created subscription!',
    failures: { 'subscription-exists': 'Subscription already exists!' },
    scope: 'all',
    changes: ['name', 'level', 'computers', 'gracedays', 'trialdays'],
  },
  editsub: {
    summary:
      'Changes the level, the number of computers, the grace or the trial of a subscription. Users who have it keep it, and all computers stay bound. `trialdays` above 0 makes it the subscription of the free trial, instead of any other, and 0 ends its trials.',
    request: z.object({
      sub: subscriptionName,
      level: level.optional(),
      computers: computers.optional(),
      gracedays: gracedays.optional(),
      trialdays: trialdays.optional(),
    }),
    also: { name: 'sub' },
    names: { sub: 'subscription' },
    answer: z.object({}),
    message: 'Subscription successfully edited',
    failures: { 'subscription-unknown': notFound, 'nothing-to-update': 'Nothing to update' },
    scope: 'all',
    changes: ['sub', 'level', 'computers', 'gracedays', 'trialdays'],
  },
  delappsub: {
    summary:
      'Deletes a subscription, also from the users who have it. `users` is the number of users who had it running or paused.',
    request: z.object({ name: subscriptionName }),
    names: { name: 'subscription' },
    answer: z.object({ users: z.string() }),
    message: 'Successfully deleted subscription!',
    failures: { 'subscription-unknown': notFound },
    scope: 'all',
    changes: ['name'],
  },
  pausesub: {
    summary:
      'Pauses a subscription for all users who have it running. They keep the remaining time. Repeating it changes nothing.',
    request: z.object({ subscription: subscriptionName }),
    names: { subscription: 'subscription' },
    answer: z.object({}),
    message: 'Successfully paused subscription!',
    failures: { 'subscription-unknown': notFound },
    scope: 'all',
    changes: ['subscription'],
  },
  unpausesub: {
    summary:
      'Resumes a subscription for all users who have it paused, however it was paused. If the application is paused, they resume with it.',
    request: z.object({ subscription: subscriptionName }),
    names: { subscription: 'subscription' },
    answer: z.object({}),
    message: 'Successfully unpaused subscription!',
    failures: { 'subscription-unknown': notFound },
    scope: 'all',
    changes: ['subscription'],
  },
  fetchallsubs: {
    summary:
      'Returns all subscriptions, oldest first. Resellers get those of the levels of their account.',
    request: z.object(pageRequest),
    answer: z.object({
      subs: z.array(
        z.object({
          name: z.string(),
          level: z.string(),
          computers: z.string(),
          gracedays: z.string(),
          /** Missing unless the free trial gives it. */
          trialdays: z.string().optional(),
          /** Missing if it has none. */
          features: z.array(listedFeature).optional(),
        }),
      ),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved subscriptions',
    failures: {},
    scope: 'look-up',
    resellers: true,
    changes: null,
  },
} as const satisfies SellerGroup;
