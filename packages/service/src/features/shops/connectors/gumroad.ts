// Gumroad (gumroad.com/ping, gumroad.com/api). It signs nothing.
// SECURITY: of a request only the id of the sale is used. Everything else comes from Gumroad's API,
// which the seller's token reads, so that nobody can invent a sale.
import type { Fields } from '../../../http/exact-json.ts';
import { noFacts, type ShopEvent } from '../shop-event.ts';
import type { ApiCall, Connector } from './connector.ts';
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

const daySeconds = 86_400;
const saleIdForm = /^[A-Za-z0-9_=-]{4,60}$/;

function saleIdIn(body: Buffer): string {
  // The first one: a field of the buyer's form can have the same name.
  const id = new URLSearchParams(body.toString('utf8')).get('sale_id') ?? '';
  return saleIdForm.test(id) ? id : '';
}

/** Returns what a sale means, as the API tells it now. */
function eventsOf(sale: Fields, now: number): readonly ShopEvent[] {
  const id = textAt(sale, 'id');
  if (id === '') return [];
  const isRenewal = isTrueAt(sale, 'recurring_charge');
  const known = {
    ...noFacts,
    ids: idsOf(id),
    orderIds: idsOf(textAt(sale, 'subscription_id')),
    currency: currencyAt(sale, 'currency'),
  };
  const event = (kind: ShopEvent['kind'], type: string, more: Partial<ShopEvent>): ShopEvent => ({
    ...known,
    id: `${id} ${type}`,
    kind,
    type,
    at: now,
    ...more,
  });
  const claim = (kind: 'refund' | 'dispute', type: string, status: 'open' | 'final' | 'lifted') =>
    event(kind, type, {
      claim: { id: `${id} ${type === 'partial refund' ? 'part' : kind}`, status },
      isAll: type === 'refund',
    });
  const isDisputed = isTrueAt(sale, 'disputed') || isTrueAt(sale, 'chargedback');
  const isWon = isTrueAt(sale, 'dispute_won');
  return [
    event(isRenewal ? 'renewed' : 'paid', 'sale', {
      at: timeAt(sale, 'created_at', 'timestamp') ?? now,
      order: isRenewal ? null : id,
      payment: id,
      items: [{ product: textAt(sale, 'product_id'), quantity: quantityAt(sale, 'quantity') }],
      amount: integerAt(sale, 'price'),
      email: textAt(sale, 'email', 'purchase_email'),
      isTest: isTrueAt(sale, 'test'),
    }),
    ...(isTrueAt(sale, 'refunded') ? [claim('refund', 'refund', 'final')] : []),
    ...(isTrueAt(sale, 'partially_refunded') ? [claim('refund', 'partial refund', 'final')] : []),
    ...(isDisputed && !isWon ? [claim('dispute', 'dispute', 'open')] : []),
    ...(isWon ? [claim('dispute', 'dispute won', 'lifted')] : []),
    ...(isTrueAt(sale, 'ended') ? [event('ended', 'subscription_ended', {})] : []),
  ];
}

async function* list({ get, now }: ApiCall, since: number): AsyncGenerator<readonly ShopEvent[]> {
  // Whether Gumroad's "after" includes the day is not documented.
  const after = new Date((since - daySeconds) * 1000).toISOString().slice(0, 10);
  for (let key: string | null = ''; key !== null;) {
    const more: string = key === '' ? '' : `&page_key=${encodeURIComponent(key)}`;
    const page: Fields | null = await get(`/v2/sales?after=${after}${more}`);
    const sales = listAt(page, 'sales');
    const recent = sales.filter((sale) => (timeAt(sale, 'created_at') ?? since) >= since);
    yield recent.flatMap((sale) => eventsOf(sale, now));
    key = textAt(page, 'next_page_key') || null;
  }
}

export const gumroad: Connector = {
  isUnsigned: true,
  isSigned: ({ body }) => saleIdIn(body) !== '',
  parse: (body) => ({ sale_id: saleIdIn(body) }),
  read(body, { now }, hash) {
    const id = textAt(body, 'sale_id');
    // Part of the hash: a later request about the same sale is about something new.
    const known = { ...noFacts, id: `ping ${id} ${hash.slice(0, 16)}`, type: 'ping', at: now };
    return id === ''
      ? { ...known, kind: 'unknown' }
      : { ...known, kind: 'joined', ids: idsOf(id), lookup: id };
  },
  needsToken: true,
  api: {
    originOf: () => 'https://api.gumroad.com',
    async complete({ get, now }, { lookup }) {
      const answer = await get(`/v2/sales/${encodeURIComponent(lookup)}`);
      return eventsOf(objectAt(answer, 'sale'), now);
    },
    list,
  },
};
