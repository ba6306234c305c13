// Stripe (docs.stripe.com/webhooks). The event of a checkout has no products, so the product is its
// metadata `product`, which payment links and sessions can have, or what the API tells.
import type { Fields } from '../../../http/exact-json.ts';
import { noFacts, type ClaimStatus, type ShopEvent } from '../shop-event.ts';
import { readFromApi, type ApiCall, type Connector } from './connector.ts';
import {
  currencyAt,
  idsOf,
  integerAt,
  isFalseAt,
  isTrueAt,
  listAt,
  objectAt,
  quantityAt,
  textAt,
  timeAt,
} from './event-fields.ts';
import { isTimedSigned } from './signatures.ts';

// `v0` is for tests of Stripe itself.
const signature = {
  name: 'stripe-signature',
  separator: ',',
  time: 't',
  signature: 'v1',
  joint: '.',
};

type Meaning = Partial<ShopEvent> & Pick<ShopEvent, 'kind'>;

/** Each function gets the object of the event, and returns what it means. */
const meanings: Readonly<Record<string, (object: Fields) => Meaning>> = {
  'checkout.session.completed': (session) =>
    // Bank transfers are paid days later.
    textAt(session, 'payment_status') === 'paid'
      ? paid(session)
      : { kind: 'joined', ...joins(session) },
  'checkout.session.async_payment_succeeded': paid,
  'checkout.session.async_payment_failed': () => ({ kind: 'joined' }),
  'invoice.paid': (invoice) =>
    textAt(invoice, 'billing_reason') === 'subscription_cycle'
      ? renewed(invoice)
      : { kind: 'joined', ...joins(invoice) },
  'invoice_payment.paid': (one) => ({
    kind: 'joined',
    ids: idsOf(textAt(one, 'invoice'), textAt(one, 'payment.payment_intent', 'payment.charge')),
  }),
  'charge.refunded': (charge) => ({
    kind: 'refund',
    ids: idsOf(textAt(charge, 'id'), textAt(charge, 'payment_intent'), textAt(charge, 'invoice')),
    claim: { id: `${textAt(charge, 'id')} in all`, status: 'final' },
    amount: integerAt(charge, 'amount_refunded'),
    isTotal: true,
    isAll: (integerAt(charge, 'amount_refunded') ?? 0) >= (integerAt(charge, 'amount') ?? Infinity),
    currency: currencyAt(charge, 'currency'),
  }),
  'refund.created': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  'charge.dispute.created': dispute,
  'charge.dispute.updated': dispute,
  'charge.dispute.closed': dispute,
  'charge.dispute.funds_withdrawn': dispute,
  'charge.dispute.funds_reinstated': dispute,
  'customer.subscription.updated': (one) => ({
    kind: textAt(one, 'cancel_at') === '' ? 'joined' : 'cancelled',
    orderIds: idsOf(textAt(one, 'id')),
  }),
  'customer.subscription.deleted': (one) => ({
    kind: 'ended',
    orderIds: idsOf(textAt(one, 'id')),
  }),
};

function joins(object: Fields): Pick<ShopEvent, 'ids' | 'orderIds'> {
  const parent = 'parent.subscription_details.subscription';
  return {
    ids: idsOf(
      textAt(object, 'id'),
      ...['payment_intent', 'invoice', 'charge'].map((name) => textAt(object, name)),
    ),
    orderIds: idsOf(textAt(object, 'subscription', parent)),
  };
}

function paid(session: Fields): Meaning {
  const product = textAt(session, 'metadata.product');
  return {
    kind: 'paid',
    order: textAt(session, 'id'),
    payment: textAt(session, 'id'),
    ...joins(session),
    items: product === '' ? [] : [{ product, quantity: quantityAt(session, 'metadata.quantity') }],
    amount: integerAt(session, 'amount_total'),
    currency: currencyAt(session, 'currency'),
    email: textAt(session, 'customer_details.email', 'customer_email'),
    lookup: product === '' ? textAt(session, 'id') : '',
  };
}

function renewed(invoice: Fields): Meaning {
  const [line] = listAt(invoice, 'lines.data').toReversed();
  const [from, until] = [timeAt(line, 'period.start'), timeAt(line, 'period.end')];
  return {
    kind: 'renewed',
    payment: textAt(invoice, 'id'),
    ...joins(invoice),
    seconds: from === null || until === null || until <= from ? null : until - from,
    amount: integerAt(invoice, 'amount_paid'),
    currency: currencyAt(invoice, 'currency'),
    email: textAt(invoice, 'customer_email'),
  };
}

const refundStatuses: Readonly<Record<string, ClaimStatus>> = {
  succeeded: 'final',
  failed: 'lifted',
  canceled: 'lifted',
};

function refund(one: Fields): Meaning {
  return {
    kind: 'refund',
    ids: idsOf(textAt(one, 'charge'), textAt(one, 'payment_intent')),
    claim: { id: textAt(one, 'id'), status: refundStatuses[textAt(one, 'status')] ?? 'open' },
    amount: integerAt(one, 'amount'),
    currency: currencyAt(one, 'currency'),
  };
}

const disputeStatuses: Readonly<Record<string, ClaimStatus>> = {
  won: 'lifted',
  lost: 'final',
  warning_closed: 'lifted',
  prevented: 'lifted',
};

function dispute(one: Fields): Meaning {
  const status = textAt(one, 'status');
  // An inquiry takes no money yet.
  const isInquiry = status.startsWith('warning_') && status !== 'warning_closed';
  return {
    kind: 'dispute',
    ids: idsOf(textAt(one, 'charge'), textAt(one, 'payment_intent')),
    claim: {
      id: textAt(one, 'id'),
      status: isInquiry ? 'lifted' : (disputeStatuses[status] ?? 'open'),
    },
  };
}

/** Stripe keeps its events for 30 days. */
async function* list(call: ApiCall, since: number): AsyncGenerator<readonly ShopEvent[]> {
  const types = Object.keys(meanings).map((type) => `&types[]=${type}`);
  const first = `/v1/events?limit=100&created[gte]=${since}${types.join('')}`;
  for (let path: string | null = first; path !== null;) {
    const page: Fields | null = await call.get(path);
    const events = listAt(page, 'data').map((body) => readFromApi(stripe, body, call));
    yield events;
    const last = events.at(-1)?.id;
    path =
      last === undefined || !isTrueAt(page, 'has_more')
        ? null
        : `${first}&starting_after=${encodeURIComponent(last)}`;
  }
}

export const stripe: Connector = {
  isSigned: (delivery, secret) => isTimedSigned(signature, delivery, secret),
  read(body, { now }, hash) {
    const type = textAt(body, 'type');
    const object = objectAt(body, 'data.object');
    return {
      ...noFacts,
      id: textAt(body, 'id') || hash,
      type,
      at: timeAt(body, 'created') ?? now,
      isTest: isFalseAt(body, 'livemode'),
      ...(meanings[type]?.(object) ?? { kind: 'unknown' as const }),
    };
  },
  api: {
    originOf: () => 'https://api.stripe.com',
    async complete({ get }, event) {
      const session = encodeURIComponent(event.lookup);
      const page = await get(`/v1/checkout/sessions/${session}/line_items?limit=100`);
      const items = listAt(page, 'data').map((line) => ({
        product: textAt(line, 'price.id', 'price'),
        quantity: quantityAt(line, 'quantity'),
      }));
      return [{ ...event, items }];
    },
    list,
  },
};
