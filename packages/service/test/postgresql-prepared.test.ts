// Prepared statements on PostgreSQL, and transactions whose `begin` is sent with a statement.
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { markPrepared, preparedName } from '../src/database/statement.ts';
import type { Database } from '../src/database/schema.ts';
import { transact } from '../src/database/transact.ts';
import { databaseKind, environmentOf } from './support/postgresql.ts';
import { wireTo } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startTestService } from './support/service.ts';

test('never prepares a statement that selects all columns', () => {
  for (const text of ['select * from one', 'select "one".* from "one"', 'delete returning *']) {
    markPrepared(text);
    expect(preparedName(text)).toBeUndefined();
  }
  markPrepared('select one from two');
  expect(preparedName('select one from two')).toMatch(/^latchkey_[0-9a-f]{32}$/);
  expect(preparedName('select one from three')).toBeUndefined();
});

test('prepares a statement that counts rows or multiplies', () => {
  for (const text of ['select count(*) from one', 'select 2 * "a" from "one"']) {
    markPrepared(text);
    expect(preparedName(text)).toBeDefined();
  }
});

describe.runIf(databaseKind === 'postgresql')('on PostgreSQL', () => {
  /** A signed-in program, and the one connection on which its sequential requests run. */
  async function open() {
    const dataFolder = temporaryFolder();
    const service = await startTestService({ dataFolder });
    onTestFinished(() => service.close());
    const { DATABASE_URL = '' } = await environmentOf(dataFolder);
    const other = new Client(DATABASE_URL);
    await other.connect();
    onTestFinished(() => other.end());
    const wire = wireTo(service);
    const user = await service.addUser();
    await service.addVariable('colour', 'green', true);
    const sessionid = await wire.signIn(user);
    const colour = async () =>
      (await wire.send({ type: 'var', sessionid, varid: 'colour' })).body['message'];
    const redeem = async () => {
      const key = await service.addLicense({ days: 1 });
      return (await wire.send({ type: 'upgrade', sessionid, username: user.username, key })).body;
    };
    const check = async () => (await wire.send({ type: 'check', sessionid })).body;
    return { service, db: service.database, other, colour, redeem, check };
  }

  async function preparedTexts(db: Database): Promise<string[]> {
    const { rows } = await sql<{
      statement: string;
    }>`select statement from pg_prepared_statements where name like 'latchkey%'`.execute(db);
    return rows.map((row) => row.statement);
  }

  const prepared = async (db: Database) => (await preparedTexts(db)).length;

  const session = async (db: Database) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;

  test('prepares the statements that every request runs, and no others', async () => {
    const { db, colour, redeem } = await open();
    expect(await colour()).toBe('green');
    expect(await redeem()).toMatchObject({ success: true });
    const after = await prepared(db);
    expect(after).toBeGreaterThan(3);
    expect(await colour()).toBe('green');
    await db.selectFrom('facts').select('name').where('name', '=', 'none').execute();
    expect(await prepared(db)).toBe(after);
  });

  test('prepares the statement of a check', async () => {
    const { db, check } = await open();
    expect(await check()).toMatchObject({ success: true });
    const texts = await preparedTexts(db);
    expect(texts.filter((text) => text.includes('left join "plans"'))).toHaveLength(1);
  });

  test('drops a connection that lost its prepared statements, and stops preparing statements', async () => {
    const { db, colour, redeem } = await open();
    expect(await redeem()).toMatchObject({ success: true });
    const before = await session(db);
    await sql`deallocate all`.execute(db);
    expect(await redeem()).toMatchObject({ success: true });
    expect(await session(db)).not.toBe(before);
    expect(await colour()).toBe('green');
    expect(await prepared(db)).toBe(0);
  });

  test('recovers from lost prepared statements outside a transaction, too', async () => {
    const { db, colour } = await open();
    expect(await colour()).toBe('green');
    await sql`deallocate all`.execute(db);
    expect(await colour()).toBe('green');
    expect(await colour()).toBe('green');
    expect(await prepared(db)).toBe(0);
  });

  test('reads changed columns correctly after a migration', async () => {
    const { service, db, other, colour, redeem } = await open();
    expect(await colour()).toBe('green');
    expect(await redeem()).toMatchObject({ success: true });
    const before = await session(db);
    await other.query('alter table licenses alter column key type varchar(200)');
    await other.query('alter table sessions alter column user_id type varchar(200)');
    expect(await redeem()).toMatchObject({ success: true });
    expect(await colour()).toBe('green');
    expect(await session(db)).not.toBe(before);
    expect(await prepared(db)).toBeGreaterThan(3);
    expect(service.logText()).not.toContain('A request failed');
  });

  test('sends BEGIN with the first statement of a transaction, and nothing for an empty transaction', async () => {
    const { db, other } = await open();
    const seen = async () =>
      (await other.query("select value from facts where name = 'seen'")).rows as unknown[];
    const insert = (within: Database) =>
      within.insertInto('facts').values({ name: 'seen', value: '1' }).execute();
    await expect(
      transact(db, async (within) => {
        await insert(within);
        expect(await seen()).toEqual([]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await seen()).toEqual([]);
    await expect(
      transact(db, (within) => insert(within).then(() => insert(within))),
    ).rejects.toThrow();
    expect(await seen()).toEqual([]);
    await expect(transact(db, (within) => sql`select 1 / 0`.execute(within))).rejects.toThrow();
    expect(await transact(db, () => Promise.resolve('empty'))).toBe('empty');
    await expect(transact(db, () => Promise.reject(new Error('empty')))).rejects.toThrow('empty');
    await transact(db, insert);
    expect(await seen()).toEqual([{ value: '1' }]);
    // Background work of the service ends; a transaction that was left open would stay.
    const busy = async () =>
      (
        await other.query(
          "select state from pg_stat_activity where application_name = 'latchkey' and state <> 'idle'",
        )
      ).rows as unknown[];
    await expect.poll(busy, { timeout: 10_000 }).toEqual([]);
  });
});
