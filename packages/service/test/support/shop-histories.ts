// Random histories of an order, and a simple model of the seconds that its buyer owns: what was paid
// and not given back.
import fc from 'fast-check';
import { begin, day } from '../shops-parts.ts';

const price = 1000;
const firstSeconds = 30 * day;

/** An event in the format of a seller's own shop. */
export interface HistoryEvent {
  readonly id: string;
  readonly type: 'paid' | 'renewed' | 'refund' | 'dispute';
  readonly at: number;
  readonly payment: string;
  readonly amount?: number;
  readonly seconds?: number;
  readonly status?: 'done' | 'failed' | 'open' | 'won' | 'lost';
  readonly refund?: string;
  readonly dispute?: string;
  readonly items?: readonly { readonly product: string; readonly quantity: number }[];
}

export interface History {
  readonly quantity: number;
  /** In the order of their arrival. */
  readonly arrivals: readonly {
    readonly event: HistoryEvent;
    /** How often it arrives at the same time. */
    readonly copies: number;
    /** The buyer redeems all unused keys of the order after it. */
    readonly redeems: boolean;
  }[];
}

const claim = fc.oneof(
  fc.record({ what: fc.constant('whole' as const), fails: fc.boolean() }),
  fc.record({ what: fc.constant('part' as const), amount: fc.constantFrom(400, 600) }),
  fc.record({ what: fc.constant('piece' as const) }),
  fc.record({
    what: fc.constant('dispute' as const),
    end: fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
  }),
);
type Claim = typeof claim extends fc.Arbitrary<infer Value> ? Value : never;

const claims = fc.array(claim, { maxLength: 2 });

export const history: fc.Arbitrary<History> = fc
  .record({
    quantity: fc.integer({ min: 1, max: 3 }),
    first: claims,
    renewals: fc.array(fc.record({ days: fc.integer({ min: 1, max: 40 }), claims }), {
      maxLength: 2,
    }),
  })
  .chain(({ quantity, first, renewals }) => {
    const events = [
      ...paymentEvents({ id: 'p0', type: 'paid', at: begin, payment: 'p0' }, quantity, first),
      ...renewals.flatMap(({ days, claims: own }, index) =>
        paymentEvents(renewalOf(index, days), quantity, own),
      ),
    ];
    const shuffled = fc.shuffledSubarray(events, { minLength: events.length });
    const choices = fc.array(
      fc.record({ copies: fc.integer({ min: 1, max: 2 }), redeems: fc.boolean() }),
      {
        minLength: events.length,
        maxLength: events.length,
      },
    );
    return fc.tuple(shuffled, choices).map(([order, chosen]) => ({
      quantity,
      arrivals: order.map((event, at) => ({
        event,
        ...(chosen[at] ?? { copies: 1, redeems: false }),
      })),
    }));
  });

function renewalOf(index: number, days: number): HistoryEvent {
  const payment = `p${index + 1}`;
  const at = begin + (index + 1) * firstSeconds;
  return { id: payment, type: 'renewed', at, payment, seconds: days * day };
}

function paymentEvents(
  payment: HistoryEvent,
  quantity: number,
  own: readonly Claim[],
): readonly HistoryEvent[] {
  const items = [{ product: 'pro', quantity }];
  const paid = { ...payment, amount: price, ...(payment.type === 'paid' && { items }) };
  return [paid, ...own.flatMap((one, at) => claimEvents(payment, one, at))];
}

function claimEvents(
  { payment, at: paidAt }: HistoryEvent,
  one: Claim,
  number: number,
): readonly HistoryEvent[] {
  const id = `${payment} claim ${number}`;
  const at = paidAt + 10 * (number + 1);
  if (one.what === 'dispute') {
    const dispute = { type: 'dispute' as const, payment, dispute: id };
    const open = { ...dispute, id: `${id} open`, at, status: 'open' as const };
    return one.end === 'open'
      ? [open]
      : [open, { ...dispute, id: `${id} end`, at: at + 1, status: one.end }];
  }
  const refund = { type: 'refund' as const, payment, refund: id, id, at };
  if (one.what === 'part') return [{ ...refund, amount: one.amount }];
  if (one.what === 'piece') return [{ ...refund, items: [{ product: 'pro', quantity: 1 }] }];
  return one.fails
    ? [refund, { ...refund, id: `${id} failed`, at: at + 1, status: 'failed' as const }]
    : [refund];
}

/** The seconds that the buyer owns after these events, whatever their order. */
export function ownedSeconds(arrived: readonly HistoryEvent[], quantity: number): number {
  const payments = arrived.filter(({ type }) => type === 'paid' || type === 'renewed');
  if (!payments.some(({ type }) => type === 'paid')) return 0;
  return payments.reduce((sum, { payment, seconds = firstSeconds }) => {
    const own = arrived.filter((one) => one.payment === payment);
    return sum + seconds * piecesOf(own, quantity);
  }, 0);
}

function piecesOf(own: readonly HistoryEvent[], quantity: number): number {
  const latest = new Map<string, HistoryEvent>();
  for (const event of own.toSorted((one, other) => one.at - other.at)) {
    const name = event.refund ?? event.dispute;
    if (name !== undefined) latest.set(name, event);
  }
  const all = [...latest.values()];
  const refunds = all.filter(({ type, status }) => type === 'refund' && status !== 'failed');
  const parts = refunds.reduce((sum, { amount = 0 }) => sum + amount, 0);
  const isWhole = refunds.some(({ amount, items }) => amount === undefined && items === undefined);
  if (isWhole || parts >= price) return 0;
  if (all.some(({ status }) => status === 'lost' || status === 'open')) return 0;
  return Math.max(0, quantity - refunds.filter(({ items }) => items !== undefined).length);
}
