// Seller API: what a seller should look at (docs/selling.md#numbers-by-day). Only codes and
// numbers.
import { z } from 'zod';
import type { SellerGroup } from '../seller-spec.ts';

/** Days in which an end of a subscription is near, and length of a compared week. */
export const attentionDays = 7;
/** Higher numbers of subscriptions that end are not counted. */
export const maxEnding = 5000;
/** A reseller with this many keys left, or fewer, is listed. */
export const fewKeys = 5;

export const attentionApi = {
  attention: {
    summary: `Returns what needs attention: webhooks whose deliveries of the last 24 hours failed, the number of running subscriptions, those that end within ${attentionDays} days (at most ${maxEnding} are counted), the five most frequent reasons of refusals in the last ${attentionDays} days with their number in the ${attentionDays} days before, resellers who have ${fewKeys} keys or fewer left, and the number of orders of connected shops that need attention.`,
    request: z.object({}),
    answer: z.object({
      webhooks: z.array(
        z.object({
          /** null for the URL of the setting `webhook`. */
          webid: z.string().nullable(),
          failed: z.number(),
        }),
      ),
      active: z.number(),
      ending: z.number(),
      refusals: z.array(z.object({ reason: z.string(), count: z.number(), before: z.number() })),
      resellers: z.array(z.object({ username: z.string(), left: z.number() })),
      /** Orders of connected shops. */
      orders: z.number(),
    }),
    message: 'Successfully retrieved what needs attention',
    failures: {},
    scope: 'read',
    changes: null,
    isExtension: true,
  },
} as const satisfies SellerGroup;
