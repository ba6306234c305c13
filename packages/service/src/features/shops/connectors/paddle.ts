// Paddle Billing (developer.paddle.com/webhooks). Its events have no e-mail, so the service asks its
// API for the customer.
import type { Fields } from '../../../http/exact-json.ts';
import { noFacts, type ClaimStatus, type ShopEvent } from '../shop-event.ts';
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
import { isTimedSigned } from './signatures.ts';

const signature = {
  name: 'paddle-signature',
  separator: ';',
  time: 'ts',
  signature: 'h1',
  joint: ':',
};

type Meaning = Partial<ShopEvent> & Pick<ShopEvent, 'kind'>;

const meanings: Readonly<Record<string, (data: Fields) => Meaning>> = {
  'transaction.completed': completed,
  'transaction.created': joined,
  'transaction.ready': joined,
  'transaction.billed': joined,
  'transaction.paid': joined,
  'transaction.updated': joined,
  'transaction.past_due': joined,
  'transaction.canceled': joined,
  'transaction.payment_failed': joined,
  'adjustment.created': adjustment,
  'adjustment.updated': adjustment,
  'subscription.created': subscription('joined'),
  'subscription.activated': subscription('joined'),
  'subscription.trialing': subscription('joined'),
  'subscription.past_due': subscription('joined'),
  'subscription.paused': subscription('joined'),
  'subscription.resumed': subscription('joined'),
  'subscription.updated': (one) =>
    subscription(textAt(one, 'scheduled_change.action') === 'cancel' ? 'cancelled' : 'joined')(one),
  'subscription.canceled': subscription('ended'),
};

function completed(transaction: Fields): Meaning {
  const id = textAt(transaction, 'id');
  const origin = textAt(transaction, 'origin');
  const isRenewal = origin === 'subscription_recurring';
  // A change of the payment method costs nothing. What a change of plan pays for, nobody can tell.
  if (origin === 'subscription_payment_method_change') return joined(transaction);
  if (origin === 'subscription_update') return { ...joined(transaction), kind: 'unknown' };
  const from = timeAt(transaction, 'billing_period.starts_at');
  const until = timeAt(transaction, 'billing_period.ends_at');
  return {
    ...joined(transaction),
    kind: isRenewal ? 'renewed' : 'paid',
    order: isRenewal ? null : id,
    payment: id,
    // A charge beside a subscription is an order of its own.
    ...(origin === 'subscription_charge' && { orderIds: [] }),
    items: listAt(transaction, 'items').map((item) => ({
      product: textAt(item, 'price.id'),
      quantity: quantityAt(item, 'quantity'),
    })),
    seconds: isRenewal && from !== null && until !== null && until > from ? until - from : null,
    amount: integerAt(transaction, 'details.totals.grand_total', 'details.totals.total'),
    currency: currencyAt(transaction, 'currency_code'),
    lookup: isRenewal ? '' : textAt(transaction, 'customer_id'),
  };
}

function joined(transaction: Fields): Meaning {
  return {
    kind: 'joined',
    ids: idsOf(textAt(transaction, 'id')),
    orderIds: idsOf(textAt(transaction, 'subscription_id')),
  };
}

const refundStatuses: Readonly<Record<string, ClaimStatus>> = {
  approved: 'final',
  rejected: 'lifted',
  reversed: 'lifted',
};

function adjustment(one: Fields): Meaning {
  const action = textAt(one, 'action');
  const transaction = textAt(one, 'transaction_id');
  const ids = idsOf(transaction);
  const status = refundStatuses[textAt(one, 'status')] ?? 'open';
  if (action === 'refund')
    return {
      kind: 'refund',
      ids,
      claim: { id: textAt(one, 'id'), status },
      amount: integerAt(one, 'totals.total'),
      isAll: textAt(one, 'type') === 'full',
      currency: currencyAt(one, 'currency_code'),
    };
  // Paddle reports no lost dispute: the money is gone until it is reversed.
  if (action === 'chargeback' || action === 'chargeback_reverse')
    return {
      kind: status === 'lifted' ? 'joined' : 'dispute',
      ids,
      claim: {
        id: `${transaction} chargeback`,
        status: action === 'chargeback' ? 'open' : 'lifted',
      },
    };
  // A credit and the warning of a dispute take no money.
  return { kind: 'joined', ids };
}

function subscription(kind: ShopEvent['kind']): (data: Fields) => Meaning {
  return (one) => ({
    kind,
    ids: idsOf(textAt(one, 'transaction_id')),
    orderIds: idsOf(textAt(one, 'id')),
  });
}

const sandboxToken = /^pdl_sdbx_/;

async function* list(call: ApiCall, since: number): AsyncGenerator<readonly ShopEvent[]> {
  const first = '/events?per_page=100&order_by=id[DESC]';
  for (let path: string | null = first; path !== null;) {
    const page: Fields | null = await call.get(path);
    const events = listAt(page, 'data').map((body) => readFromApi(paddle, body, call));
    yield events.filter(({ kind, at }) => kind !== 'unknown' && at >= since);
    const last = textAt(listAt(page, 'data').at(-1), 'event_id');
    const isOver = last === '' || events.some(({ at }) => at < since);
    path =
      isOver || !isTrueAt(page, 'meta.pagination.has_more')
        ? null
        : `${first}&after=${encodeURIComponent(last)}`;
  }
}

export const paddle: Connector = {
  isSigned: (delivery, secret) => isTimedSigned(signature, delivery, secret),
  read(body, { now }, hash) {
    const type = textAt(body, 'event_type');
    return {
      ...noFacts,
      id: textAt(body, 'event_id') || hash,
      type,
      at: timeAt(body, 'occurred_at') ?? now,
      ...(meanings[type]?.(objectAt(body, 'data')) ?? { kind: 'unknown' as const }),
    };
  },
  needsToken: true,
  api: {
    originOf: (token) =>
      sandboxToken.test(token) ? 'https://sandbox-api.paddle.com' : 'https://api.paddle.com',
    async complete({ get, token }, event) {
      const customer = await get(`/customers/${encodeURIComponent(event.lookup)}`);
      return [
        { ...event, email: textAt(customer, 'data.email'), isTest: sandboxToken.test(token) },
      ];
    },
    list,
  },
};
