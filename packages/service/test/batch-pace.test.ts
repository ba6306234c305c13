// Batches of bulk changes: they shrink and grow by their duration, and wait for password hashes.
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';
import { BatchPace, firstBatchRows } from '../src/api/batch-pace.ts';
import { batchLimitsOf } from '../src/database/batch-limits.ts';
import type { Tables } from '../src/database/schema.ts';

const sqlite = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
const postgresql = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

function paceOf(db: Kysely<Tables>, running = 0) {
  const load = () => ({ running, waiting: 0 });
  return new BatchPace({ db, passwordQueue: { load } as never });
}

async function rowsAfter(pace: BatchPace, ...durations: readonly number[]): Promise<number> {
  for (const tookMs of durations) await pace.next(tookMs);
  return pace.rows;
}

test.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgresql],
])('%s: batches become as long as the target, and never smaller than the least', async (_, db) => {
  const { targetMs, minRows } = batchLimitsOf(db);
  const [slow, fine, fast] = [targetMs + 1, targetMs, targetMs / 3 - 0.1];
  expect(await rowsAfter(paceOf(db), fast)).toBe(2 * firstBatchRows);
  expect(await rowsAfter(paceOf(db), fine, targetMs / 3)).toBe(firstBatchRows);
  const grown = paceOf(db);
  expect(await rowsAfter(grown, ...Array.from({ length: 20 }, () => fast))).toBe(2000);
  expect(await rowsAfter(grown, slow)).toBe(1000);
  expect(await rowsAfter(grown, ...Array.from({ length: 20 }, () => slow))).toBe(minRows);
});

test('a slow first batch is not followed by a larger one', async () => {
  const { targetMs } = batchLimitsOf(postgresql);
  expect(await rowsAfter(paceOf(postgresql), targetMs + 1)).toBe(firstBatchRows);
});

test.each([
  [0, true],
  [1, false],
])(
  'beside %i running password hashes, the next batch begins immediately: %s',
  async (running, is) => {
    let hasBegun = false;
    void paceOf(sqlite, running)
      .next(1)
      .then(() => {
        hasBegun = true;
      });
    await new Promise(setImmediate);
    expect(hasBegun).toBe(is);
  },
);
