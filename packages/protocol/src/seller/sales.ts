// Seller API: the orders of connected shops, and the money of the last days (docs/shops.md).
import { z } from 'zod';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { flag, freeText, type SellerGroup } from '../seller-spec.ts';
import { username } from '../primitives.ts';
import { orderText } from './license-parameters.ts';

/** Days whose money `revenue` sums up. */
export const revenueDays = 30;

const orderStates = ['unpaid', 'paid', 'partly-refunded', 'refunded', 'disputed', 'test'] as const;

const sale = {
  /** `<kind>:<shop>:<id of the shop>`: the order of its licenses. */
  order: z.string(),
  shop: z.string(),
  state: z.enum(orderStates),
  /** Why it needs attention; empty: it needs none. */
  attention: z.array(z.string()),
  /** In the smallest unit of the currency. */
  amount: z.number(),
  currency: z.string(),
  /** Masked unless the scope is `all`. */
  buyer: z.string(),
  created: z.string(),
  /** What the first payment bought, by the ids of the shop. */
  products: z.array(z.object({ product: z.string(), quantity: z.number() })),
  /** The number of its licenses. */
  count: z.number(),
  /** `queued`, `sent` or `failed`; empty: no mail. */
  mail: z.string(),
};

export const eventRow = z.object({
  id: z.string(),
  order: z.string().nullable(),
  kind: z.string(),
  /** The shop's name of the event. */
  event: z.string(),
  at: z.string(),
  received: z.string(),
  amount: z.number().nullable(),
  currency: z.string(),
  products: z.array(z.string()),
  /** Why it could not be applied yet; empty: it was applied, or waits for its order. */
  fault: z.string(),
  /** Of a refund or dispute: `open`, `final` or `lifted`. Null for others. */
  status: z.string().nullable(),
});

const license = z.object({
  key: z.string(),
  /** The subscription that it pays for, or null if that was deleted. */
  subscription: z.string().nullable(),
  /** `given`, `suspended`, `off` or `deleted`. */
  state: z.string(),
  /** Who redeemed it, or null. */
  usedby: z.string().nullable(),
});

export const salesApi = {
  fetchsales: {
    summary:
      'Returns the orders of connected shops, newest first. `attention=1` returns those that need attention, `text` those with this order number, of the service or the shop, or of the buyer with this e-mail, and `user` those whose licenses the user redeemed. E-mails of buyers are masked unless the scope is `all`.',
    request: z.object({
      attention: flag.default(0),
      text: freeText(254, 1).optional(),
      user: username.optional(),
      ...pageRequest,
    }),
    names: { user: 'user' },
    answer: z.object({ sales: z.array(z.object(sale)), ...pageAnswer }),
    message: 'Successfully retrieved sales',
    failures: { 'user-unknown': 'User not found!' },
    scope: 'read',
    changes: null,
    isExtension: true,
  },
  fetchsale: {
    summary:
      'Returns one order of a connected shop, with its newest 500 events, oldest first, and its licenses. The e-mail of the buyer is masked unless the scope is `all`.',
    request: z.object({ order: orderText }),
    answer: z.object({
      ...sale,
      events: z.array(eventRow.omit({ order: true })),
      licenses: z.array(license),
    }),
    message: 'Successfully retrieved sale',
    failures: { 'order-unknown': 'Order not found!' },
    scope: 'read',
    changes: null,
    isExtension: true,
  },
  revenue: {
    summary: `Returns what connected shops were paid in the last ${revenueDays} days, less what they returned in these days, by currency. Test sales are left out.`,
    request: z.object({}),
    answer: z.object({
      revenue: z.array(
        z.object({
          currency: z.string(),
          /** In the smallest unit of the currency. */
          amount: z.number(),
        }),
      ),
    }),
    message: 'Successfully retrieved revenue',
    failures: {},
    scope: 'read',
    changes: null,
    isExtension: true,
  },
} as const satisfies SellerGroup;
