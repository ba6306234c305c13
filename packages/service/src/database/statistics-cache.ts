// Caches expensive statistics in the database. One process at a time recomputes each of them.
import { clockToleranceSeconds } from '../clock.ts';
import type { ApplicationRow, Database } from './schema.ts';

export interface Statistic<Value> {
  readonly kind: string;
  /** Maximum age, in seconds. */
  readonly seconds: number;
  readonly compute: (db: Database, applicationId: string, now: number) => Promise<Value>;
}

/**
 * Time limit to recompute a value, in seconds. Meanwhile, other callers use the old value, or
 * compute their own if it is too old.
 */
const claimSeconds = 30;

interface StatisticRequest {
  readonly db: Database;
  /** The connection that `compute` uses. */
  readonly reader: Database;
  readonly application: ApplicationRow;
  /** Unix seconds. */
  readonly now: number;
}

interface Cached {
  /** Unix seconds. */
  readonly madeAt: number;
  readonly value: unknown;
}

/** Returns a value at most `seconds` old, or a little more while another process recomputes it. */
export async function readStatistic<Value>(
  { db, reader, application, now }: StatisticRequest,
  { kind, seconds, compute }: Statistic<Value>,
): Promise<Value> {
  const found = await readCached(db, application.id, kind);
  // A value from the future was written by a clock that was ahead.
  const cached = found !== null && found.madeAt > now + clockToleranceSeconds ? null : found;
  // `as`: written below, by the same statistic.
  if (cached !== null && cached.madeAt + seconds > now) return cached.value as Value;
  const claimed = await claim(db, application.id, kind, now, seconds);
  if (!claimed && cached !== null && cached.madeAt + seconds + claimSeconds > now)
    return cached.value as Value; // as above
  const value = await compute(reader, application.id, now);
  if (claimed) await store(db, application.id, kind, { madeAt: now, value }, now + seconds);
  return value;
}

async function readCached(
  db: Database,
  applicationId: string,
  kind: string,
): Promise<Cached | null> {
  const row = await db
    .selectFrom('statistics')
    .select('body')
    .where('applicationId', '=', applicationId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  // Empty: it is computed for the first time. `as`: written below.
  return row === undefined || row.body === '' ? null : (JSON.parse(row.body) as Cached);
}

/** Claims the recomputation of an expired value for one of several concurrent callers. */
async function claim(
  db: Database,
  applicationId: string,
  kind: string,
  now: number,
  seconds: number,
): Promise<boolean> {
  const expiresAt = now + claimSeconds;
  const latest = Math.max(seconds, claimSeconds) + clockToleranceSeconds;
  const claimed = await db
    .insertInto('statistics')
    .values({ applicationId, kind, body: '', expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['applicationId', 'kind'])
        .doUpdateSet({ expiresAt })
        .where((eb) =>
          eb.or([
            eb('statistics.expiresAt', '<=', now),
            eb('statistics.expiresAt', '>', now + latest),
          ]),
        ),
    )
    .returning('kind')
    .executeTakeFirst();
  return claimed !== undefined;
}

async function store(
  db: Database,
  applicationId: string,
  kind: string,
  cached: Cached,
  expiresAt: number,
): Promise<void> {
  await db
    .updateTable('statistics')
    .set({ body: JSON.stringify(cached), expiresAt })
    .where('applicationId', '=', applicationId)
    .where('kind', '=', kind)
    .execute();
}
