// PostgreSQL locked, full, read-only or gone: signed answers, no lost write, automatic recovery.
import { sql } from 'kysely';
import { sellerTexts } from '@latchkey/protocol/seller-spec.ts';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKind, environmentOf, useAddress } from './support/postgresql.ts';
import { startPostgresql } from './support/postgresql-server.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire, wireTo, type Wire } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startTestService } from './support/service.ts';
import { expectFault, expectRefusals, overloaded } from './database-faults-parts.ts';

/** A connection of another program to the database of a test's service. */
async function somebodyElse({ service }: Wire): Promise<Client> {
  const { DATABASE_URL } = await environmentOf(service.dataFolder);
  const client = new Client(DATABASE_URL);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function openWithServer(closeWithinMs?: number) {
  const server = await startPostgresql({ durable: true });
  onTestFinished(() => server.close());
  const dataFolder = temporaryFolder();
  useAddress(dataFolder, server.address('postgres'));
  const service = await startTestService({
    dataFolder,
    ...(closeWithinMs !== undefined && { closeWithinMs }),
  });
  return { server, wire: wireTo(service) };
}

describe.runIf(databaseKind === 'postgresql')('the service on PostgreSQL', () => {
  const tables = ['sessions', 'licenses', 'webhooks'];

  test('survives a lock held by another program', async () => {
    const wire = await openWire();
    const other = await somebodyElse(wire);
    await expectRefusals(
      wire,
      overloaded,
      () => other.query(`begin; lock table ${tables.join(', ')} in access exclusive mode`),
      () => other.query('rollback'),
    );
    // The server has given up, too: nothing waits for the lock any more.
    const { rows } = await other.query(
      `select 1 from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()`,
    );
    expect(rows).toEqual([]);
  });

  test('survives a full disk that the server reports', async () => {
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
      sellerTexts['disk-full'],
    );
  });

  test('survives a read-only database', async () => {
    const wire = await openWire();
    const other = await somebodyElse(wire);
    const { rows } = await other.query<{ name: string }>('select current_database() as name');
    const alter = async (what: string) => {
      await other.query(`alter database ${rows[0]?.name ?? ''} ${what}`);
      await cutOffOthers(other);
      // Uses each closed connection once, so that none is left.
      const ask = () => sql`select 1`.execute(wire.service.database);
      await Promise.allSettled(Array.from({ length: 30 }, ask));
    };
    await expectFault(
      wire,
      () => alter('set default_transaction_read_only = on'),
      () => alter('reset default_transaction_read_only'),
      sellerTexts['read-only'],
    );
  });

  test('repeats reads, and writes that were not committed, when their connections end', async () => {
    const wire = await openWire();
    const { database } = wire.service;
    const ask = sellerOf(wire.service);
    const other = await somebodyElse(wire);
    const waiting = `from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`;
    const cutOff = async <T>(work: () => Promise<T>): Promise<T> => {
      await other.query('begin; lock table licenses in access exclusive mode');
      const result = work();
      // Soon, because a statement waits 1.5 s for a lock.
      await expect.poll(async () => (await other.query(`select pid ${waiting}`)).rowCount).toBe(1);
      await other.query(`select pg_terminate_backend(pid, 10000) ${waiting}`);
      await other.query('rollback');
      return result;
    };
    expect(await cutOff(() => database.selectFrom('licenses').selectAll().execute())).toEqual([]);
    expect((await cutOff(() => ask('fetchallkeys'))).body).toMatchObject({ keys: [] });
    expect((await cutOff(() => ask('add', { expiry: '1' }))).body).toMatchObject({ success: true });
    expect((await ask('fetchallkeys')).body['keys']).toHaveLength(1);
  });

  test('survives a stop and a crash of the server', async () => {
    const { server, wire } = await openWithServer();
    onTestFinished(() => wire.service.close());
    await expectFault(
      wire,
      () => server.stop('orderly'),
      server.start,
      sellerTexts['database-unreachable'],
    );
    await expectFault(
      wire,
      () => server.stop('crash'),
      server.start,
      sellerTexts['database-unreachable'],
    );
  });

  test('survives a server that stops answering for a while', async () => {
    const { server, wire } = await openWithServer();
    onTestFinished(() => wire.service.close());
    await expectFault(wire, server.pause, server.resume, sellerTexts['database-unreachable']);
  }, 40_000);

  test('stops while the server does not answer', async () => {
    const { server, wire } = await openWithServer(100);
    await wire.init();
    server.pause();
    const asked = wire.send({ type: 'init' }).catch((error: unknown) => error);
    // Without its own time limit, closing would wait until the server resumes below.
    await wire.service.close();
    expect(await asked).toBeInstanceOf(Error);
    server.resume();
  });
});

/** Returns after the connections are closed. */
async function cutOffOthers(client: Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
}
