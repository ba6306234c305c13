// Sell.app (sell.app/docs/setting-up-dynamic-webhook) and SellAuth
// (docs.sellauth.com/guides/dynamic-delivery). They show the service's answer to the buyer.
import type { Fields } from '../../../http/exact-json.ts';
import { noFacts } from '../shop-event.ts';
import type { Connector, ShopDelivery } from './connector.ts';
import {
  currencyAt,
  decimalAt,
  idsOf,
  integerAt,
  listAt,
  objectAt,
  quantityAt,
  textAt,
  timeAt,
} from './event-fields.ts';
import { hmac, isAmong } from './signatures.ts';

const signedIn = (header: string) => (delivery: ShopDelivery, secret: string) =>
  isAmong([delivery.header(header).toLowerCase()], hmac(secret, [delivery.body], 'hex'));

const buyerPaths = ['email', 'customer_email', 'customer_information.email', 'customer.email'];

/** One request for each order. */
export const sellApp: Connector = {
  isSigned: signedIn('signature'),
  read(body, { now }, hash) {
    const type = textAt(body, 'event') || 'dynamic';
    const order = textAt(body, 'data.id') === '' ? body : objectAt(body, 'data');
    const id = textAt(order, 'id', 'uniqid');
    const known = {
      ...noFacts,
      id: `${type} ${id || hash}`,
      type,
      at: timeAt(order, 'updated_at', 'created_at') ?? now,
      ids: idsOf(id),
    };
    if (id !== '' && type === 'order.disputed')
      return { ...known, kind: 'dispute', claim: { id: `${id} dispute`, status: 'open' } };
    if (id !== '' && type === 'order.created') return { ...known, kind: 'joined' };
    if (id === '' || !['dynamic', 'order.completed'].includes(type))
      return { ...known, kind: 'unknown' };
    return {
      ...known,
      kind: 'paid',
      order: id,
      payment: id,
      items: itemsOf(order),
      amount: integerAt(order, 'total_cents', 'payment.total.total_cents'),
      currency: currencyAt(order, 'currency', 'payment.total.currency'),
      email: textAt(order, ...buyerPaths),
    };
  },
  answersKeys: true,
};

function itemsOf(order: Fields) {
  const variants = [...listAt(order, 'product_variants'), ...listAt(order, 'line_items')];
  if (variants.length > 0)
    return variants.map((one) => ({
      product: textAt(one, 'variant_id', 'product_variant_id', 'id'),
      quantity: quantityAt(one, 'quantity'),
    }));
  const product = textAt(order, 'variant_id', 'variant.id', 'product_id', 'listing.id');
  return product === '' ? [] : [{ product, quantity: quantityAt(order, 'quantity') }];
}

/** One request for each item of an order. */
export const sellAuth: Connector = {
  isSigned: signedIn('x-signature'),
  read(body, { now }, hash) {
    const type = textAt(body, 'event');
    const order = textAt(body, 'unique_id');
    const item = objectAt(body, 'item');
    const payment = `${order} ${textAt(item, 'id')}`.trim();
    const known = { ...noFacts, type, at: timeAt(body, 'completed_at', 'created_at') ?? now };
    if (type !== 'INVOICE.ITEM.DELIVER-DYNAMIC' || order === '')
      return { ...known, id: hash, kind: 'unknown' };
    const currency = currencyAt(body, 'currency');
    return {
      ...known,
      id: payment,
      kind: 'paid',
      order,
      payment,
      ids: idsOf(payment),
      orderIds: idsOf(order),
      items: [
        {
          product: textAt(item, 'variant_id', 'product_id'),
          quantity: quantityAt(item, 'quantity'),
        },
      ],
      amount: decimalAt(body, 'price', currency),
      currency,
      email: textAt(body, ...buyerPaths),
    };
  },
  answersKeys: true,
};
