// Rows of histories are deleted after the retention period of their application.
import { expect, test, vi } from 'vitest';
import { unixMs } from '@latchkey/protocol/units.ts';
import { steadyForMs } from '../src/clock.ts';
import { stepRows } from '../src/host/expiry-sweep.ts';
import { sequentialId } from '../src/ordered-ids.ts';
import { openSweep, startSeconds } from './support/expiry-sweep.ts';
import { ownApplicationId } from './support/own-application.ts';

const dayMs = 86_400_000;

async function open(historyDays: number | null) {
  const sweep = await openSweep();
  const { db, addUser } = sweep;
  if (historyDays !== null) await db.updateTable('applications').set({ historyDays }).execute();
  await addUser({ username: 'anna' });
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const addRows = async (days: number, count = 1) => {
    const writtenAtMs = unixMs(startSeconds * 1000 - days * dayMs);
    const attempt = { operation: 'login', outcome: 'ok', ip: '', device: '', version: '' };
    const rows = Array.from({ length: count }, () => ({
      ...attempt,
      userId,
      applicationId: ownApplicationId,
      id: sequentialId(writtenAtMs),
      writtenAtMs,
      computer: `${days} days`,
    }));
    await db.insertInto('history').values(rows).execute();
  };
  const left = async () =>
    (await db.selectFrom('history').select('computer').where('userId', '=', userId).execute())
      .map(({ computer }) => computer)
      .toSorted();
  return { ...sweep, addRows, left };
}

test('deletes rows after 90 days, in steps, and keeps younger ones', async () => {
  const { addRows, left, steps, errors, begin, pass } = await open(null);
  await addRows(91, stepRows + 20);
  await addRows(89);
  const end = begin();
  await pass(steadyForMs);
  await vi.waitFor(async () => expect(await left()).toEqual(['89 days']), 15_000);
  await end();
  expect(steps.filter((table) => table === 'history').length).toBeGreaterThanOrEqual(2);
  expect(errors).toEqual([]);
});

test('keeps all rows of an application without a retention limit', async () => {
  const { db, addRows, left, begin, pass } = await open(0);
  await db.updateTable('applications').set({ auditDays: 1 }).execute();
  await addRows(4000);
  // The sweep of the audit log shows that this application was swept.
  const audit = { applicationId: ownApplicationId, ip: '', type: 'add', detail: '' };
  await db
    .insertInto('auditLogs')
    .values({ ...audit, id: 'old', writtenAtMs: unixMs(1) })
    .execute();
  const end = begin();
  await pass(steadyForMs);
  await vi.waitFor(
    async () => expect(await db.selectFrom('auditLogs').select('id').execute()).toEqual([]),
    15_000,
  );
  await end();
  expect(await left()).toEqual(['4000 days']);
});
