// When SQLite acknowledges a change: after a sync that began once it was written and did not fail.
import { cpSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WalSync } from '../src/database/wal-sync.ts';
import { openDatabase } from '../src/database/open.ts';
import { databaseKind } from './support/postgresql.ts';
import { folder } from './support/service-command.ts';
import { openQueue, passes } from './sqlite-queue-parts.ts';

/** Syncs that end when the test says so. */
function open() {
  const running: { end: () => void; fail: (error: Error) => void }[] = [];
  let closed = 0;
  const journals = new WalSync(() => ({
    sync: () => new Promise((resolve, reject) => void running.push({ end: resolve, fail: reject })),
    close() {
      closed += 1;
      return Promise.resolve();
    },
  }));
  const told: string[] = [];
  const ask = (name: string) => {
    const say = (end: string) => void told.push(`${name} ${end}`);
    journals.through().then(
      () => say('kept'),
      () => say('lost'),
    );
  };
  return { journals, running, told, ask, closed: () => closed };
}

test('runs two syncs in parallel, and later callers share a sync that begins afterwards', async () => {
  const { running, told, ask } = open();
  for (const name of ['first', 'second', 'third', 'fourth']) ask(name);
  expect(running).toHaveLength(2);
  running[1]?.end();
  await passes();
  expect(told).toEqual(['second kept']);
  expect(running).toHaveLength(3);
  ask('fifth');
  running[2]?.end();
  await passes();
  expect(told).toEqual(['second kept', 'third kept', 'fourth kept']);
  expect(running).toHaveLength(4);
  running[0]?.end();
  running[3]?.end();
  await passes();
  expect(told.slice(3).toSorted()).toEqual(['fifth kept', 'first kept']);
  ask('sixth');
  expect(running).toHaveLength(5);
});

test('a failed sync fails parallel and queued syncs until the WAL is repaired', async () => {
  const { journals, running, told, ask } = open();
  const fault = new Error('EIO');
  for (const name of ['failed', 'beside', 'behind']) ask(name);
  running[0]?.fail(fault);
  await passes();
  running[1]?.end();
  await passes();
  expect(told).toEqual(['failed lost', 'behind lost', 'beside lost']);
  expect(journals.fault?.error).toBe(fault);
  ask('later');
  await passes();
  expect(running).toHaveLength(2);
  expect(told).toContain('later lost');
  journals.mended();
  ask('after');
  running[2]?.end();
  await passes();
  expect(told).toContain('after kept');
  expect(journals.fault).toBeNull();
});

test('closes every handle of the WAL', async () => {
  const { journals, closed } = open();
  await journals.close();
  expect(closed()).toBe(2);
});

test('acknowledges a write after its sync, without delaying reads and the next group', async () => {
  const { queue, add, transaction, holdSyncs } = openQueue();
  const syncs = holdSyncs();
  const told: string[] = [];
  const first = queue.write(add('a')).then(() => told.push('a'));
  while (syncs.length < 1) await passes();
  expect(await queue.read(() => told.length)).toBe(0);
  const second = transaction((one) => one.run(add('b'))).then(() => told.push('b'));
  while (syncs.length < 2) await passes();
  expect(told).toEqual([]);
  syncs[1]?.end();
  await second;
  expect(told).toEqual(['b']);
  syncs[0]?.end();
  await first;
  expect(told).toEqual(['b', 'a']);
});

test('a failed sync rejects its own writes and delays no others', async () => {
  const { queue, add, names, transaction, holdSyncs } = openQueue();
  const syncs = holdSyncs();
  const fault = new Error('the disk is gone');
  const lost = Promise.allSettled([queue.write(add('a')), transaction((one) => one.run(add('b')))]);
  while (syncs.length < 1) await passes();
  const next = queue.write(add('c'));
  while (syncs.length < 2) await passes();
  syncs[0]?.fail(fault);
  syncs[1]?.end();
  expect(await lost).toEqual(
    Array.from({ length: 2 }, () => ({ status: 'rejected', reason: fault })),
  );
  expect(await next).toBe('c');
  expect(names()).toEqual(['a', 'b', 'c']);
});

test('a transaction that is rolled back needs no sync', async () => {
  const { executed, add, transaction } = openQueue();
  const undone = transaction((one) => {
    one.run(add('a'));
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  expect(executed).toEqual(['begin immediate', 'rollback']);
});

describe.runIf(databaseKind === 'sqlite')('a WAL that cannot be synced', () => {
  async function openUnsynced() {
    const dataFolder = folder();
    const db = await openDatabase({ dataFolder, onIdleFault: () => null });
    onTestFinished(() => db.destroy());
    const file = join(dataFolder, 'latchkey.sqlite');
    // The open connection does not notice. A folder cannot be opened for writing.
    renameSync(`${file}-wal`, `${file}-wal.away`);
    mkdirSync(`${file}-wal`);
    const putBack = () => {
      rmdirSync(`${file}-wal`);
      renameSync(`${file}-wal.away`, `${file}-wal`);
    };
    const note = (name: string) => db.insertInto('facts').values({ name, value: 'x' }).execute();
    /** The rows left by a power loss if nothing of the journal reached the disk. */
    const withoutJournal = () => {
      const copy = join(folder(), 'latchkey.sqlite');
      cpSync(file, copy);
      const sqlite = new BetterSqlite3(copy);
      onTestFinished(() => void sqlite.close());
      return sqlite.prepare("select name from facts where value = 'x'").pluck().all();
    };
    return { db, file, note, putBack, withoutJournal };
  }

  test('fails the writer, and is moved into the database file before the next acknowledgement', async () => {
    const { note, putBack, withoutJournal } = await openUnsynced();
    await expect(note('first')).rejects.toMatchObject({ code: 'EISDIR' });
    expect(withoutJournal()).toEqual([]);
    putBack();
    await note('second');
    expect(withoutJournal()).toEqual(['first']);
  });

  test('fails raw SQL and statements outside a transaction, too', async () => {
    const { db, putBack } = await openUnsynced();
    const written = sql`
      update facts set value = 'x'`;
    await expect(written.execute(db)).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(sql`vacuum`.execute(db)).rejects.toMatchObject({ code: 'EISDIR' });
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    putBack();
    await written.execute(db);
    await sql`vacuum`.execute(db);
  });

  test('fails all writers until it is repaired', async () => {
    const { file, note, putBack } = await openUnsynced();
    await expect(note('first')).rejects.toMatchObject({ code: 'EISDIR' });
    putBack();
    const reader = new BetterSqlite3(file, { readonly: true });
    onTestFinished(() => void reader.close());
    reader.exec('begin; select * from facts');
    await expect(note('second')).rejects.toMatchObject({ code: 'EISDIR' });
    reader.exec('commit');
    await note('third');
  });
});
