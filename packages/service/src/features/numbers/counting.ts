// Counts what happens in an application, by day (docs/history.md). The counters are incremented in
// the transaction of the change, so that they are exact, and a series reads one row for each day.
import type { SeriesPeriod } from '@latchkey/protocol/seller/series.ts';
import { isPostgresql } from '../../database/in-list.ts';
import type { ApplicationRow, Transaction } from '../../database/schema.ts';
import { statement } from '../../database/statement.ts';
import { dayOf, firstDayOf } from './periods.ts';

/** Kinds of keys, sign-ins and new users. All are counted by day. */
export type PlainKind = 'made' | 'redeemed' | 'refunded' | 'banned' | 'signins' | 'newusers';

/** Distinct users of a period, counted at its first day, because distinct users do not add up. */
export const userKinds = {
  day: 'users',
  week: 'users-week',
  month: 'users-month',
} as const satisfies Readonly<Record<SeriesPeriod, string>>;

/** The reason of a refusal follows. */
export const refusedPrefix = 'refused:' as const;

export interface Increment {
  readonly kind: PlainKind | (typeof userKinds)[SeriesPeriod] | `refused:${string}`;
  readonly count?: number;
  /** Default: today. */
  readonly day?: string;
}

export interface CountingCall {
  readonly db: Transaction;
  readonly application: Pick<ApplicationRow, 'id' | 'timeZone'>;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * A commit holds the locks of its counters, so that transactions on one slot run one by one. SQLite
 * has one writer anyway.
 */
const slotsOnPostgresql = 8;

/** Call it once in a transaction, after all other writes, so that no two transactions deadlock. */
export async function addCounts(call: CountingCall, increments: readonly Increment[]) {
  if (increments.length === 0) return;
  const { db, application, now } = call;
  const today = dayOf(application.timeZone, now);
  const slot = isPostgresql(db) ? Math.floor(Math.random() * slotsOnPostgresql) : 0;
  const values: Record<string, string | number> = { applicationId: application.id, slot };
  const sorted = increments.toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
  for (const [at, { kind, count = 1, day = today }] of sorted.entries())
    Object.assign(values, { [`kind${at}`]: kind, [`count${at}`]: count, [`day${at}`]: day });
  await upsertOf(sorted.length)(db, values);
}

/** Returns the increments of a sign-in. `previousAt` is the user's sign-in before it. */
export function signInIncrements(
  { application: { timeZone }, now }: Pick<CountingCall, 'application' | 'now'>,
  previousAt: number | null,
): readonly Increment[] {
  const today = dayOf(timeZone, now);
  const previousDay = previousAt === null ? '' : dayOf(timeZone, previousAt);
  const periods: readonly SeriesPeriod[] = previousDay === today ? [] : ['day', 'week', 'month'];
  const first = periods
    .map((period) => ({ kind: userKinds[period], day: firstDayOf(today, period) }))
    .filter(({ day }) => previousDay < day);
  return [{ kind: 'signins' }, ...first];
}

type Values = Readonly<Record<string, string | number>>;
type Upsert = ReturnType<typeof statement<Values, unknown>>;
const upserts: Upsert[] = [];

/** Returns the statement for a number of rows, at most a handful. */
function upsertOf(rows: number): Upsert {
  return (upserts[rows] ??= statement((db, values: Values) => {
    // Every name has a value.
    const text = (name: string) => values[name] as string;
    const number = (name: string) => values[name] as number;
    return db
      .insertInto('dayCounts')
      .values(
        Array.from({ length: rows }, (_, at) => ({
          applicationId: text('applicationId'),
          day: text(`day${at}`),
          kind: text(`kind${at}`),
          slot: number('slot'),
          count: number(`count${at}`),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['applicationId', 'day', 'kind', 'slot'])
          .doUpdateSet((eb) => ({ count: eb('dayCounts.count', '+', eb.ref('excluded.count')) })),
      );
  }));
}
