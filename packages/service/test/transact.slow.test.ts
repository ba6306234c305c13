// Transactions: all or nothing, and repeated after a lost race.
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withFold } from '../src/database/names.ts';
import type { Database } from '../src/database/schema.ts';
import { Overloaded } from '../src/overloaded.ts';
import { transact } from '../src/database/transact.ts';
import { databaseKind } from './support/postgresql.ts';
import { openWire } from './support/service-client.ts';
import type { TestService } from './support/service.ts';

async function open(): Promise<TestService> {
  return (await openWire()).service;
}

async function setVersion(db: Database, version: string): Promise<void> {
  await db.updateTable('applications').set({ version }).execute();
}

async function version(db: Database): Promise<string> {
  return (await db.selectFrom('applications').select('version').executeTakeFirstOrThrow()).version;
}

test('returns the result and commits the writes', async () => {
  const { database } = await open();
  const answer = await transact(database, async (transaction) => {
    await setVersion(transaction, '2');
    return 'done';
  });
  expect(answer).toBe('done');
  expect(await version(database)).toBe('2');
});

test('an error rolls everything back and is rethrown without a retry', async () => {
  const { database } = await open();
  const before = await version(database);
  const problem = new Error('too late');
  let runs = 0;
  const run = transact(database, async (transaction) => {
    runs += 1;
    await setVersion(transaction, '2');
    throw problem;
  });
  await expect(run).rejects.toBe(problem);
  expect(await version(database)).toBe(before);
  expect(runs).toBe(1);
});

test('rethrows the error if the database has already rolled back, as on a full disk', async () => {
  const { database } = await open();
  const problem = new Error('full');
  const run = transact(database, async (transaction) => {
    await sql`rollback`.execute(transaction);
    throw problem;
  });
  await expect(run).rejects.toBe(problem);
  await transact(database, (transaction) => setVersion(transaction, '2'));
  expect(await version(database)).toBe('2');
});

// On PostgreSQL, another transaction may have written the row meanwhile. On SQLite, none can.
test('retries a unique conflict only on a database with other writers, and never overwrites a row', async () => {
  const { database } = await open();
  let runs = 0;
  const run = transact(database, async (transaction) => {
    runs += 1;
    const row = await transaction.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
    await transaction.insertInto('applications').values(row).execute();
  });
  await expect(run).rejects.toThrow(/unique/i);
  if (databaseKind === 'sqlite') expect(runs).toBe(1);
  else {
    expect(runs).toBeGreaterThan(1);
    expect(runs).toBeLessThanOrEqual(10);
  }
});

test.each([
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['23503', 'fault'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_BUSY_SNAPSHOT', 'busy'],
] as const)(
  'retries from the start after %s, a limited number of times; then reports %s',
  async (code, kind) => {
    const { database } = await open();
    const lost = Object.assign(new Error('lost'), { code });
    const before = await version(database);
    const received: string[] = [];
    const answer = await transact(database, async (transaction) => {
      received.push(await version(transaction));
      await setVersion(transaction, '2');
      if (received.length < 3) throw lost;
      return 'won';
    });
    expect(answer).toBe('won');
    expect(received).toEqual([before, before, before]);
    let runs = 0;
    const never = transact(database, () => {
      runs += 1;
      return Promise.reject(lost);
    });
    if (kind === 'busy') await expect(never).rejects.toBeInstanceOf(Overloaded);
    else await expect(never).rejects.toBe(lost);
    expect(runs).toBeGreaterThan(2);
    expect(runs).toBeLessThanOrEqual(10);
  },
);

/** Resolves when `count` callers have arrived, so that their transactions overlap. */
function meeting(count: number): () => Promise<void> {
  let come = 0;
  let open: () => void;
  const all = new Promise<void>((resolve) => (open = resolve));
  return async () => {
    come += 1;
    if (come >= count) open();
    await all;
  };
}

test.runIf(databaseKind === 'postgresql')('both transactions of a deadlock succeed', async () => {
  const service = await open();
  const { database } = service;
  const [one, other] = [await service.addUser(), await service.addUser()];
  const meet = meeting(2);
  let runs = 0;
  const touch = async (transaction: Database, username: string) => {
    await transaction
      .updateTable('users')
      .set((eb) => ({ totpStep: eb('totpStep', '+', 1) }))
      .where('username', '=', username)
      .execute();
  };
  const inOrder = (first: string, second: string) =>
    transact(database, async (transaction) => {
      runs += 1;
      await touch(transaction, first);
      await meet();
      await touch(transaction, second);
    });
  await Promise.all([inOrder(one.username, other.username), inOrder(other.username, one.username)]);
  expect(runs).toBe(3);
  const steps = await database.selectFrom('users').select('totpStep').execute();
  expect(steps.map(({ totpStep }) => totpStep)).toEqual([2, 2]);
});

test.runIf(databaseKind === 'postgresql')(
  'serializable transactions behave as if they ran one after the other',
  async () => {
    const { database } = await open();
    const meet = meeting(2);
    let runs = 0;
    // Each transaction adds a row only if it sees none, and at first both see none.
    const addFirst = (webid: string) =>
      transact(database, async (transaction) => {
        runs += 1;
        await sql`set transaction isolation level serializable`.execute(transaction);
        const { id } = await transaction
          .selectFrom('applications')
          .select('id')
          .executeTakeFirstOrThrow();
        const there = await transaction.selectFrom('variables').select('varid').execute();
        await meet();
        if (there.length > 0) return;
        await transaction
          .insertInto('variables')
          .values({ applicationId: id, ...withFold('varid', webid), value: '', authed: 0 })
          .execute();
      });
    await Promise.all([addFirst('one'), addFirst('other')]);
    expect(runs).toBe(3);
    expect(await database.selectFrom('variables').selectAll().execute()).toHaveLength(1);
  },
);

test.runIf(databaseKind === 'sqlite')(
  'waits for a file that another process is writing, without blocking this one',
  async () => {
    const { database, dataFolder } = await open();
    await sql`pragma busy_timeout = 0`.execute(database);
    const other = new BetterSqlite3(join(dataFolder, 'latchkey.sqlite'));
    other.exec('begin immediate');
    const done = transact(database, (transaction) => setVersion(transaction, '2'));
    await new Promise((resolve) => setImmediate(resolve));
    other.exec('rollback');
    other.close();
    await done;
    expect(await version(database)).toBe('2');
  },
);
