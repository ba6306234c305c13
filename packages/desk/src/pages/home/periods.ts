// The periods of the numbers on the first page: the current one, and the one before to compare with.
import type { AnswerTo } from '../../client/seller.ts';

export type SeriesRow = AnswerTo<'series'>['series'][number];
export type By = AnswerTo<'series'>['by'];

/** How many periods the page shows. */
const shown = { day: 30, week: 12, month: 12 } as const satisfies Readonly<Record<By, number>>;

const dayMs = 86_400_000;

/** The first day (UTC) of twice the shown periods; the service begins days at midnight UTC. */
export function sinceOf(by: By, nowMs: number): string {
  const count = 2 * shown[by] - 1;
  const now = new Date(nowMs);
  const at =
    by === 'month'
      ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)
      : nowMs - count * (by === 'week' ? 7 : 1) * dayMs;
  return new Date(at).toISOString().slice(0, 10);
}

export interface Compared {
  readonly current: readonly SeriesRow[];
  readonly before: readonly SeriesRow[];
}

export function compare(rows: readonly SeriesRow[], by: By): Compared {
  const count = shown[by];
  return { current: rows.slice(-count), before: rows.slice(-2 * count, -count) };
}

type Count = 'made' | 'redeemed' | 'refunded' | 'signins' | 'newusers' | 'refused';

export function total(rows: readonly SeriesRow[], name: Count): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

/** Null where the period before had none, because there is nothing to compare with. */
export function changeOf({ current, before }: Compared, name: Count): number | null {
  const earlier = total(before, name);
  return earlier === 0 ? null : (total(current, name) - earlier) / earlier;
}

/** Refusals of the period by reason, commonest first. */
export function reasonsOf(
  rows: readonly SeriesRow[],
): readonly { readonly reason: string; readonly count: number }[] {
  const sums = new Map<string, number>();
  for (const { reasons } of rows)
    for (const { reason, count } of reasons) sums.set(reason, (sums.get(reason) ?? 0) + count);
  return [...sums]
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count);
}
