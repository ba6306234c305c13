// Budgets in the database: a count in a window of time that begins with its first use. All processes share them, and no
// lock is needed: a place is reserved by one upsert before it is known whether it counts, and given back where it does not.
import { createHash } from 'node:crypto';
import type { ExpressionBuilder, OnConflictDatabase, OnConflictTables } from 'kysely';
import { clockSlackSeconds } from '../clock.ts';
import type { Database, Tables, Transaction } from '../database/schema.ts';

export interface Budget {
  /** SHA-256, hex: neither a name nor an address is kept. */
  readonly scope: string;
  readonly most: number;
  readonly seconds: number;
}

export interface Slot {
  readonly scope: string;
  readonly endsAt: number;
}

export type Reservation =
  | {
      readonly ok: true;
      readonly slots: readonly Slot[];
      /** How many more there may be after this one, in the budget that has the fewest. */
      readonly left: number;
      /** Seconds until all budgets that have none left are filled again; 0 where each has some. */
      readonly retryAfter: number;
    }
  | { readonly ok: false; readonly full: readonly string[]; readonly retryAfter: number };

export function scopeOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * One place in every budget. Must run inside a transaction, which must be undone where it is refused: what is written then
 * counts for nothing. Rows are taken in the order of their scopes, so that two transactions never wait for each other.
 */
export async function reserve(
  transaction: Transaction,
  budgets: readonly Budget[],
  now: number,
): Promise<Reservation> {
  const inOrder = budgets.toSorted((a, b) => (a.scope < b.scope ? -1 : 1));
  const rows = await transaction
    .insertInto('throttles')
    .values(inOrder.map(({ scope, seconds }) => ({ scope, count: 1, endsAt: now + seconds })))
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(counted(1, now)))
    .returning(['scope', 'count', 'endsAt'])
    .execute();
  const counts = rows.map((row) => ({
    ...row,
    left: Math.min(
      ...budgets.filter(({ scope }) => scope === row.scope).map(({ most }) => most - row.count),
    ),
    waits: row.endsAt - now,
  }));
  const over = counts.filter(({ left }) => left < 0);
  if (over.length > 0)
    return {
      ok: false,
      full: over.map(({ scope }) => scope),
      retryAfter: Math.max(1, ...over.map(({ waits }) => waits)),
    };
  const spent = counts.filter(({ left }) => left === 0);
  return {
    ok: true,
    slots: rows,
    left: Math.min(...counts.map(({ left }) => left)),
    retryAfter: Math.max(0, ...spent.map(({ waits }) => waits)),
  };
}

/**
 * Adds to the count of a window; begins a new one where the old one has ended or all of it was given back, and where it is
 * of a clock that was ahead: no window is longer than the one that would begin now.
 */
function counted(amount: number, now: number) {
  return (
    eb: ExpressionBuilder<OnConflictDatabase<Tables, 'throttles'>, OnConflictTables<'throttles'>>,
  ) => {
    const over = eb.or([
      eb('throttles.endsAt', '<=', now),
      eb(eb('throttles.endsAt', '-', clockSlackSeconds), '>', eb.ref('excluded.endsAt')),
      eb('throttles.count', '=', 0),
    ]);
    return {
      count: eb
        .case()
        .when(over)
        .then(amount)
        .else(eb('throttles.count', '+', amount))
        .end(),
      endsAt: eb
        .case()
        .when(over)
        .then(eb.ref('excluded.endsAt'))
        .else(eb.ref('throttles.endsAt'))
        .end(),
    };
  };
}

/** A window that has ended in the meantime, or began anew, is left alone. */
export async function returnSlots(db: Database, slots: readonly Slot[]): Promise<void> {
  const inOrder = slots.toSorted((a, b) => (a.scope < b.scope ? -1 : 1));
  await db
    .insertInto('throttles')
    .values(inOrder.map(({ scope, endsAt }) => ({ scope, count: 0, endsAt })))
    .onConflict((conflict) =>
      conflict
        .column('scope')
        .doUpdateSet((eb) => ({ count: eb('throttles.count', '-', 1) }))
        .whereRef('throttles.endsAt', '=', 'excluded.endsAt')
        .where('throttles.count', '>', 0),
    )
    .execute();
}

/** When a budget that is spent is filled again, unix seconds; null: it is not spent. */
export async function endOfSpent(
  db: Database,
  { scope, most, seconds }: Budget,
  now: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('throttles')
    .select('endsAt')
    .where('scope', '=', scope)
    .where('endsAt', '>', now)
    .where('endsAt', '<=', now + seconds + clockSlackSeconds)
    .where('count', '>=', most)
    .executeTakeFirst();
  return row?.endsAt ?? null;
}

/** Adds to one count and returns it as it is then, with the end of its window. */
export async function addTo(
  db: Database,
  scope: string,
  count: number,
  endsAt: number,
  now: number,
): Promise<{ readonly count: number; readonly endsAt: number }> {
  return db
    .insertInto('throttles')
    .values({ scope, count, endsAt })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(counted(count, now)))
    .returning(['count', 'endsAt'])
    .executeTakeFirstOrThrow();
}
