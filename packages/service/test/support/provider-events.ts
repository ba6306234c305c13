// Bodies of providers, written by hand in the form of their documentation, and what they mean.
import type { ShopKind } from '@latchkey/protocol/seller/shops.ts';
import { begin } from '../shops-parts.ts';
import { money, stripeStories, type ProviderEvent, type Story } from './stripe-events.ts';

const iso = (at: number) => new Date((begin + at) * 1000).toISOString();

const lemon = (name: string, type: string, id: string, at: number, attributes: object) => ({
  body: {
    meta: { event_name: name },
    data: { type, id, attributes: { ...attributes, updated_at: iso(at) } },
  },
});
const lemonOrder = {
  status: 'paid',
  total: 1999,
  currency: 'EUR',
  user_email: 'buyer@example.com',
  first_order_item: { product_id: 5, variant_id: 7, quantity: 1 },
};
const lemonInvoice = { subscription_id: 3, total: 1999, currency: 'EUR' };

const lemonStories: readonly Story[] = [
  {
    name: 'an order, and its refund',
    events: [
      lemon('order_created', 'orders', '1', 0, lemonOrder),
      lemon('order_refunded', 'orders', '1', 9, { ...lemonOrder, status: 'refunded' }),
    ],
    payments: ['off'],
    ...money,
  },
  {
    name: 'a refund of a part',
    events: [
      lemon('order_created', 'orders', '1', 0, lemonOrder),
      lemon('order_refunded', 'orders', '1', 9, {
        ...lemonOrder,
        status: 'partial_refund',
        refunded_amount: 500,
      }),
    ],
    payments: ['given'],
    attention: ['partial-refund'],
  },
  {
    name: 'a subscription, its renewal, its refund and its end',
    events: [
      lemon('order_created', 'orders', '1', 0, lemonOrder),
      lemon('subscription_created', 'subscriptions', '3', 0, { order_id: 1 }),
      lemon('subscription_payment_success', 'subscription-invoices', '1', 0, {
        ...lemonInvoice,
        billing_reason: 'initial',
      }),
      lemon('subscription_payment_success', 'subscription-invoices', '2', 100, {
        ...lemonInvoice,
        billing_reason: 'renewal',
      }),
      lemon('subscription_payment_refunded', 'subscription-invoices', '2', 200, {
        ...lemonInvoice,
        status: 'refunded',
      }),
      lemon('subscription_expired', 'subscriptions', '3', 300, { order_id: 1 }),
    ],
    payments: ['given', 'off'],
    isEnded: true,
  },
];

const polar = (type: string, at: number, data: object): ProviderEvent => ({
  body: { type, timestamp: iso(at), data },
  headers: { 'webhook-id': `msg ${type} ${at}` },
});
const polarOrder = {
  id: 'o1',
  billing_reason: 'subscription_create',
  subscription_id: 's1',
  product_id: 'pro',
  total_amount: 1999,
  currency: 'eur',
  customer: { email: 'buyer@example.com' },
};
const polarRenewal = { ...polarOrder, id: 'o2', billing_reason: 'subscription_cycle' };

const polarStories: readonly Story[] = [
  {
    name: 'a subscription, its renewal, the refund of the renewal and its end',
    events: [
      polar('order.paid', 0, polarOrder),
      polar('subscription.cycled', 99, { id: 's1' }),
      polar('order.paid', 100, polarRenewal),
      polar('refund.created', 200, {
        id: 'r1',
        order_id: 'o2',
        status: 'succeeded',
        amount: 1680,
        tax_amount: 319,
        currency: 'eur',
      }),
      polar('subscription.revoked', 300, { id: 's1' }),
    ],
    payments: ['given', 'off'],
    ...money,
    isEnded: true,
  },
];

const shopify = (topic: string, at: number, body: object): ProviderEvent => ({
  body,
  headers: {
    'x-shopify-topic': topic,
    'x-shopify-event-id': `${topic} ${at}`,
    'x-shopify-triggered-at': iso(at),
  },
});
const shopifyOrder = {
  id: 450789469,
  email: 'buyer@example.com',
  total_price: '19.99',
  currency: 'EUR',
  line_items: [{ id: 1, variant_id: 7, quantity: 2 }],
};

const shopifyStories: readonly Story[] = [
  {
    name: 'an order, a dispute that is won, and a refund of the amount',
    events: [
      shopify('orders/paid', 0, shopifyOrder),
      shopify('disputes/create', 5, disputeOf('needs_response')),
      shopify('disputes/update', 6, disputeOf('won')),
      shopify('refunds/create', 9, {
        id: 1,
        order_id: 450789469,
        refund_line_items: [],
        transactions: [{ amount: '19.99', currency: 'EUR' }],
      }),
    ],
    payments: ['off'],
    ...money,
  },
];

function disputeOf(status: string) {
  return { id: 3, order_id: 450789469, type: 'chargeback', status };
}

const woo = (status: string, at: number): ProviderEvent => ({
  body: {
    id: 727,
    status,
    currency: 'EUR',
    total: '19.99',
    date_modified_gmt: iso(at).slice(0, 19),
    billing: { email: 'buyer@example.com' },
    line_items: [{ product_id: 93, variation_id: 0, quantity: 1 }],
  },
  headers: { 'x-wc-webhook-topic': 'order.updated' },
});

const wooStories: readonly Story[] = [
  {
    name: 'a paid order',
    events: [woo('pending', 0), woo('processing', 1), woo('completed', 2)],
    payments: ['given'],
    ...money,
  },
  {
    name: 'a refunded order',
    events: [woo('processing', 1), woo('refunded', 2)],
    payments: ['off'],
  },
];

export const providerEvents: Readonly<Partial<Record<ShopKind, readonly Story[]>>> = {
  stripe: stripeStories,
  lemonsqueezy: lemonStories,
  polar: polarStories,
  shopify: shopifyStories,
  woocommerce: wooStories,
};
