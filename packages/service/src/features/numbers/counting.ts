// Counts what happens in an application, by day (docs/selling.md#numbers-by-day), in the
// transaction of the change, so that the counts are exact.
import type { SeriesPeriod } from '@latchkey/protocol/seller/series.ts';
import type { ApplicationRow, Transaction } from '../../database/schema.ts';
import { statement } from '../../database/statement.ts';
import { dayOf, firstDayOf } from './periods.ts';

/** Kinds of keys, sign-ins, new users and trials. All are counted by day. */
export type PlainKind =
  | 'made'
  | 'redeemed'
  | 'refunded'
  | 'banned'
  | 'signins'
  | 'newusers'
  | 'trials';

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

export async function addCounts(call: CountingCall, increments: readonly Increment[]) {
  if (increments.length === 0) return;
  const { db, application, now } = call;
  const today = dayOf(application.timeZone, now);
  const values: Record<string, string | number> = { applicationId: application.id };
  for (const [at, { kind, count = 1, day = today }] of increments.entries()) {
    values[`kind${at}`] = kind;
    values[`count${at}`] = count;
    values[`day${at}`] = day;
  }
  await insertOf(increments.length)(db, values);
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
type Insert = ReturnType<typeof statement<Values, unknown>>;
const inserts: Insert[] = [];

/** Returns the statement for a number of rows, at most a handful. */
function insertOf(rows: number): Insert {
  return (inserts[rows] ??= statement((db, values: Values) => {
    // Every name has a value.
    const text = (name: string) => values[name] as string;
    return db.insertInto('newCounts').values(
      Array.from({ length: rows }, (_, at) => ({
        applicationId: text('applicationId'),
        day: text(`day${at}`),
        kind: text(`kind${at}`),
        count: values[`count${at}`] as number, // as above
      })),
    );
  }));
}
