// Lemon Squeezy (docs.lemonsqueezy.com/help/webhooks). Its signature has no time and its events have
// no id, so the hash of the body is the id.
import type { Fields } from '../../../http/exact-json.ts';
import { noFacts, type ShopEvent } from '../shop-event.ts';
import { readFromApi, type ApiCall, type Connector } from './connector.ts';
import {
  currencyAt,
  idsOf,
  integerAt,
  isTrueAt,
  listAt,
  objectAt,
  quantityAt,
  textAt,
  timeAt,
} from './event-fields.ts';
import { ApiProblem } from './api-problem.ts';
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

/** The events of what the API lists. */
const resources = {
  orders: { paid: 'order_created', refunded: 'order_refunded' },
  'subscription-invoices': {
    paid: 'subscription_payment_success',
    refunded: 'subscription_payment_refunded',
  },
} as const;

/**
 * SECURITY: a token reads all stores of an account, but the events are those of one. So nothing is
 * read if there are several.
 */
async function* list(call: ApiCall, since: number): AsyncGenerator<readonly ShopEvent[]> {
  if (listAt(await call.get('/v1/stores?page[size]=2'), 'data').length > 1)
    throw new ApiProblem('several-stores');
  for (const name of ['orders', 'subscription-invoices'] as const)
    for (let number = 1; ; number += 1) {
      const page = await call.get(`/v1/${name}?page[size]=100&page[number]=${number}`);
      const rows = listAt(page, 'data');
      const recent = rows.filter((row) => (timeAt(row, 'attributes.created_at') ?? since) >= since);
      yield recent.flatMap((row) => eventsOf(call, name, row));
      const last = integerAt(page, 'meta.page.lastPage') ?? 0;
      if (recent.length < rows.length || number >= last) break;
    }
}

const refundStatuses: readonly string[] = ['refunded', 'partial_refund'];

/** A refunded order was paid before. */
function eventsOf(call: ApiCall, name: keyof typeof resources, row: Fields): readonly ShopEvent[] {
  const { paid, refunded } = resources[name];
  const attributes = objectAt(row, 'attributes');
  const status = textAt(attributes, 'status');
  const isRefunded = refundStatuses.includes(status) || isTrueAt(attributes, 'refunded');
  const event = (type: string, more: Fields) => {
    const data = { ...row, attributes: { ...attributes, ...more } };
    const amount = textAt(attributes, 'refunded_amount');
    const id = `api ${type} ${textAt(row, 'id')} ${type === paid ? '' : amount}`.trim();
    return readFromApi(lemonSqueezy, { meta: { event_name: type }, data }, call, id);
  };
  return [
    ...(status === 'paid' || isRefunded ? [event(paid, { status: 'paid' })] : []),
    ...(isRefunded ? [event(refunded, {})] : []),
  ];
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
  api: { originOf: () => 'https://api.lemonsqueezy.com', list },
};
