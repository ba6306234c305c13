// Runs the expiry sweep on a test's database, with a wall clock and a monotonic clock that the test
// sets.
import { createQueryId } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Database } from '../../src/database/schema.ts';
import { startExpirySweep } from '../../src/host/expiry-sweep.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { ownApplicationId } from './own-application.ts';
import { startTestService } from './service.ts';

export const minuteMs = 60_000;
/** The wall clock at the start, in unix seconds. */
export const startSeconds = 1_900_000_000;

export async function openSweep() {
  const service = await startTestService({ now: () => startSeconds * 1000, after: () => () => {} });
  onTestFinished(() => service.close());
  const timers = createFakeClock(startSeconds * 1000);
  const clock = { elapsedMs: 0, aheadMs: 0 };
  const steps: string[] = [];
  const places: unknown[] = [];
  const warnings: unknown[] = [];
  const errors: unknown[] = [];
  const begin = () =>
    startExpirySweep({
      db: recordDeletions(recordStarts(service.database, places), steps),
      nowMs: () => unixMs(startSeconds * 1000 + clock.elapsedMs + clock.aheadMs),
      elapsedMs: () => clock.elapsedMs,
      after: timers.after,
      log: {
        error: (fault: unknown) => void errors.push(fault),
        warn: (what: unknown) => void warnings.push(what),
      },
    });
  /** Advances the clock by `ms`; the sweep runs every minute. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += minuteMs) {
      clock.elapsedMs += minuteMs;
      await timers.advance(minuteMs);
    }
  };
  const { database: db, addUser } = service;
  return { db, addUser, clock, steps, places, warnings, errors, begin, pass };
}

/** Records where each step of the session sweep starts. */
function recordStarts(db: Database, places: unknown[]): Database {
  return db.withPlugin({
    transformQuery({ node }) {
      const { parameters, sql: text } = db.getExecutor().compileQuery(node, createQueryId());
      if (text.startsWith('select') && text.includes('"sessions"')) places.push(parameters[0]);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
}

/** Records the table of every deletion. */
function recordDeletions(db: Database, steps: string[]): Database {
  return db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'DeleteQueryNode')
        steps.push(JSON.stringify(node.from).match(/"name":"([a-zA-Z]+)"/)?.[1] ?? '');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
}

export async function addSessions(db: Database, count: number, expiresAt: number, prefix: string) {
  const row = { userId: null, expiresAt, ip: '', createdAt: 1, version: null };
  for (let from = 0; from < count; from += 500)
    await db
      .insertInto('sessions')
      .values(
        Array.from({ length: Math.min(500, count - from) }, (_, index) => ({
          ...row,
          applicationId: ownApplicationId,
          idHash: `${prefix}${'0'.repeat(53)}${prefix}${String(from + index).padStart(9, '0')}`,
        })),
      )
      .execute();
}

export async function sessionsLeft(db: Database): Promise<readonly string[]> {
  const rows = await db.selectFrom('sessions').select('idHash').orderBy('idHash').execute();
  return rows.map(({ idHash }) => idHash.slice(0, 1));
}
