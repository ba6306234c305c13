// What only PostgreSQL has: a connection URL, connections that may be lost, and its own types.
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { Client, types } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../src/database/schema.ts';
import { inspect } from '../src/host/inspection.ts';
import { databaseKind, environmentOf } from './support/postgresql.ts';
import { openWire } from './support/service-client.ts';
import { expectRefusal, temporaryFolder, runCommandWith } from './support/service-command.ts';

const secret = 'hush-hush-0815';

/** A new database, and a connection to it that is not the service's. */
async function openDirect(data: string) {
  const { DATABASE_URL = '' } = await environmentOf(data, 'empty');
  const client = new Client(DATABASE_URL);
  await client.connect();
  onTestFinished(() => client.end());
  return { client, address: DATABASE_URL };
}

async function start(data: string, DATABASE_URL: string) {
  const LATCHKEY_SIGNING_KEY_FILE = `${data}/key.pem`;
  return runCommandWith({ DATABASE_URL, LATCHKEY_SIGNING_KEY_FILE }, '--data', data, '--port', '0');
}

describe.runIf(databaseKind === 'postgresql')('an unusable connection URL', () => {
  const refuses = async (data: string, address: string, sentence: RegExp) => {
    const ran = await start(data, address);
    expectRefusal(ran, sentence);
    expect(ran.stderr()).not.toContain(secret.slice(0, 5));
    expect(ran.stderr()).not.toContain('elsewhere');
  };

  test.each([
    ['no URL', secret],
    ['a URL of another kind', `mysql://latchkey:${secret}@elsewhere/data`],
    [
      'a password with unescaped special characters',
      `postgresql://latchkey:${secret}/#@elsewhere/x`,
    ],
    ['an invalid port', `postgresql://latchkey:${secret}@elsewhere:port/x`],
  ])('is refused: %s', async (_what, address) => {
    await refuses(temporaryFolder(), address, /^DATABASE_URL must be a URL like postgresql:\/\//);
  });

  test('is refused if no server listens there', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo; // a TCP server has an AddressInfo
    await new Promise((resolve) => closed.close(resolve));
    const sentence =
      /^The database server that DATABASE_URL names cannot be reached \(E[A-Z]+\)\.$/m;
    await refuses(
      temporaryFolder(),
      `postgresql://latchkey:${secret}@127.0.0.1:${port}/x`,
      sentence,
    );
    const nowhere = encodeURIComponent(temporaryFolder());
    await refuses(temporaryFolder(), `postgresql://latchkey:${secret}@${nowhere}/x`, sentence);
  });

  test('is refused if the server does not answer', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo; // a TCP server has an AddressInfo
    const address = `postgresql://latchkey:${secret}@127.0.0.1:${port}/x`;
    await refuses(temporaryFolder(), address, /cannot be reached \(no answer\)\.$/m);
  });

  test('is refused if the database, the user or a permission is missing', async () => {
    const data = temporaryFolder();
    const { client, address } = await openDirect(data);
    const at = (change: (url: URL) => void) => {
      const url = new URL(address);
      url.password = secret;
      change(url);
      return url.href;
    };
    const noDatabase = at((url) => (url.pathname = '/elsewhere'));
    await refuses(data, noDatabase, /^The database that DATABASE_URL names does not exist/);
    const noUser = at((url) => (url.username = 'elsewhere'));
    await refuses(data, noUser, /^The database server refused the user name or password/);
    await client.query('create role reader login');
    onTestFinished(async () => {
      await client.query('drop role reader');
    });
    await client.query('revoke create on schema public from public');
    const noRight = at((url) => (url.username = 'reader'));
    await refuses(data, noRight, /^The database user in DATABASE_URL may not create tables/);
  });

  test('is refused if the database has an encoding other than UTF8', async () => {
    const data = temporaryFolder();
    const { client, address } = await openDirect(data);
    const name = 'of_latin1';
    await client.query(`create database ${name} template template0 encoding 'LATIN1' locale 'C'`);
    onTestFinished(async () => {
      await client.query(`drop database ${name} with (force)`);
    });
    const url = new URL(address);
    url.pathname = `/${name}`;
    const sentence = /^The database that DATABASE_URL names has the encoding LATIN1\./m;
    await refuses(data, url.href, sentence);
    const doctor = await inspect(data, { ...(await environmentOf(data)), DATABASE_URL: url.href });
    expect(doctor.filter(({ isOk }) => !isOk).map(({ advice }) => advice)).toContainEqual(
      expect.stringMatching(sentence),
    );
  });

  test('is refused without a signing key that all processes share', async () => {
    const data = temporaryFolder();
    const { address } = await openDirect(data);
    const ran = await runCommandWith({ DATABASE_URL: address }, '--data', data, '--port', '0');
    expectRefusal(ran, /^With DATABASE_URL, LATCHKEY_SIGNING_KEY_FILE must name the file/);
  });
});

describe.runIf(databaseKind === 'postgresql')('a connection URL without a host', () => {
  test.each([
    ['a user', (user: string) => `postgresql://${user}@/`],
    ['a user and a password', (user: string) => `postgres://${user}:p%40ss@/`],
    ['no user', () => 'postgresql:///'],
  ])('can name the folder of a socket in "host": %s', async (_what, begin) => {
    const data = temporaryFolder();
    const { address } = await openDirect(data);
    const { hostname, pathname, username } = new URL(address);
    const more = username === '' ? '' : `&user=${username}`;
    const [folder, database] = [decodeURIComponent(hostname), pathname.slice(1)];
    const own = begin(username);
    const user = own.includes('@') ? '' : more;
    const ran = await start(data, `${own}${database}?host=${folder}${user}`);
    expect(ran.stderr()).toContain('A new signing key was created');
    expect(ran.exitCode).toBeNull();
  });

  test('is refused if the folder is misspelt or missing', async () => {
    for (const [end, sentence] of [
      ['@/x?host=/nowhere', /^The database server that DATABASE_URL names cannot be reached/m],
      ['@', /^DATABASE_URL must be a URL like/m],
    ] as const) {
      const ran = await start(temporaryFolder(), `postgresql://${secret}${end}`);
      expectRefusal(ran, sentence);
      expect(ran.stderr()).not.toContain(secret);
    }
  });
});

describe.runIf(databaseKind === 'postgresql')('connections', () => {
  test('are limited to ten for any number of requests', async () => {
    const { service, init } = await openWire();
    await Promise.all(Array.from({ length: 60 }, init));
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from pg_stat_activity
      where datname = current_database() and application_name = 'latchkey'
    `.execute(service.database);
    expect(rows[0]?.open).toBeGreaterThan(1);
    expect(rows[0]?.open).toBeLessThanOrEqual(10);
  });

  test('may break inside a transaction without ending the process or the service', async () => {
    const { service, init } = await openWire();
    const { database } = service;
    const before = await version(database);
    const cut = database.transaction().execute(async (transaction) => {
      await transaction.updateTable('applications').set({ version: '2' }).execute();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
        transaction,
      );
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database);
      // The error must arrive while no query is running: only then could it end the process.
      for (let turn = 0; turn < 50; turn += 1) await new Promise((r) => setImmediate(r));
      await transaction.updateTable('applications').set({ version: '3' }).execute();
    });
    await expect(cut).rejects.toThrow();
    expect(await version(database)).toBe(before);
    await init();
  });

  test('are logged and replaced if they break while idle', async () => {
    const { service, init } = await openWire();
    await init();
    const client = new Client((await environmentOf(service.dataFolder)).DATABASE_URL);
    await client.connect();
    onTestFinished(() => client.end());
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    // A lost connection is logged when its end is read. Until then, the pool would use it again.
    const lost = () => service.logText().split('A database connection was lost').length - 1;
    await expect.poll(lost, { timeout: 15_000 }).toBe(rowCount);
    await vi.waitFor(init, 10_000);
    expect(service.logText()).not.toMatch(/postgresql:|latchkey@/);
  });
});

describe.runIf(databaseKind === 'postgresql')('types', () => {
  test('match those of SQLite: numbers for counts, sums and times, 0 and 1 for comparisons', async () => {
    const { service } = await openWire();
    const row = await service.database
      .selectFrom('applications')
      .select((eb) => [
        'createdAt',
        'enabled',
        eb.fn.countAll().as('count'),
        eb.fn.sum('createdAt').as('sum'),
        eb.fn.max('createdAt').as('max'),
      ])
      .groupBy(['createdAt', 'enabled'])
      .executeTakeFirstOrThrow();
    const { createdAt } = row;
    expect(createdAt).toBeTypeOf('number');
    expect(row).toEqual({ createdAt, enabled: 1, count: 1, sum: createdAt, max: createdAt });
    const compared = sql<object>`select 1 = 1 as yes, 1 = 2 as no, null::boolean as unknown`;
    expect((await compared.execute(service.database)).rows).toEqual([
      { yes: 1, no: 0, unknown: null },
    ]);
  });

  test('do not change for other connections in this process', async () => {
    await openWire();
    const parsed = (id: Parameters<typeof types.getTypeParser>[0], text: string): unknown =>
      (types.getTypeParser(id) as (text: string) => unknown)(text); // the package types it as any
    expect(parsed(types.builtins.INT8, '1')).toBe('1');
    expect(parsed(types.builtins.BOOL, 't')).toBe(true);
  });
});

async function version(db: Database): Promise<string> {
  return (await db.selectFrom('applications').select('version').executeTakeFirstOrThrow()).version;
}
