// Events of the seller's own shop, in the format of docs/shops.md#your-own-shop. The kinds
// `standardwebhooks` and `hmac` differ only in their signature.
import type { Fields } from '../../../http/exact-json.ts';
import { noFacts, type ClaimStatus, type ShopEvent, type ShopEventKind } from '../shop-event.ts';
import type { Connector, ShopDelivery } from './connector.ts';
import {
  currencyAt,
  idsOf,
  integerAt,
  isTrueAt,
  listAt,
  quantityAt,
  textAt,
  timeAt,
} from './event-fields.ts';
import { hmac, isAmong } from './signatures.ts';
import { isStandardSigned } from './standard-webhooks.ts';

const kinds: Readonly<Record<string, ShopEventKind>> = {
  paid: 'paid',
  renewed: 'renewed',
  refund: 'refund',
  dispute: 'dispute',
  cancelled: 'cancelled',
  ended: 'ended',
};

const claimStatuses: Readonly<Record<string, ClaimStatus>> = {
  open: 'open',
  pending: 'open',
  lost: 'final',
  done: 'final',
  won: 'lifted',
  failed: 'lifted',
};

/** The order number of licenses has the kind and the shop before it. */
const maxOrderLength = 150;

function readOwn(body: Fields, { now, header }: ShopDelivery, hash: string): ShopEvent {
  const type = textAt(body, 'type');
  const order = textAt(body, 'order');
  const kind = kinds[type] ?? 'unknown';
  const payment = textAt(body, 'payment') || (kind === 'renewed' ? '' : order);
  const claimed = kind === 'refund' || kind === 'dispute' ? claimOf(body, kind, hash) : null;
  const items = listAt(body, 'items').map((item) => ({
    product: textAt(item, 'product'),
    quantity: quantityAt(item, 'quantity'),
  }));
  const isUsable =
    order !== '' && order.length <= maxOrderLength && (kind !== 'renewed' || payment !== '');
  const amount = integerAt(body, 'amount');
  return {
    ...noFacts,
    id: textAt(body, 'id') || header('webhook-id') || hash,
    kind: isUsable ? kind : 'unknown',
    type,
    at: timeAt(body, 'at') ?? now,
    order: isUsable ? order : null,
    ids: claimed === null ? idsOf(payment) : idsOf(textAt(body, 'payment')),
    orderIds: idsOf(order),
    payment,
    claim: claimed,
    items,
    seconds: integerAt(body, 'seconds'),
    amount,
    isAll: kind === 'refund' && amount === null && items.length === 0,
    currency: currencyAt(body, 'currency'),
    email: textAt(body, 'email'),
    isTest: isTrueAt(body, 'test'),
  };
}

function claimOf(body: Fields, kind: 'refund' | 'dispute', hash: string) {
  const status = claimStatuses[textAt(body, 'status')];
  return {
    id: textAt(body, 'refund', 'dispute', 'id') || hash,
    status: status ?? (kind === 'refund' ? ('final' as const) : ('open' as const)),
  };
}

export const ownShop: Connector = {
  isSigned: ({ body, header }, secret) => {
    const given = header('x-signature').replace(/^sha256=/i, '');
    return isAmong([given.toLowerCase()], hmac(secret, [body], 'hex'));
  },
  read: readOwn,
};

export const standardShop: Connector = { isSigned: isStandardSigned, read: readOwn };
