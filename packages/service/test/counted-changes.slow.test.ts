// `countrows` returns exactly the number of rows that each bulk operation then changes, in random
// applications.
import { expect, test } from 'vitest';
import { countedTypes, type CountedType } from '@latchkey/protocol/seller/bulk.ts';
import { randomNumbersFrom } from '../../../test/support/random-numbers.ts';
import { withFold } from '../src/database/names.ts';
import type { Database } from '../src/database/schema.ts';
import { fillApplication } from './support/full-application.ts';
import { ownApplicationId } from './support/own-application.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';
import { dump, type TableName } from './support/table-dump.ts';

const now = 1_800_000_000;
type Parameters = Readonly<Record<string, string>>;

interface Case {
  readonly table: TableName;
  /** The parameters of the operation. The name is in upper case, which finds it too. */
  readonly change?: Parameters;
  readonly count?: Parameters;
  /** Counts rows with equal values of this column once. */
  readonly by?: string;
  /** Leaves out deleted rows that had no effect any more. */
  readonly where?: (row: Readonly<Record<string, unknown>>) => boolean;
}

const isRunning = (row: Readonly<Record<string, unknown>>) => Number(row['expiresAt']) > now;
const isRunningOrPaused = (row: Readonly<Record<string, unknown>>) =>
  isRunning(row) || row['remainingSeconds'] !== null;
const plan = { name: 'MARK-0' };

const cases: Readonly<Record<CountedType, Case>> = {
  addtime: { table: 'licenses', change: { time: '3' } },
  delunused: { table: 'licenses' },
  delused: { table: 'licenses' },
  delalllicenses: { table: 'licenses' },
  delexpusers: { table: 'users' },
  delallusers: { table: 'users' },
  resetalluser: { table: 'devices', by: 'userId' },
  extend: { table: 'subscriptions', change: { user: 'all', sub: 'MARK-0', expiry: '3' } },
  setvar: { table: 'userVariables', change: { user: 'all', var: 'fresh', data: 'x' } },
  massUserVarDelete: { table: 'userVariables', change: plan, count: plan },
  delappsub: { table: 'subscriptions', change: plan, count: plan, where: isRunningOrPaused },
  pausesub: { table: 'subscriptions', change: { subscription: 'MARK-0' }, count: plan },
  unpausesub: { table: 'subscriptions', change: { subscription: 'MARK-0' }, count: plan },
  delallvars: { table: 'variables' },
  delallfiles: { table: 'files' },
  delallwebhooks: { table: 'webhooks' },
  delallbuttons: { table: 'buttons' },
  killall: { table: 'sessions', where: isRunning },
  delchannel: { table: 'chatMessages', change: plan, count: plan },
  clearchannel: { table: 'chatMessages', change: plan, count: plan },
  delblacks: { table: 'blacklist' },
  delallwhites: { table: 'whitelist' },
  dellogs: { table: 'logs' },
  delauditlog: { table: 'auditLogs' },
  pauseapp: { table: 'subscriptions' },
  unpauseapp: { table: 'subscriptions' },
};

async function open(seed: number) {
  const { service } = await openWire({ now: () => now * 1000 });
  await service.removeNeighbour();
  const { database: db } = service;
  const draw = randomNumbersFrom(seed);
  const ids: string[] = [];
  for (let at = 0; at < 9; at += 1) {
    ids.push(`id-${at}`);
    await fillApplication(db, ownApplicationId, `mark-${at}`, `id-${at}`);
  }
  for (const id of ids) await randomUser(db, draw, id);
  return { db, ask: sellerOf(service) };
}

/** Changes the rows of `fillApplication`: each user is in a random state. */
async function randomUser(db: Database, draw: (end: number) => number, id: string) {
  const mark = id.replace('id', 'mark');
  const ends = [now + 60, now, 1, null, null][draw(5)] ?? null;
  await db
    .updateTable('subscriptions')
    .set({ planId: `id-${draw(2)}`, expiresAt: ends, remainingSeconds: ends === null ? 60 : null })
    .where('userId', '=', id)
    .execute();
  if (draw(4) === 0) await db.deleteFrom('subscriptions').where('userId', '=', id).execute();
  if (draw(2) === 0) await db.deleteFrom('devices').where('userId', '=', id).execute();
  else
    await db
      .insertInto('devices')
      .values({ userId: id, hwid: `two-${id}`, addedAt: 1 })
      .execute();
  const status = (['unused', 'used', 'banned'] as const)[draw(3)] ?? 'used';
  const isUsed = status === 'used' || (status === 'banned' && draw(2) === 0);
  await db
    .updateTable('licenses')
    .set({ status, ...(isUsed && { usedBy: id, usedAt: 1 }) })
    .where('key', '=', mark)
    .execute();
  const shared = `mark-${draw(2)}`;
  await db
    .updateTable('userVariables')
    .set(withFold('name', shared))
    .where('userId', '=', id)
    .execute();
  await db.updateTable('chatMessages').set({ channel: shared }).where('id', '=', id).execute();
  const session = { applicationId: ownApplicationId, idHash: id, userId: id };
  await db
    .insertInto('sessions')
    .values({ ...session, expiresAt: draw(2) === 0 ? now : now + 60 })
    .execute();
  const file = { name: mark, url: null, size: 1, sha256: 'f'.repeat(64), authed: 1 } as const;
  await db
    .insertInto('files')
    .values({ applicationId: ownApplicationId, id, ...file, uploadedAt: 1 })
    .execute();
}

/** Counts the rows that were deleted or changed, or added if the change only adds rows. */
function changedRows(before: readonly string[], after: readonly string[], { by, where }: Case) {
  const gone = before.filter((row) => !after.includes(row));
  const added = after.filter((row) => !before.includes(row));
  const changed = (added.length > gone.length ? added : gone)
    .map((row) => JSON.parse(row) as Record<string, unknown>) // a row of the dump
    .filter((row) => where?.(row) ?? true);
  return by === undefined ? changed.length : new Set(changed.map((row) => row[by])).size;
}

test.each(countedTypes)('countrows equals the rows that %s changes', async (type) => {
  const one = cases[type];
  const found: number[] = [];
  const expected: number[] = [];
  for (const seed of [1, 3]) {
    const { db, ask } = await open(seed);
    if (type === 'unpauseapp') await ask('pauseapp');
    const { body } = await ask('countrows', { operation: type, ...one.count });
    const before = (await dump(db)).get(one.table) ?? [];
    await ask(type, one.change);
    const after = (await dump(db)).get(one.table) ?? [];
    expected.push(changedRows(before, after, one));
    found.push(Number(body['count']));
  }
  expect(found).toEqual(expected);
  expect(Math.max(...expected)).toBeGreaterThan(0);
});
