// SQLite acknowledges a change after a sync that started once the change was written.
import { cpSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import { WalSync } from '../src/database/wal-sync.ts';
import { databaseKind } from './support/postgresql.ts';
import { temporaryFolder } from './support/service-command.ts';
import { passes } from './sqlite-queue-parts.ts';

/** Opens a WAL whose syncs the test ends. */
function openWal() {
  const running: { end: () => void; fail: (error: Error) => void }[] = [];
  const events: string[] = [];
  const wal = new WalSync({
    sync: () => new Promise((end, fail) => void running.push({ end, fail })),
    close() {
      events.push('closed');
      return Promise.resolve();
    },
  });
  const ask = async (name: string) => {
    const note = (end: string) => void events.push(`${name} ${end}`);
    wal.sync().then(
      () => note('synced'),
      () => note('lost'),
    );
    await passes();
  };
  return { wal, running, events, ask };
}

test('callers during a sync share the next one', async () => {
  const { running, events, ask } = openWal();
  for (const name of ['first', 'second', 'third']) await ask(name);
  expect(running).toHaveLength(1);
  running[0]?.end();
  await passes();
  expect(events).toEqual(['first synced']);
  expect(running).toHaveLength(2);
  await ask('fourth');
  running[1]?.end();
  await passes();
  expect(events).toEqual(['first synced', 'second synced', 'third synced']);
  expect(running).toHaveLength(3);
  running[2]?.end();
  await passes();
  expect(events).toContain('fourth synced');
  await ask('fifth');
  expect(running).toHaveLength(4);
});

test('writes in one turn of the event loop share a sync', async () => {
  const { wal, running } = openWal();
  const first = wal.sync();
  for (let jobs = 0; jobs < 10; jobs += 1) await Promise.resolve();
  expect(wal.sync()).toBe(first);
  await passes();
  running[0]?.end();
  await first;
  await passes();
  expect(running).toHaveLength(1);
});

test('a failed sync fails all waiting and later callers until the WAL is repaired', async () => {
  const { wal, running, events, ask } = openWal();
  const fault = new Error('EIO');
  for (const name of ['failed', 'behind']) await ask(name);
  running[0]?.fail(fault);
  await passes();
  expect(events).toEqual(['failed lost', 'behind lost']);
  expect(wal.fault?.error).toBe(fault);
  await ask('later');
  expect(running).toHaveLength(1);
  expect(events).toContain('later lost');
  wal.repaired();
  await ask('after');
  running[1]?.end();
  await passes();
  expect(events).toContain('after synced');
  expect(wal.fault).toBeNull();
});

test('closing waits for the running sync', async () => {
  const { wal, running, events, ask } = openWal();
  await ask('last');
  const closed = wal.close();
  await passes();
  expect(events).toEqual([]);
  running[0]?.end();
  await closed;
  expect(events).toEqual(['last synced', 'closed']);
});

describe.runIf(databaseKind === 'sqlite')('a WAL that cannot be synced', () => {
  async function openUnsyncable() {
    const dataFolder = temporaryFolder();
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
    /** Returns the rows that a power loss leaves if nothing of the WAL reached the disk. */
    const withoutWal = () => {
      const copy = join(temporaryFolder(), 'latchkey.sqlite');
      cpSync(file, copy);
      const sqlite = new BetterSqlite3(copy);
      onTestFinished(() => void sqlite.close());
      return sqlite.prepare("select name from facts where value = 'x'").pluck().all();
    };
    return { db, file, note, putBack, withoutWal };
  }

  test('fails the writer, and is written completely before the next acknowledgement', async () => {
    const { note, putBack, withoutWal } = await openUnsyncable();
    await expect(note('first')).rejects.toMatchObject({ code: 'EISDIR' });
    expect(withoutWal()).toEqual([]);
    putBack();
    await note('second');
    expect(withoutWal()).toEqual(['first']);
  });

  test('fails raw SQL and statements outside a transaction, too', async () => {
    const { db, putBack } = await openUnsyncable();
    const written = sql`
      update facts set value = 'x'`;
    await expect(written.execute(db)).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(sql`vacuum`.execute(db)).rejects.toMatchObject({ code: 'EISDIR' });
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    putBack();
    await written.execute(db);
    await sql`vacuum`.execute(db);
  });

  test('fails every writer until it can be repaired', async () => {
    const { file, note, putBack } = await openUnsyncable();
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
