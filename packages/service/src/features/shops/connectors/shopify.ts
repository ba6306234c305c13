// Shopify (shopify.dev/docs/api/webhooks).
import type { Fields } from '../../../http/exact-json.ts';
import { noFacts, type ClaimStatus, type ShopEvent } from '../shop-event.ts';
import type { Connector } from './connector.ts';
import {
  currencyAt,
  decimalAt,
  idsOf,
  isTrueAt,
  listAt,
  objectAt,
  quantityAt,
  textAt,
  timeAt,
} from './event-fields.ts';
import { hmac, isAmong } from './signatures.ts';

type Meaning = Partial<ShopEvent> & Pick<ShopEvent, 'kind'>;

const meanings: Readonly<Record<string, (body: Fields) => Meaning>> = {
  'orders/paid': (order) => {
    const currency = currencyAt(order, 'currency');
    const id = textAt(order, 'id');
    return {
      kind: 'paid',
      order: id,
      payment: id,
      ids: idsOf(id),
      items: listAt(order, 'line_items').map((item) => ({
        product: textAt(item, 'variant_id', 'product_id'),
        quantity: quantityAt(item, 'quantity'),
      })),
      amount: decimalAt(order, 'total_price', currency),
      currency,
      email: textAt(order, 'email', 'contact_email', 'customer.email'),
    };
  },
  'orders/create': joined,
  'orders/updated': joined,
  'orders/fulfilled': joined,
  'orders/cancelled': (order) => ({ kind: 'cancelled', ids: idsOf(textAt(order, 'id')) }),
  'refunds/create': refund,
  'disputes/create': dispute,
  'disputes/update': dispute,
};

function joined(order: Fields): Meaning {
  return { kind: 'joined', ids: idsOf(textAt(order, 'id')) };
}

/** The pieces that were returned, or else an amount. */
function refund(one: Fields): Meaning {
  const [transaction = {}] = listAt(one, 'transactions');
  const currency = currencyAt(transaction, 'currency');
  const amounts = listAt(one, 'transactions').map((each) => decimalAt(each, 'amount', currency));
  return {
    kind: 'refund',
    ids: idsOf(textAt(one, 'order_id')),
    claim: { id: textAt(one, 'id'), status: 'final' },
    items: listAt(one, 'refund_line_items').map((item) => {
      const line = objectAt(item, 'line_item');
      return {
        product: textAt(line, 'variant_id', 'product_id'),
        quantity: quantityAt(item, 'quantity'),
      };
    }),
    amount: amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0),
    currency,
  };
}

const disputeStatuses: Readonly<Record<string, ClaimStatus>> = {
  won: 'lifted',
  lost: 'final',
  accepted: 'final',
};

function dispute(one: Fields): Meaning {
  // An inquiry takes no money yet.
  const isInquiry = textAt(one, 'type') === 'inquiry';
  const status = disputeStatuses[textAt(one, 'status')] ?? (isInquiry ? 'lifted' : 'open');
  return {
    kind: 'dispute',
    ids: idsOf(textAt(one, 'order_id')),
    claim: { id: textAt(one, 'id'), status },
  };
}

export const shopify: Connector = {
  isSigned: ({ body, header }, secret) =>
    isAmong([header('x-shopify-hmac-sha256')], hmac(secret, [body], 'base64')),
  read(body, { now, header }, hash) {
    const type = header('x-shopify-topic');
    return {
      ...noFacts,
      id: header('x-shopify-event-id') || hash,
      type,
      at: timeAt({ at: header('x-shopify-triggered-at') }, 'at') ?? now,
      isTest: isTrueAt(body, 'test'),
      ...(meanings[type]?.(body) ?? { kind: 'unknown' as const }),
    };
  },
};
