// The seller API operation `series`: numbers by day, week or month. It reads the counts of the period
// by their index, and the new counts, which are those of the last seconds.
import { maxPeriods, type seriesApi, type SeriesPeriod } from '@latchkey/protocol/seller/series.ts';
import { done, fail, type SellerHandlers } from '../../api/seller-call.ts';
import { attention } from './attention.ts';
import { refusedPrefix, userKinds, type PlainKind } from './counting.ts';
import { addDays, dayOf, firstDayOf, nextPeriod } from './periods.ts';

const defaultDays = 30;

export const series: SellerHandlers<typeof seriesApi> = {
  async series({ db, application, now }, { by = 'day', since, until }) {
    const lastDay = until ?? dayOf(application.timeZone, now);
    const firstDay = since ?? addDays(lastDay, 1 - defaultDays);
    if (lastDay < firstDay) return fail('period-reversed');
    const dates = datesOf(firstDay, lastDay, by);
    const [first] = dates;
    if (first === undefined) return fail('period-too-long');
    const end = nextPeriod(firstDayOf(lastDay, by), by);
    const between = (table: 'dayCounts' | 'newCounts') =>
      db
        .selectFrom(table)
        .select(['day', 'kind', 'count'])
        .where('applicationId', '=', application.id)
        .where('day', '>=', first)
        .where('day', '<', end);
    // One statement, because a roll-up moves new counts.
    const rows = await between('dayCounts').unionAll(between('newCounts')).execute();
    const counts = countsOf(rows, by);
    return done({
      by,
      timezone: application.timeZone,
      series: dates.map((date) => answerOf(date, counts.get(date) ?? new Map())),
    });
  },
  ...attention,
};

/** Returns the first days of the periods; none if there are too many. */
function datesOf(firstDay: string, lastDay: string, by: SeriesPeriod): readonly string[] {
  const dates: string[] = [];
  for (let date = firstDayOf(firstDay, by); date <= lastDay; date = nextPeriod(date, by)) {
    if (dates.length === maxPeriods) return [];
    dates.push(date);
  }
  return dates;
}

interface DayCount {
  readonly day: string;
  readonly kind: string;
  readonly count: number;
}

type Counts = ReadonlyMap<string, number>;

/** Sums the counts by the first day of their period and by kind. */
function countsOf(rows: readonly DayCount[], by: SeriesPeriod): ReadonlyMap<string, Counts> {
  const userKind = userKinds[by];
  const otherUserKinds: ReadonlySet<string> = new Set(
    Object.values(userKinds).filter((kind) => kind !== userKind),
  );
  const all = new Map<string, Map<string, number>>();
  for (const { day, kind, count } of rows) {
    if (otherUserKinds.has(kind)) continue;
    const date = firstDayOf(day, by);
    const counts = all.get(date) ?? new Map<string, number>();
    const name = kind === userKind ? userKinds.day : kind;
    counts.set(name, (counts.get(name) ?? 0) + count);
    all.set(date, counts);
  }
  return all;
}

function answerOf(date: string, counts: Counts) {
  const of = (kind: PlainKind | (typeof userKinds)['day']) => counts.get(kind) ?? 0;
  const reasons = [...counts]
    .filter(([kind]) => kind.startsWith(refusedPrefix))
    .map(([kind, count]) => ({ reason: kind.slice(refusedPrefix.length), count }))
    .toSorted((one, other) => (one.reason < other.reason ? -1 : 1));
  const refused = reasons.reduce((sum, { count }) => sum + count, 0);
  return {
    date,
    made: of('made'),
    redeemed: of('redeemed'),
    refunded: of('refunded'),
    banned: of('banned'),
    signins: of('signins'),
    users: of(userKinds.day),
    newusers: of('newusers'),
    trials: of('trials'),
    refused,
    reasons,
  };
}
