// WooCommerce (woocommerce.com/document/webhooks). Each event is the whole order as it is now.
import type { Fields } from '../../../http/exact-json.ts';
import { noFacts, type ShopEvent } from '../shop-event.ts';
import type { Connector } from './connector.ts';
import {
  currencyAt,
  decimalAt,
  idsOf,
  listAt,
  quantityAt,
  textAt,
  timeAt,
} from './event-fields.ts';
import { hmac, isAmong } from './signatures.ts';

type Meaning = Partial<ShopEvent> & Pick<ShopEvent, 'kind'>;

function meaningOf(order: Fields): Meaning {
  const id = textAt(order, 'id');
  const currency = currencyAt(order, 'currency');
  const status = textAt(order, 'status');
  const known = { order: id, ids: idsOf(id), orderIds: [], currency };
  if (status === 'processing' || status === 'completed')
    return {
      ...known,
      kind: 'paid',
      payment: id,
      items: listAt(order, 'line_items').map((item) => ({
        product: productOf(item),
        quantity: quantityAt(item, 'quantity'),
      })),
      amount: decimalAt(order, 'total', currency),
      email: textAt(order, 'billing.email'),
    };
  if (status === 'refunded')
    return {
      ...known,
      kind: 'refund',
      claim: { id: `${id} in all`, status: 'final' },
      isAll: true,
    };
  return { ...known, kind: 'joined' };
}

/** The variation, if the product has some. */
function productOf(item: Fields): string {
  const variation = textAt(item, 'variation_id');
  return variation === '' || variation === '0' ? textAt(item, 'product_id') : variation;
}

export const wooCommerce: Connector = {
  isSigned: ({ body, header }, secret) =>
    isAmong([header('x-wc-webhook-signature')], hmac(secret, [body], 'base64')),
  read(body, { now, header }, hash) {
    const type = header('x-wc-webhook-topic');
    const isOrder = /^order\.(created|updated|restored)$/.test(type);
    return {
      ...noFacts,
      id: hash,
      type,
      at: timeAt({ at: `${textAt(body, 'date_modified_gmt')}Z` }, 'at') ?? now,
      ...(isOrder ? meaningOf(body) : { kind: 'unknown' as const }),
    };
  },
};
