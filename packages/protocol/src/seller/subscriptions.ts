// Subscriptions (plans) in the seller API (contract 7.3): what a license of a level gives.
import { z } from 'zod';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import type { SellerGroup } from '../seller-spec.ts';
import { level } from './license-parameters.ts';
import { planName } from './user-parameters.ts';

const unknown = 'Subscription not found!';

export const subscriptionsApi = {
  addsub: {
    summary:
      'Makes a subscription that licenses of this level give. Several may share a level: registering gives all of them, redeeming the oldest.',
    request: z.object({ name: planName, level }),
    answer: z.object({}),
    message: 'Successfully created subscription!',
    failures: ['Subscription already exists!'],
    scope: 'all',
    changes: ['name', 'level'],
  },
  editsub: {
    summary: 'Gives a subscription another level. Who has it keeps it.',
    request: z.object({ sub: planName, level }),
    also: { name: 'sub' },
    names: { sub: 'subscription' },
    answer: z.object({}),
    message: 'Subscription successfully edited',
    failures: [unknown],
    scope: 'all',
    changes: ['sub', 'level'],
  },
  delappsub: {
    summary:
      'Removes a subscription, also from the users who have it; `users` says how many had it running or paused.',
    request: z.object({ name: planName }),
    names: { name: 'subscription' },
    answer: z.object({ users: z.string() }),
    message: 'Successfully deleted subscription!',
    failures: [unknown],
    scope: 'all',
    changes: ['name'],
  },
  pausesub: {
    summary:
      'Pauses this subscription for all users who have it running; the remaining time is kept. Again: nothing more happens.',
    request: z.object({ subscription: planName }),
    names: { subscription: 'subscription' },
    answer: z.object({}),
    message: 'Successfully paused subscription!',
    failures: [unknown],
    scope: 'all',
    changes: ['subscription'],
  },
  unpausesub: {
    summary:
      'Resumes this subscription for all users who have it paused, whoever paused it; while the application is paused they resume with it.',
    request: z.object({ subscription: planName }),
    names: { subscription: 'subscription' },
    answer: z.object({}),
    message: 'Successfully unpaused subscription!',
    failures: [unknown],
    scope: 'all',
    changes: ['subscription'],
  },
  fetchallsubs: {
    summary: 'All subscriptions, the oldest first.',
    request: z.object(pageRequest),
    answer: z.object({
      subs: z.array(z.object({ name: z.string(), level: z.string() })),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved subscriptions',
    failures: [],
    scope: 'look-up',
    changes: null,
  },
} as const satisfies SellerGroup;
