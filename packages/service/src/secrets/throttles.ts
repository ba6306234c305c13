// Stores budgets of attempts in the database: a count in a time window that begins with the first
// attempt. Processes share budgets without locks: one upsert reserves a slot, and an attempt that
// does not count returns its slot.
import { createHash } from 'node:crypto';
import type { ExpressionBuilder, OnConflictDatabase, OnConflictTables } from 'kysely';
import { clockToleranceSeconds } from '../clock.ts';
import type { Database, Tables, Transaction } from '../database/schema.ts';

export interface Budget {
  /** SHA-256 in hex, so that names and addresses are not stored. */
  readonly scope: string;
  readonly maxAttempts: number;
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
      /** Slots left in the budget with the fewest. */
      readonly left: number;
      /** Seconds until every spent budget is refilled; 0 if none is spent. */
      readonly retryAfter: number;
    }
  | {
      readonly ok: false;
      /** Seconds until each exceeded budget is refilled, by scope. */
      readonly waits: ReadonlyMap<string, number>;
      /** The longest wait. */
      readonly retryAfter: number;
    };

export function scopeOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Reserves a slot in every budget. The caller must roll back if a slot is refused. Rows are written
 * in the order of their scopes, so that two transactions never deadlock.
 */
export async function reserve(
  transaction: Transaction,
  budgets: readonly Budget[],
  now: number,
): Promise<Reservation> {
  const sorted = budgets.toSorted((a, b) => (a.scope < b.scope ? -1 : 1));
  const rows = await transaction
    .insertInto('throttles')
    .values(sorted.map(({ scope, seconds }) => ({ scope, count: 1, endsAt: now + seconds })))
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(countUpdate(1, now)))
    .returning(['scope', 'count', 'endsAt'])
    .execute();
  const counts = rows.map((row) => ({
    ...row,
    left: Math.min(
      ...budgets
        .filter(({ scope }) => scope === row.scope)
        .map(({ maxAttempts }) => maxAttempts - row.count),
    ),
    waitSeconds: row.endsAt - now,
  }));
  const exceeded = counts.filter(({ left }) => left < 0);
  if (exceeded.length > 0)
    return spentReservation(
      new Map(exceeded.map(({ scope, waitSeconds }) => [scope, Math.max(1, waitSeconds)])),
    );
  const spent = counts.filter(({ left }) => left === 0);
  return {
    ok: true,
    slots: rows,
    left: Math.min(...counts.map(({ left }) => left)),
    retryAfter: Math.max(0, ...spent.map(({ waitSeconds }) => waitSeconds)),
  };
}

export function spentReservation(
  waits: ReadonlyMap<string, number>,
): Extract<Reservation, { ok: false }> {
  return { ok: false, waits, retryAfter: Math.max(1, ...waits.values()) };
}

/**
 * Adds to a window's count. Begins a new window if the old one has ended, has a count of 0, or ends
 * so late that a fast clock must have written it.
 */
function countUpdate(amount: number, now: number) {
  return (
    eb: ExpressionBuilder<OnConflictDatabase<Tables, 'throttles'>, OnConflictTables<'throttles'>>,
  ) => {
    const restarts = eb.or([
      eb('throttles.endsAt', '<=', now),
      eb(eb('throttles.endsAt', '-', clockToleranceSeconds), '>', eb.ref('excluded.endsAt')),
      eb('throttles.count', '=', 0),
    ]);
    return {
      count: eb
        .case()
        .when(restarts)
        .then(amount)
        .else(eb('throttles.count', '+', amount))
        .end(),
      endsAt: eb
        .case()
        .when(restarts)
        .then(eb.ref('excluded.endsAt'))
        .else(eb.ref('throttles.endsAt'))
        .end(),
    };
  };
}

/** Skips windows that have ended or restarted meanwhile. */
export async function returnSlots(db: Database, slots: readonly Slot[]): Promise<void> {
  const sorted = slots.toSorted((a, b) => (a.scope < b.scope ? -1 : 1));
  await db
    .insertInto('throttles')
    .values(sorted.map(({ scope, endsAt }) => ({ scope, count: 0, endsAt })))
    .onConflict((conflict) =>
      conflict
        .column('scope')
        .doUpdateSet((eb) => ({ count: eb('throttles.count', '-', 1) }))
        .whereRef('throttles.endsAt', '=', 'excluded.endsAt')
        .where('throttles.count', '>', 0),
    )
    .execute();
}

/** Returns the unix seconds at which a spent budget is refilled, or null if it is not spent. */
export async function refillTimeOf(
  db: Database,
  { scope, maxAttempts, seconds }: Budget,
  now: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('throttles')
    .select('endsAt')
    .where('scope', '=', scope)
    .where('endsAt', '>', now)
    .where('endsAt', '<=', now + seconds + clockToleranceSeconds)
    .where('count', '>=', maxAttempts)
    .executeTakeFirst();
  return row?.endsAt ?? null;
}

/** Adds to counts. Rows are written in the order of their scopes, as in `reserve`. */
export async function addToCounts(
  db: Database,
  scopes: readonly string[],
  count: number,
  endsAt: number,
  now: number,
): Promise<void> {
  if (scopes.length === 0) return;
  await db
    .insertInto('throttles')
    .values(scopes.toSorted().map((scope) => ({ scope, count, endsAt })))
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(countUpdate(count, now)))
    .execute();
}

/** Adds to a count. Returns the new count and the end of its window. */
export async function addToCount(
  db: Database,
  scope: string,
  count: number,
  endsAt: number,
  now: number,
): Promise<{ readonly count: number; readonly endsAt: number }> {
  return db
    .insertInto('throttles')
    .values({ scope, count, endsAt })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(countUpdate(count, now)))
    .returning(['count', 'endsAt'])
    .executeTakeFirstOrThrow();
}
