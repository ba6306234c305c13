// A database that is locked, full, read-only or gone: every answer is JSON and signed, nothing that was acknowledged is lost,
// and the service goes on by itself once the fault is over.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/service/database/schema.ts';
import { transact } from '../../src/service/database/transact.ts';
import { databaseKind, environmentOf, useAddress } from '../support/postgresql.ts';
import { startPostgresql } from '../support/postgresql-server.ts';
import { openWire, read, wireTo, type Wire } from '../support/service-client.ts';
import { folder } from '../support/service-command.ts';
import { startTestService } from '../support/service.ts';

/** As `expectRefusals` tells of. */
interface Refused {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const fault: Refused = { status: 500, body: { code: 500, reason: 'internal' } };
const overloaded: Refused = { status: 429, body: { code: 429, reason: 'overloaded' } };

async function expectFault(wire: Wire, begin: () => unknown, end: () => unknown): Promise<void> {
  return expectRefusals(wire, fault, begin, end);
}

/** Writes by both interfaces are refused while it lasts, change nothing, and are made afterwards. */
async function expectRefusals(
  wire: Wire,
  refused: Refused,
  begin: () => unknown,
  end: () => unknown,
): Promise<void> {
  const { service, send, init } = wire;
  const { username } = await service.addUser();
  const key = await service.addLicense({ days: 1 });
  const redeem = { type: 'upgrade', sessionid: await init(), username, key };
  const before = await countRows(wire);
  await begin();
  const [seller, redeemed, ...opened] = await Promise.all([
    deleteWebhook(wire),
    send(redeem),
    ...(['GET', 'POST', 'multipart'] as const).map((method) => send({ type: 'init' }, method)),
  ]);
  for (const { status, body } of [redeemed, ...opened]) {
    expect(status).toBe(refused.status);
    expect(body).toMatchObject({ success: false, ...refused.body });
  }
  expect(seller).toMatchObject({ status: refused.status, body: { success: false } });
  await end();
  expect(await countRows(wire)).toEqual(before);
  expect((await send(redeem)).body).toMatchObject({ success: true });
  expect((await send({ type: 'init' })).body).toMatchObject({ success: true });
}

async function deleteWebhook({ service }: Wire) {
  const parameters = { sellerkey: service.app.sellerkey, type: 'delwebhook', webid: 'none' };
  const query = new URLSearchParams(parameters).toString();
  return read(await fetch(`${service.url}/api/seller/?${query}`));
}

async function countRows({ service: { database } }: Wire) {
  const licenses = await database.selectFrom('licenses').select('status').execute();
  const sessions = await database.selectFrom('sessions').select('idHash').execute();
  const subscriptions = await database.selectFrom('subscriptions').select('expiresAt').execute();
  return { licenses, sessions, subscriptions };
}

describe.runIf(databaseKind === 'sqlite')('SQLite', () => {
  test('locked by another program', async () => {
    const wire = await openWire();
    await sql`pragma busy_timeout = 0`.execute(wire.service.database);
    const other = new BetterSqlite3(join(wire.service.dataFolder, 'latchkey.sqlite'));
    onTestFinished(() => void other.close());
    const lock = () => other.exec('begin exclusive');
    await expectFault(wire, lock, () => other.exec('rollback'));
  });

  test('read-only', async () => {
    const wire = await openWire();
    const { database } = wire.service;
    await expectFault(
      wire,
      () => sql`pragma query_only = on`.execute(database),
      () => sql`pragma query_only = off`.execute(database),
    );
  });

  test('moved away with its folder, and back', async () => {
    const dataFolder = join(folder(), 'data');
    const wire = wireTo(await startTestService({ dataFolder }));
    onTestFinished(() => wire.service.close());
    const away = `${dataFolder}-away`;
    await expectFault(
      wire,
      () => renameSync(dataFolder, away),
      () => renameSync(away, dataFolder),
    );
  });

  test('replaced by another file', async () => {
    const wire = await openWire();
    const file = join(wire.service.dataFolder, 'latchkey.sqlite');
    renameSync(file, `${file}.old`);
    writeFileSync(file, '');
    expect((await wire.send({ type: 'init' })).body).toMatchObject({ reason: 'internal' });
    expect(wire.service.logText()).toContain('is not the file that was opened');
  });

  test('full', async () => {
    const wire = await openWire();
    const { database } = wire.service;
    const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(database);
    const limit = sql.lit(rows[0]?.pageCount ?? 0);
    await sql`pragma max_page_count = ${limit}`.execute(database);
    // What room there is in the pages is used up first.
    let acknowledged = 0;
    for (; acknowledged < 1000; acknowledged += 1) {
      const { status, body } = await wire.send({ type: 'init' });
      if (body['success'] === true) continue;
      expect(status).toBe(500);
      break;
    }
    expect(acknowledged).toBeLessThan(1000);
    // Half of it would have found room.
    const large = transact(database, async (transaction) => {
      await setDownload(transaction, 'there');
      await setDownload(transaction, 'x'.repeat(100_000));
    });
    await expect(large).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect((await countRows(wire)).sessions).toHaveLength(acknowledged);
    const app = await database.selectFrom('applications').select('download').execute();
    expect(app).toEqual([{ download: '' }]);
    await sql`pragma max_page_count = 1000000`.execute(database);
    expect((await wire.send({ type: 'init' })).body).toMatchObject({ success: true });
  });
});

async function setDownload(transaction: Database, download: string): Promise<void> {
  await transaction.updateTable('applications').set({ download }).execute();
}

/** A connection of somebody else to the database of a test's service. */
async function somebodyElse({ service }: Wire): Promise<Client> {
  const { DATABASE_URL } = await environmentOf(service.dataFolder);
  const client = new Client(DATABASE_URL);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A service whose server is its own. */
async function openWithServer(closeWithinMs?: number) {
  const server = await startPostgresql({ durable: true });
  onTestFinished(() => server.close());
  const dataFolder = folder();
  useAddress(dataFolder, server.address('postgres'));
  const service = await startTestService({
    dataFolder,
    ...(closeWithinMs !== undefined && { closeWithinMs }),
  });
  return { server, wire: wireTo(service) };
}

describe.runIf(databaseKind === 'postgresql')('PostgreSQL', () => {
  const tables = ['sessions', 'licenses', 'webhooks'];

  test('locked by another program', async () => {
    const wire = await openWire();
    const other = await somebodyElse(wire);
    await expectRefusals(
      wire,
      overloaded,
      () => other.query(`begin; lock table ${tables.join(', ')} in access exclusive mode`),
      () => other.query('rollback'),
    );
    // The server has given up, too: nobody waits for the lock any more.
    const { rows } = await other.query('select 1 from pg_locks where not granted');
    expect(rows).toEqual([]);
  });

  test('full, by what its server says then', async () => {
    const wire = await openWire();
    const other = await somebodyElse(wire);
    await other.query(
      `create function refuse() returns trigger language plpgsql as
       $$ begin raise exception using errcode = '53100'; end $$`,
    );
    const onEach = async (statement: (table: string) => string) => {
      for (const table of tables) await other.query(statement(table));
    };
    await expectFault(
      wire,
      () =>
        onEach(
          (table) =>
            `create trigger full_disk before insert or update or delete on ${table}
             for each statement execute function refuse()`,
        ),
      () => onEach((table) => `drop trigger full_disk on ${table}`),
    );
  });

  test('read-only', async () => {
    const wire = await openWire();
    const other = await somebodyElse(wire);
    const { rows } = await other.query<{ name: string }>('select current_database() as name');
    const alter = async (what: string) => {
      await other.query(`alter database ${rows[0]?.name ?? ''} ${what}`);
      await cutOffOthers(other);
      // Each of its connections that was cut off is met once, at the latest now.
      const ask = () => sql`select 1`.execute(wire.service.database);
      await Promise.allSettled(Array.from({ length: 30 }, ask));
    };
    await expectFault(
      wire,
      () => alter('set default_transaction_read_only = on'),
      () => alter('reset default_transaction_read_only'),
    );
  });

  test('stopped, and started again', async () => {
    const { server, wire } = await openWithServer();
    onTestFinished(() => wire.service.close());
    await expectFault(wire, () => server.stop('orderly'), server.start);
    await expectFault(wire, () => server.stop('crash'), server.start);
  });

  test('there and saying nothing, and speaking again', async () => {
    const { server, wire } = await openWithServer();
    onTestFinished(() => wire.service.close());
    await expectFault(wire, server.pause, server.resume);
  }, 40_000);

  test('there and saying nothing when the service ends', async () => {
    const { server, wire } = await openWithServer(100);
    await wire.init();
    server.pause();
    const asked = wire.send({ type: 'init' }).catch((error: unknown) => error);
    const startedAt = performance.now();
    await wire.service.close();
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(await asked).toBeInstanceOf(Error);
    server.resume();
  });
});

async function cutOffOthers(client: Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
}
