// Polar (polar.sh/docs/integrate/webhooks). It sends Standard Webhooks. Secrets that it made before
// 2026-09-08 sign with the bytes of the whole text instead of the decoded part.
import type { Fields } from '../../../http/exact-json.ts';
import { noFacts, type ClaimStatus, type ShopEvent } from '../shop-event.ts';
import { readFromApi, type ApiCall, type Connector } from './connector.ts';
import {
  currencyAt,
  idsOf,
  integerAt,
  listAt,
  objectAt,
  quantityAt,
  textAt,
  timeAt,
} from './event-fields.ts';
import { isSignedWith, isStandardSigned } from './standard-webhooks.ts';

type Meaning = Partial<ShopEvent> & Pick<ShopEvent, 'kind'>;

const meanings: Readonly<Record<string, (data: Fields) => Meaning>> = {
  // Not `subscription.cycled`, which comes before the payment, and even if it fails.
  'order.paid': paid,
  'order.created': joined,
  'order.updated': joined,
  'order.refunded': (order) => ({
    kind: 'refund',
    ids: idsOf(textAt(order, 'id')),
    claim: { id: `${textAt(order, 'id')} in all`, status: 'final' },
    amount: integerAt(order, 'refunded_amount'),
    isTotal: true,
    isAll: textAt(order, 'status') === 'refunded',
    currency: currencyAt(order, 'currency'),
  }),
  'refund.created': refund,
  'refund.updated': refund,
  'subscription.created': subscription('joined'),
  'subscription.updated': subscription('joined'),
  'subscription.active': subscription('joined'),
  'subscription.cycled': subscription('joined'),
  'subscription.past_due': subscription('joined'),
  'subscription.uncanceled': subscription('joined'),
  // Until the end of the period.
  'subscription.canceled': subscription('cancelled'),
  'subscription.revoked': subscription('ended'),
};

function paid(order: Fields): Meaning {
  const isRenewal = textAt(order, 'billing_reason') === 'subscription_cycle';
  const id = textAt(order, 'id');
  return {
    kind: isRenewal ? 'renewed' : 'paid',
    order: isRenewal ? null : id,
    payment: id,
    ids: idsOf(id, textAt(order, 'checkout_id')),
    orderIds: idsOf(textAt(order, 'subscription_id')),
    items: [{ product: textAt(order, 'product_id'), quantity: quantityAt(order, 'seats') }],
    amount: integerAt(order, 'total_amount', 'amount'),
    currency: currencyAt(order, 'currency'),
    email: textAt(order, 'customer.email'),
  };
}

function joined(order: Fields): Meaning {
  return {
    kind: 'joined',
    ids: idsOf(textAt(order, 'id'), textAt(order, 'checkout_id')),
    orderIds: idsOf(textAt(order, 'subscription_id')),
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
    ids: idsOf(textAt(one, 'order_id')),
    claim: { id: textAt(one, 'id'), status: refundStatuses[textAt(one, 'status')] ?? 'open' },
    amount: refundedAmount(one),
    currency: currencyAt(one, 'currency'),
  };
}

/** The amount of a refund is without taxes, but that of an order is with them. */
function refundedAmount(one: Fields): number | null {
  const amount = integerAt(one, 'amount');
  return amount === null ? null : amount + (integerAt(one, 'tax_amount') ?? 0);
}

function subscription(kind: ShopEvent['kind']): (data: Fields) => Meaning {
  return (one) => ({ kind, orderIds: idsOf(textAt(one, 'id')) });
}

const paidStatuses: readonly string[] = ['paid', 'refunded', 'partially_refunded'];

async function* list(call: ApiCall, since: number): AsyncGenerator<readonly ShopEvent[]> {
  for await (const orders of pagesOf(call, 'orders', since))
    yield orders
      .filter((order) => paidStatuses.includes(textAt(order, 'status')))
      .map((order) => eventOf(call, 'order.paid', order));
  for await (const refunds of pagesOf(call, 'refunds', since))
    yield refunds.map((one) => eventOf(call, 'refund.updated', one));
}

function eventOf(call: ApiCall, type: string, data: Fields): ShopEvent {
  const id = `api ${type} ${textAt(data, 'id')} ${textAt(data, 'status')}`;
  return readFromApi(polar, { type, data, timestamp: textAt(data, 'created_at') }, call, id);
}

/** Newest first, until one is older than `since`. */
async function* pagesOf(
  { get }: ApiCall,
  name: 'orders' | 'refunds',
  since: number,
): AsyncGenerator<readonly Fields[]> {
  for (let number = 1; ; number += 1) {
    const page = await get(`/v1/${name}/?limit=100&sorting=-created_at&page=${number}`);
    const rows = listAt(page, 'items');
    const recent = rows.filter((row) => (timeAt(row, 'created_at') ?? since) >= since);
    yield recent;
    if (recent.length < rows.length || number >= (integerAt(page, 'pagination.max_page') ?? 0))
      return;
  }
}

export const polar: Connector = {
  isSigned: (delivery, secret) =>
    isStandardSigned(delivery, secret.replace(/^polar_/, '')) ||
    isSignedWith(delivery, Buffer.from(secret)),
  read(body, { now, header }, hash) {
    const type = textAt(body, 'type');
    return {
      ...noFacts,
      id: header('webhook-id') || hash,
      type,
      at: timeAt(body, 'timestamp') ?? now,
      ...(meanings[type]?.(objectAt(body, 'data')) ?? { kind: 'unknown' as const }),
    };
  },
  api: { originOf: () => 'https://api.polar.sh', list },
};
