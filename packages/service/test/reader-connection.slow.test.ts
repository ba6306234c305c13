// Many rows are counted on a separate connection, not on the one that answers, and just as exactly.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely, sql, type RootOperationNode } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, openReader } from '../src/database/open.ts';
import { SqliteReaderDialect } from '../src/database/sqlite-reader.ts';
import { bulkTypes } from '@latchkey/protocol/seller/bulk.ts';
import { databaseKind, databaseOptionsOf, dropDatabaseOf } from './support/postgresql.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

async function open() {
  const noted: RootOperationNode[] = [];
  const wire = await openWire({
    wrapDatabase: (db) =>
      db.withPlugin({
        transformQuery({ node }) {
          noted.push(node);
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }),
  });
  /** Counts on the connection that answers. */
  const counted = () =>
    noted.splice(0).filter((node) => JSON.stringify(node).includes('"func":"count"'));
  return { ...wire, ask: sellerOf(wire.service), counted };
}

test('statistics of both APIs are counted on the reader connection, not on the main one', async () => {
  const { ask, counted, init, send, service } = await open();
  await service.removeNeighbour();
  await service.addUser({ username: 'Ann' });
  await service.addLicense({ days: 1 });
  await service.addLicense({ days: 1 });
  const sessionid = await init();
  counted();
  expect((await ask('stats')).body).toMatchObject({ success: true, unused: '2', totalkeys: '2' });
  expect((await ask('countsubs', { name: 'Pro' })).body).toMatchObject({ count: '1' });
  for (const operation of bulkTypes) {
    const name = operation.endsWith('sub') ? 'Pro' : 'none';
    const { body } = await ask('countrows', { operation, name });
    expect(body).toMatchObject({ success: true });
  }
  expect((await ask('countrows', { operation: 'delunused' })).body).toMatchObject({ count: '2' });
  const stats = await send({ type: 'fetchStats', sessionid });
  expect(stats.body).toMatchObject({ appinfo: { numUsers: '1', numKeys: '2' } });
  expect(counted()).toEqual([]);
  // Ensures that a count on that connection would have been noticed.
  await service.database
    .selectFrom('users')
    .select((eb) => eb.fn.countAll().as('all'))
    .execute();
  await ask('addwebhook', { baseurl: 'https://example.org/', events: '' });
  expect(counted()).not.toEqual([]);
});

async function openBoth() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-reader-'));
  const { databaseUrl } = await databaseOptionsOf(dataFolder);
  const options = { dataFolder, databaseUrl, onIdleFault: () => undefined };
  const db = await openDatabase(options);
  const reader = openReader(options);
  onTestFinished(async () => {
    await Promise.all([reader.destroy(), db.destroy()]);
    rmSync(dataFolder, { recursive: true, force: true });
    await dropDatabaseOf(dataFolder);
  });
  const names = () =>
    reader.selectFrom('facts').select('name').where('name', 'like', 'test-%').orderBy('name');
  return { db, reader, names };
}

test('the reader sees committed rows, and no others', async () => {
  const { db, names } = await openBoth();
  await db.insertInto('facts').values({ name: 'test-1', value: 'x' }).execute();
  expect(await names().execute()).toEqual([{ name: 'test-1' }]);
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('facts').values({ name: 'test-2', value: 'x' }).execute();
    expect(await names().execute()).toHaveLength(1);
  });
  expect(await names().execute()).toHaveLength(2);
});

test('the reader answers queries in sequence, even after a failed query', async () => {
  const { db, reader, names } = await openBoth();
  await db.insertInto('facts').values({ name: 'test-1', value: 'x' }).execute();
  const wrong = reader
    .selectFrom('facts')
    .select('nothing' as 'name')
    .execute(); // no such column
  const [failed, found] = await Promise.allSettled([wrong, names().execute()]);
  expect(failed).toMatchObject({ status: 'rejected' });
  expect(found).toEqual({ status: 'fulfilled', value: [{ name: 'test-1' }] });
});

test('the reader returns the same types as the main connection', async () => {
  const { db, reader } = await openBoth();
  await db.insertInto('facts').values({ name: 'test-ä', value: '' }).execute();
  const of = (one: typeof db) =>
    one
      .selectFrom('facts')
      .select((eb) => [
        'name',
        eb.fn.countAll<number>().as('all'),
        eb.fn.max(eb.ref('value')).as('value'),
        eb.cast<number | null>(eb.val(null), 'bigint').as('none'),
      ])
      .where('name', '=', 'test-ä')
      .groupBy('name')
      .execute();
  expect(await of(reader)).toEqual([{ name: 'test-ä', all: 1, value: '', none: null }]);
  expect(await of(reader)).toEqual(await of(db));
});

test.runIf(databaseKind === 'sqlite')(
  'the reader replaces a failed thread without losing queries',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-reader-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'made-later.sqlite');
    const reader = new Kysely({ dialect: new SqliteReaderDialect(file) });
    onTestFinished(() => reader.destroy());
    const ask = (number: number) => sql<{ n: number }>`select ${number} as n`.execute(reader);
    await expect(ask(1)).rejects.toThrow();
    new BetterSqlite3(file).exec('create table things (one text)').close();
    const answers = await Promise.all([ask(2), ask(3)]);
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([2, 3]);
  },
);
