// The expiry sweep deletes in small steps, and only while it trusts the clock.
import { expect, test, vi } from 'vitest';
import { steadyForMs } from '../src/clock.ts';
import { stepRows } from '../src/host/expiry-sweep.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { ownApplicationId } from './support/own-application.ts';
import {
  addSessions,
  minuteMs,
  openSweep,
  startSeconds,
  sessionsLeft,
} from './support/expiry-sweep.ts';

const dayMs = 86_400_000;

test('deletes any number of expired sessions in steps of 500, and keeps live ones', async () => {
  const { db, steps, errors, begin, pass } = await openSweep();
  await addSessions(db, 1700, startSeconds - 1, 'a');
  await addSessions(db, 2, startSeconds + 86_400, 'b');
  const end = begin();
  await pass(steadyForMs);
  await vi.waitFor(async () => expect(await sessionsLeft(db)).toEqual(['b', 'b']), 15_000);
  await end();
  expect(stepRows).toBe(500);
  expect(steps.filter((table) => table === 'sessions').length).toBeGreaterThanOrEqual(4);
  expect(errors).toEqual([]);
});

test('deletes expired budgets, stored requests and deliveries', async () => {
  const { db, begin, pass } = await openSweep();
  await db
    .insertInto('throttles')
    .values([
      { scope: 'over', count: 1, endsAt: startSeconds - 1 },
      { scope: 'runs', count: 1, endsAt: startSeconds + 86_400 },
    ])
    .execute();
  const request = { content: 'c', claim: 'x', outcome: null, claimedUntil: 1 };
  await db
    .insertInto('repeats')
    .values([
      { ...request, request: 'over', expiresAt: startSeconds - 1 },
      { ...request, request: 'kept', expiresAt: startSeconds + 86_400 },
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
      { ...delivery, ...done, id: 'old', nextAt: startSeconds - 31 * 86_400 },
      { ...delivery, ...done, id: 'new', nextAt: startSeconds - 29 * 86_400 },
      { ...delivery, ...done, id: 'waits', status: 'pending', nextAt: startSeconds - 31 * 86_400 },
    ])
    .execute();
  const end = begin();
  await pass(steadyForMs);
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

test('deletes lines of both logs after the retention period of their application', async () => {
  const { db, steps, errors, begin, pass } = await openSweep();
  await db.updateTable('applications').set({ logDays: 10, auditDays: 20 }).execute();
  const nowMs = startSeconds * 1000;
  const old = (days: number) => unixMs(nowMs - days * dayMs);
  const row = { applicationId: ownApplicationId, ip: '' };
  const noted = { ...row, type: 'add', detail: '', sellerKey: '' };
  const lines = Array.from({ length: stepRows + 20 }, (_, index) => ({
    ...row,
    id: `over-${index}`,
    writtenAtMs: old(12),
    message: 'old',
    username: null,
    pcuser: null,
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
  await pass(steadyForMs);
  const left = async () => [
    (await db.selectFrom('logs').select('id').execute()).map(({ id }) => id),
    (await db.selectFrom('auditLogs').select('id').execute()).map(({ id }) => id),
  ];
  await vi.waitFor(async () => expect(await left()).toEqual([['new'], ['kept']]), 15_000);
  await end();
  expect(steps.filter((table) => table === 'logs').length).toBeGreaterThanOrEqual(2);
  expect(errors).toEqual([]);
});

test('keeps the lines of an application without a retention limit', async () => {
  const { db, begin, pass } = await openSweep();
  await db.updateTable('applications').set({ logDays: 0, auditDays: 20 }).execute();
  const row = { applicationId: ownApplicationId, ip: '', writtenAtMs: unixMs(1) };
  await db
    .insertInto('logs')
    .values({ ...row, id: 'old', message: '' })
    .execute();
  await db
    .insertInto('auditLogs')
    .values({ ...row, id: 'old', type: 'add', detail: '', sellerKey: '' })
    .execute();
  const end = begin();
  await pass(steadyForMs);
  // The audit log is swept last.
  await vi.waitFor(
    async () => expect(await db.selectFrom('auditLogs').select('id').execute()).toEqual([]),
    15_000,
  );
  await end();
  expect(await db.selectFrom('logs').select('id').execute()).toEqual([{ id: 'old' }]);
});

test('deletes nothing for 15 minutes after a clock jump, which is logged once', async () => {
  const { db, clock, steps, warnings, begin, pass } = await openSweep();
  await addSessions(db, 2, startSeconds + 7200, 'a');
  const end = begin();
  await pass(steadyForMs - minuteMs);
  clock.aheadMs = dayMs;
  await pass(steadyForMs);
  expect(warnings).toEqual([{ seconds: 86_400 }]);
  clock.aheadMs = 0;
  await pass(minuteMs);
  await end();
  expect(warnings).toEqual([{ seconds: 86_400 }, { seconds: -86_400 }]);
  expect(steps).toEqual([]);
  expect(await sessionsLeft(db)).toEqual(['a', 'a']);
});

test('the sweep resumes 15 steady minutes after a clock jump', async () => {
  const { db, clock, begin, pass } = await openSweep();
  await addSessions(db, 2, startSeconds + 7200, 'a');
  const end = begin();
  await pass(2 * minuteMs);
  clock.aheadMs = dayMs;
  await pass(steadyForMs + minuteMs);
  await vi.waitFor(async () => expect(await sessionsLeft(db)).toEqual([]), 15_000);
  await end();
});
