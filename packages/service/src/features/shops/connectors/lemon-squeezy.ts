// Lemon Squeezy (docs.lemonsqueezy.com/help/webhooks). Its signature has no time and its events have
// no id, so the hash of the body is the id.
import type { Fields } from '../../../http/exact-json.ts';
import { noFacts, type ShopEvent } from '../shop-event.ts';
import type { Connector } from './connector.ts';
import {
  currencyAt,
  idsOf,
  integerAt,
  isTrueAt,
  objectAt,
  quantityAt,
  textAt,
  timeAt,
} from './event-fields.ts';
import { hmac, isAmong } from './signatures.ts';

type Meaning = Partial<ShopEvent> & Pick<ShopEvent, 'kind'>;

/** Each function gets the attributes and the id of the data. */
const meanings: Readonly<Record<string, (attributes: Fields, id: string) => Meaning>> = {
  order_created: (order, id) => ({
    kind: textAt(order, 'status') === 'paid' ? 'paid' : 'joined',
    order: id,
    payment: orderName(id),
    ids: idsOf(orderName(id)),
    orderIds: idsOf(orderName(id)),
    items: [
      {
        product: textAt(order, 'first_order_item.variant_id', 'first_order_item.product_id'),
        quantity: quantityAt(order, 'first_order_item.quantity'),
      },
    ],
    amount: integerAt(order, 'total'),
    currency: currencyAt(order, 'currency'),
    email: textAt(order, 'user_email'),
  }),
  order_refunded: (order, id) => ({
    kind: 'refund',
    ids: idsOf(orderName(id)),
    claim: { id: `${orderName(id)} in all`, status: 'final' },
    amount: integerAt(order, 'refunded_amount', 'total'),
    isTotal: true,
    isAll: textAt(order, 'status') === 'refunded',
    currency: currencyAt(order, 'currency'),
  }),
  subscription_created: (one, id) => ({ kind: 'joined', orderIds: subscriptionIds(one, id) }),
  subscription_updated: (one, id) => ({ kind: 'joined', orderIds: subscriptionIds(one, id) }),
  // Will not be renewed, but runs until its end.
  subscription_cancelled: (one, id) => ({ kind: 'cancelled', orderIds: subscriptionIds(one, id) }),
  subscription_resumed: (one, id) => ({ kind: 'joined', orderIds: subscriptionIds(one, id) }),
  subscription_expired: (one, id) => ({ kind: 'ended', orderIds: subscriptionIds(one, id) }),
  subscription_payment_success: (invoice, id) => ({
    // The first payment is the order.
    kind: textAt(invoice, 'billing_reason') === 'renewal' ? 'renewed' : 'joined',
    payment: invoiceName(id),
    ids: idsOf(invoiceName(id)),
    orderIds: idsOf(subscriptionName(textAt(invoice, 'subscription_id'))),
    amount: integerAt(invoice, 'total'),
    currency: currencyAt(invoice, 'currency'),
    email: textAt(invoice, 'user_email'),
  }),
  subscription_payment_refunded: (invoice, id) => ({
    kind: 'refund',
    ids: idsOf(invoiceName(id)),
    orderIds: idsOf(subscriptionName(textAt(invoice, 'subscription_id'))),
    claim: { id: `${invoiceName(id)} in all`, status: 'final' },
    amount: integerAt(invoice, 'refunded_amount', 'total'),
    isTotal: true,
    isAll: textAt(invoice, 'status') === 'refunded',
    currency: currencyAt(invoice, 'currency'),
  }),
};

/** Its ids are numbers, which are unique only for one type. */
const orderName = (id: string) => (id === '' ? '' : `order ${id}`);
const invoiceName = (id: string) => (id === '' ? '' : `invoice ${id}`);
const subscriptionName = (id: string) => (id === '' ? '' : `subscription ${id}`);

function subscriptionIds(subscription: Fields, id: string): readonly string[] {
  return idsOf(subscriptionName(id), orderName(textAt(subscription, 'order_id')));
}

export const lemonSqueezy: Connector = {
  isSigned: ({ body, header }, secret) =>
    isAmong([header('x-signature').toLowerCase()], hmac(secret, [body], 'hex')),
  read(body, { now }, hash) {
    const type = textAt(body, 'meta.event_name');
    const attributes = objectAt(body, 'data.attributes');
    return {
      ...noFacts,
      id: hash,
      type,
      at: timeAt(attributes, 'updated_at', 'created_at') ?? now,
      isTest: isTrueAt(attributes, 'test_mode') || isTrueAt(body, 'meta.test_mode'),
      ...(meanings[type]?.(attributes, textAt(body, 'data.id')) ?? { kind: 'unknown' as const }),
    };
  },
};
