// What is over goes by itself, in small steps that follow an index, and only while the clock can be believed.
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { evenForMs } from '../../src/service/clock.ts';
import type { Database } from '../../src/service/database/schema.ts';
import { keepEndedSwept, stepRows } from '../../src/service/host/ended-sweep.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { databaseKind } from '../support/postgresql.ts';
import { startTestService } from '../support/service.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const seconds = 1_900_000_000;

/** A sweep over a database of the test's own, with both clocks in its hand. */
async function open() {
  const service = await startTestService({ now: () => seconds * 1000, after: () => () => {} });
  onTestFinished(() => service.close());
  const timers = createFakeClock(seconds * 1000);
  const clock = { elapsedMs: 0, aheadMs: 0 };
  const steps: string[] = [];
  const warnings: unknown[] = [];
  const errors: unknown[] = [];
  const begin = () =>
    keepEndedSwept({
      db: noting(service.database, steps),
      nowMs: () => seconds * 1000 + clock.elapsedMs + clock.aheadMs,
      elapsedMs: () => clock.elapsedMs,
      after: timers.after,
      log: {
        error: (fault: unknown) => void errors.push(fault),
        warn: (what: unknown) => void warnings.push(what),
      },
    });
  /** `ms` pass; it looks every minute. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += minuteMs) {
      clock.elapsedMs += minuteMs;
      await timers.advance(minuteMs);
    }
  };
  return { db: service.database, clock, steps, warnings, errors, begin, pass };
}

/** Notes the table of every deletion. */
function noting(db: Database, steps: string[]): Database {
  return db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'DeleteQueryNode')
        steps.push(JSON.stringify(node.from).match(/"name":"([a-zA-Z]+)"/)?.[1] ?? '');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
}

async function addSessions(db: Database, count: number, expiresAt: number, prefix: string) {
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

async function sessionsLeft(db: Database): Promise<readonly string[]> {
  const rows = await db.selectFrom('sessions').select('idHash').orderBy('idHash').execute();
  return rows.map(({ idHash }) => idHash.slice(0, 1));
}

test('however many sessions are over, each step takes 500 of them, and those that live stay', async () => {
  const { db, steps, errors, begin, pass } = await open();
  await addSessions(db, 1700, seconds - 1, 'a');
  await addSessions(db, 2, seconds + 86_400, 'b');
  const end = begin();
  await pass(evenForMs);
  await vi.waitFor(async () => expect(await sessionsLeft(db)).toEqual(['b', 'b']), 15_000);
  await end();
  expect(stepRows).toBe(500);
  expect(steps.filter((table) => table === 'sessions').length).toBeGreaterThanOrEqual(4);
  expect(errors).toEqual([]);
});

test('budgets, kept requests, links and deliveries go, too', async () => {
  const { db, begin, pass } = await open();
  await db
    .insertInto('throttles')
    .values([
      { scope: 'over', count: 1, endsAt: seconds - 1 },
      { scope: 'runs', count: 1, endsAt: seconds + 86_400 },
    ])
    .execute();
  const request = { content: 'c', claim: 'x', outcome: null, claimedUntil: 1 };
  await db
    .insertInto('repeats')
    .values([
      { ...request, request: 'over', expiresAt: seconds - 1 },
      { ...request, request: 'kept', expiresAt: seconds + 86_400 },
    ])
    .execute();
  const delivery = {
    applicationId: ownApplicationId,
    webid: 'w',
    event: 'log',
    url: 'u',
    body: '',
  };
  const done = { attempts: 1, createdAt: 1, status: 'delivered' } as const;
  await db
    .insertInto('deliveries')
    .values([
      { ...delivery, ...done, id: 'old', nextAt: seconds - 31 * 86_400 },
      { ...delivery, ...done, id: 'new', nextAt: seconds - 29 * 86_400 },
      { ...delivery, ...done, id: 'waits', status: 'pending', nextAt: seconds - 31 * 86_400 },
    ])
    .execute();
  const end = begin();
  await pass(evenForMs);
  const left = async () => [
    (await db.selectFrom('throttles').select('scope').orderBy('scope').execute()).map(
      ({ scope }) => scope,
    ),
    (await db.selectFrom('repeats').select('request').execute()).map(({ request }) => request),
    (await db.selectFrom('deliveries').select('id').orderBy('id').execute()).map(({ id }) => id),
  ];
  await vi.waitFor(
    async () => expect(await left()).toEqual([['runs'], ['kept'], ['new', 'waits']]),
    15_000,
  );
  await end();
});

test('lines of both logs go when they are older than their application keeps them', async () => {
  const { db, steps, errors, begin, pass } = await open();
  await db.updateTable('applications').set({ logDays: 10, auditDays: 20 }).execute();
  const nowMs = seconds * 1000;
  const old = (days: number) => nowMs - days * dayMs;
  const row = { applicationId: ownApplicationId, ip: '' };
  const noted = { ...row, type: 'add', detail: '', sellerKey: '' };
  const lines = Array.from({ length: stepRows + 20 }, (_, index) => ({
    ...{ ...row, id: `over-${index}`, writtenAtMs: old(12), message: 'old' },
    ...{ username: null, pcuser: null },
  }));
  await db.insertInto('logs').values(lines).execute();
  const young = { ...row, id: 'new', writtenAtMs: old(9), message: 'new' };
  await db.insertInto('logs').values(young).execute();
  await db
    .insertInto('auditLogs')
    .values([
      { ...noted, id: 'over', writtenAtMs: old(21) },
      { ...noted, id: 'kept', writtenAtMs: old(19) },
    ])
    .execute();
  const end = begin();
  await pass(evenForMs);
  const left = async () => [
    (await db.selectFrom('logs').select('id').execute()).map(({ id }) => id),
    (await db.selectFrom('auditLogs').select('id').execute()).map(({ id }) => id),
  ];
  await vi.waitFor(async () => expect(await left()).toEqual([['new'], ['kept']]), 15_000);
  await end();
  expect(steps.filter((table) => table === 'logs').length).toBeGreaterThanOrEqual(2);
  expect(errors).toEqual([]);
});

test('an application that keeps lines for ever keeps them', async () => {
  const { db, begin, pass } = await open();
  await db.updateTable('applications').set({ logDays: 0, auditDays: 20 }).execute();
  const row = { applicationId: ownApplicationId, ip: '', writtenAtMs: 1 };
  await db
    .insertInto('logs')
    .values({ ...row, id: 'old', message: '' })
    .execute();
  await db
    .insertInto('auditLogs')
    .values({ ...row, id: 'old', type: 'add', detail: '', sellerKey: '' })
    .execute();
  const end = begin();
  await pass(evenForMs);
  // They come after those that are kept.
  await vi.waitFor(
    async () => expect(await db.selectFrom('auditLogs').select('id').execute()).toEqual([]),
    15_000,
  );
  await end();
  expect(await db.selectFrom('logs').select('id').execute()).toEqual([{ id: 'old' }]);
});

test('after a jump nothing is swept for a quarter of an hour, and the log says so once', async () => {
  const { db, clock, steps, warnings, begin, pass } = await open();
  await addSessions(db, 2, seconds + 7200, 'a');
  const end = begin();
  await pass(evenForMs - minuteMs);
  clock.aheadMs = dayMs;
  await pass(evenForMs);
  expect(warnings).toEqual([{ seconds: 86_400 }]);
  clock.aheadMs = 0;
  await pass(minuteMs);
  await end();
  expect(warnings).toEqual([{ seconds: 86_400 }, { seconds: -86_400 }]);
  expect(steps).toEqual([]);
  expect(await sessionsLeft(db)).toEqual(['a', 'a']);
});

test('a clock that was right to jump is believed in the end', async () => {
  const { db, clock, begin, pass } = await open();
  await addSessions(db, 2, seconds + 7200, 'a');
  const end = begin();
  await pass(2 * minuteMs);
  clock.aheadMs = dayMs;
  await pass(evenForMs + minuteMs);
  await vi.waitFor(async () => expect(await sessionsLeft(db)).toEqual([]), 15_000);
  await end();
});

test.runIf(databaseKind === 'sqlite')('no step reads past what it takes', async () => {
  const { db } = await open();
  for (const [table, key, end] of [
    ['sessions', 'id_hash', 'expires_at'],
    ['throttles', 'scope', 'ends_at'],
    ['repeats', 'request', 'expires_at'],
  ] as const) {
    const over = sql`select ${sql.ref(key)} from ${sql.ref(table)} where ${sql.ref(end)} <= 1 order by ${sql.ref(end)} limit 500`;
    const { rows } = await sql<{
      detail: string;
    }>`explain query plan delete from ${sql.ref(table)} where ${sql.ref(key)} in (${over}) and ${sql.ref(end)} <= 1`.execute(
      db,
    );
    const plan = rows.map(({ detail }) => detail).join('\n');
    expect(plan).toContain('USING');
    expect(plan).not.toMatch(/SCAN (?!.*USING)|TEMP B-TREE/);
  }
});
