// Computes what an order's payments should give from all its events, whatever their order and
// number. A pure function: the same events always give the same result.
import type { ShopRevenueRow } from '../../database/schema-shops.ts';
import type { ClaimStatus, ShopEvent, ShopItem } from './shop-event.ts';

export type LineState = 'given' | 'suspended' | 'off';

export interface WantedPayment {
  readonly id: string;
  readonly kind: 'paid' | 'renewed';
  readonly items: readonly ShopItem[];
  readonly seconds: number | null;
  readonly state: LineState;
  /** Pieces that are returned, by product. */
  readonly returned: ReadonlyMap<string, number>;
}

export type OrderAttention =
  | 'unknown-event'
  | 'partial-refund'
  | 'refund-unmatched'
  | 'currency-differs';

export interface OrderState {
  /** Oldest first. */
  readonly payments: readonly WantedPayment[];
  readonly attention: ReadonlySet<OrderAttention>;
  readonly amount: number;
  readonly currency: string;
  readonly email: string;
  readonly isTest: boolean;
  readonly revenue: readonly Revenue[];
  /** The subscription is not renewed any more. */
  readonly isEnded: boolean;
}

export type Revenue = Pick<ShopRevenueRow, 'payment' | 'kind' | 'at' | 'currency' | 'amount'>;

interface Payment {
  readonly first: ShopEvent;
  readonly ids: Set<string>;
  items: readonly ShopItem[];
  amount: number | null;
}

interface Claim {
  readonly event: ShopEvent;
  readonly payments: readonly Payment[];
}

export function orderStateOf(unsorted: readonly ShopEvent[]): OrderState {
  const events = unsorted.toSorted(byTime);
  const payments = paymentsOf(events);
  joinIds(payments, events);
  const attention = new Set<OrderAttention>();
  if (events.some(({ kind }) => kind === 'unknown')) attention.add('unknown-event');
  const claims = latestClaims(events).flatMap((event) => {
    const own = claimedPayments(payments, event);
    if (own === null) attention.add('refund-unmatched');
    return own === null ? [] : [{ event, payments: own }];
  });
  const currency = payments[0]?.first.currency ?? '';
  const paying = events.filter(({ kind }) => kind === 'paid' || kind === 'renewed');
  return {
    payments: payments.map((payment) => wantedOf(payment, claims, attention)),
    attention,
    amount: payments[0]?.amount ?? 0,
    currency,
    email: [...paying, ...events].find(({ email }) => email !== '')?.email ?? '',
    isTest: events.some(({ isTest }) => isTest),
    revenue: payments.flatMap((payment) => revenueOf(payment, claims)),
    isEnded: events.some(({ kind }) => kind === 'ended'),
  };
}

const ranks: Readonly<Record<ClaimStatus, number>> = { open: 0, final: 1, lifted: 2 };

/** Events of the same second: a decision comes after the request for it. */
function byTime(one: ShopEvent, other: ShopEvent): number {
  const rank = ({ claim }: ShopEvent) => ranks[claim?.status ?? 'open'];
  return one.at - other.at || rank(one) - rank(other) || (one.id < other.id ? -1 : 1);
}

function paymentsOf(events: readonly ShopEvent[]): readonly Payment[] {
  const payments = new Map<string, Payment>();
  for (const event of events) {
    if (event.kind !== 'paid' && event.kind !== 'renewed') continue;
    const { payment, ids, items, amount } = event;
    const known = payments.get(payment);
    if (known === undefined)
      payments.set(payment, { first: event, ids: new Set([payment, ...ids]), items, amount });
    else {
      // A second event about the payment, which may say more.
      for (const id of ids) known.ids.add(id);
      if (known.items.length === 0) known.items = items;
      known.amount ??= amount;
    }
  }
  return [...payments.values()];
}

/** Gives each payment all ids that its events name, directly or through another event. */
function joinIds(payments: readonly Payment[], events: readonly ShopEvent[]): void {
  for (let size = -1; ;) {
    const now = payments.reduce((sum, { ids }) => sum + ids.size, 0);
    if (now === size) return;
    size = now;
    for (const { ids } of events) {
      const payment = payments.find((one) => ids.some((id) => one.ids.has(id)));
      for (const id of ids) payment?.ids.add(id);
    }
  }
}

function latestClaims(sorted: readonly ShopEvent[]): readonly ShopEvent[] {
  const latest = new Map<string, ShopEvent>();
  for (const event of sorted)
    if (event.claim !== null) latest.set(`${event.kind} ${event.claim.id}`, event);
  return [...latest.values()];
}

/**
 * Returns null if nobody can tell which of several payments the claim is about. A claim can arrive
 * before its payment.
 */
function claimedPayments(
  payments: readonly Payment[],
  { ids, isAll }: ShopEvent,
): readonly Payment[] | null {
  const own = payments.filter((one) => ids.some((id) => one.ids.has(id)));
  if (ids.length > 0) return own.length > 0 ? own : null;
  return payments.length <= 1 || isAll ? payments : null;
}

function wantedOf(
  payment: Payment,
  claims: readonly Claim[],
  attention: Set<OrderAttention>,
): WantedPayment {
  const own = claims.flatMap((claim) => (claim.payments.includes(payment) ? [claim.event] : []));
  const disputes = own.filter(({ kind }) => kind === 'dispute');
  const refunds = own.filter((one) => one.kind === 'refund' && one.claim?.status === 'final');
  const isLost = disputes.some(({ claim }) => claim?.status === 'final');
  const isOff = isLost || isReturned(payment, refunds, attention);
  const isDisputed = disputes.some(({ claim }) => claim?.status === 'open');
  const { first, items } = payment;
  return {
    id: first.payment,
    kind: first.kind === 'renewed' ? 'renewed' : 'paid',
    items,
    seconds: first.seconds,
    state: isOff ? 'off' : isDisputed ? 'suspended' : 'given',
    returned: returnedItems(refunds),
  };
}

/** Whether the whole payment is returned. Amounts are compared only in the payment's currency. */
function isReturned(
  { first, amount }: Payment,
  refunds: readonly ShopEvent[],
  attention: Set<OrderAttention>,
): boolean {
  if (refunds.some(({ isAll }) => isAll)) return true;
  const amounts = refunds.filter((one) => one.items.length === 0);
  if (amounts.length === 0) return false;
  if (amounts.some(({ currency }) => currency !== first.currency)) {
    attention.add('currency-differs');
    return false;
  }
  const sum = sumOf(amounts);
  if (amount !== null && amount > 0 && sum >= amount) return true;
  attention.add('partial-refund');
  return false;
}

function sumOf(refunds: readonly ShopEvent[]): number {
  const totals = refunds.flatMap((one) => (one.isTotal ? [one.amount ?? 0] : []));
  const parts = refunds.map((one) => (one.isTotal ? 0 : (one.amount ?? 0)));
  return Math.max(
    ...totals,
    parts.reduce((all, one) => all + one, 0),
  );
}

/** What is returned counts from its newest event on. Other currencies are never converted. */
function revenueOf(of: Payment, claims: readonly Claim[]): readonly Revenue[] {
  const { first, amount } = of;
  if (amount === null || amount === 0) return [];
  const { payment, currency, at } = first;
  const paid = { payment, kind: 'paid', at, currency, amount } as const;
  const returns = claims.flatMap(({ event, payments }) =>
    event.claim?.status === 'final' && payments.includes(of) ? [event] : [],
  );
  const own = returns.filter((one) => one.kind === 'refund' && one.currency === currency);
  const isAll = returns.some((one) => one.isAll || one.kind === 'dispute');
  const returned = isAll ? amount : Math.min(amount, sumOf(own));
  if (returned === 0) return [paid];
  const newest = Math.max(...returns.map((one) => one.at));
  return [paid, { payment, kind: 'returned', at: newest, currency, amount: -returned }];
}

function returnedItems(refunds: readonly ShopEvent[]): ReadonlyMap<string, number> {
  const returned = new Map<string, number>();
  for (const { product, quantity } of refunds.flatMap(({ items }) => items))
    returned.set(product, (returned.get(product) ?? 0) + quantity);
  return returned;
}
