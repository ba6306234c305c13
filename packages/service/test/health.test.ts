// GET and HEAD of /healthz and /readyz: each reason for not being ready, while others are answered.
import { sql, type KyselyPlugin } from 'kysely';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { networkOf } from '../src/addresses.ts';
import { readFact, writeFact } from '../src/database/facts.ts';
import { afterRealTime, type After } from '../src/periodic-work.ts';
import { addToCount, scopeOf } from '../src/secrets/throttles.ts';
import { patientAfter } from './support/patient-after.ts';
import { databaseKind, environmentOf, useAddress } from './support/postgresql.ts';
import { startPostgresql } from './support/postgresql-server.ts';
import { openWire, wireTo, type Wire } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startTestService, type TestServiceOptions } from './support/service.ts';

/** A clock that only `ready` advances, so that /readyz does not reuse its stored answer. */
function steppedClock() {
  let at = Date.now();
  return {
    now: () => at,
    ready: async ({ service }: Pick<Wire, 'service'>) => {
      at += 1000;
      const response = await fetch(`${service.url}/readyz`);
      return { status: response.status, body: (await response.json()) as unknown };
    },
  };
}

async function open(options: TestServiceOptions = {}) {
  const { now, ready } = steppedClock();
  const wire = await openWire({ now, after: patientAfter, ...options });
  return { ...wire, ready: () => ready(wire) };
}

const isReady = { status: 200, body: { ready: true, reasons: [] } };
const notReady = (...reasons: readonly string[]) => ({
  status: 503,
  body: { ready: false, reasons },
});

async function expectBystanders({ service, send }: Wire): Promise<void> {
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect((await send({ type: 'init' })).body).toMatchObject({ success: true });
}

test('answers GET and HEAD, unsigned, uncached and without other data', async () => {
  const { service } = await open();
  const bodies = { '/healthz': { alive: true }, '/readyz': { ready: true, reasons: [] } };
  for (const [path, body] of Object.entries(bodies)) {
    const answer = await fetch(`${service.url}${path}`);
    expect(await answer.json()).toEqual(body);
    const head = await fetch(`${service.url}${path}`, { method: 'HEAD' });
    expect(await head.text()).toBe('');
    for (const { status, headers } of [answer, head]) {
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.has('x-signature-ed25519')).toBe(false);
      expect(headers.has('access-control-allow-origin')).toBe(false);
    }
    const post = await fetch(`${service.url}${path}`, { method: 'POST' });
    expect(post.status).toBe(404);
  }
});

test('is not ready while the database cannot answer', async () => {
  const { ready, ...wire } = await open();
  const { schema } = wire.service.database;
  expect(await ready()).toEqual(isReady);
  await schema.alterTable('facts').renameTo('facts_gone').execute();
  expect(await ready()).toEqual(notReady('database'));
  await expectBystanders(wire);
  await schema.alterTable('facts_gone').renameTo('facts').execute();
  expect(await ready()).toEqual(isReady);
});

test('is not ready after a newer version migrated the data', async () => {
  const { ready, ...wire } = await open();
  const { database } = wire.service;
  await sql`insert into kysely_migration (name, timestamp) values ('999-newer', '')`.execute(
    database,
  );
  expect(await ready()).toEqual(notReady('migrations'));
  await expectBystanders(wire);
  await sql`delete from kysely_migration where name = '999-newer'`.execute(database);
  expect(await ready()).toEqual(isReady);
});

test('is not ready if the signing key is not recorded in the database', async () => {
  const { ready, ...wire } = await open();
  const { database } = wire.service;
  const before = (await readFact(database, 'signing-key')) ?? '';
  await writeFact(database, 'signing-key', 'ab'.repeat(32));
  expect(await ready()).toEqual(notReady('signing-key'));
  await expectBystanders(wire);
  await writeFact(database, 'signing-key', `${'ab'.repeat(32)},${before}`);
  expect(await ready()).toEqual(isReady);
});

test('is not ready while the disk is nearly full or gone', async () => {
  let freeBytes = () => Promise.resolve(100 * 1024 * 1024 - 1);
  const { ready, ...wire } = await open({ freeBytes: () => freeBytes() });
  expect(await ready()).toEqual(notReady('disk'));
  await expectBystanders(wire);
  freeBytes = () => Promise.reject(new Error('No such folder'));
  expect(await ready()).toEqual(notReady('disk'));
  freeBytes = () => Promise.resolve(100 * 1024 * 1024);
  expect(await ready()).toEqual(isReady);
});

const drainMs = 7000;

test('is not ready once a stop begins, and serves until the drain ends', async () => {
  let endDrain = () => {};
  const after: After = (delayMs, then) => {
    if (delayMs !== drainMs) return patientAfter(delayMs, then);
    endDrain = then;
    return () => {};
  };
  const { ready, ...wire } = await open({ drainMs, after });
  const closed = wire.service.close();
  await expect.poll(ready).toEqual(notReady('draining'));
  await expectBystanders(wire);
  endDrain();
  await closed;
  await expect(ready()).rejects.toThrow();
});

/** Counts and delays the database queries of /readyz. */
function heldQuestions() {
  let held = Promise.resolve();
  const state = { asked: 0, hold: (until: Promise<void>) => void (held = until) };
  const own = new WeakSet<object>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind !== 'SelectQueryNode') return node;
      if (!JSON.stringify(node.from).includes('kysely_migration')) return node;
      state.asked += 1;
      own.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (own.has(queryId)) await held;
      return result;
    },
  };
  return { state, plugin };
}

test('queries the database once a second for any number of requests', async () => {
  const { state, plugin } = heldQuestions();
  const { ready, service } = await open({ wrapDatabase: (db) => db.withPlugin(plugin) });
  await ready();
  const before = state.asked;
  const asked = Array.from({ length: 20 }, () => fetch(`${service.url}/readyz`));
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
  expect(state.asked).toBe(before);
  await ready();
  expect(state.asked).toBe(before + 1);
});

test('is not ready after a second without an answer, and sends no second query meanwhile', async () => {
  const { state, plugin } = heldQuestions();
  const ends: (() => void)[] = [];
  const after: After = (delayMs, then) => {
    if (delayMs !== 1000) return afterRealTime(delayMs, then);
    ends.push(then);
    return () => {};
  };
  const { ready, ...wire } = await open({ after, wrapDatabase: (db) => db.withPlugin(plugin) });
  expect(await ready()).toEqual(isReady);
  const before = state.asked;
  let answer = () => {};
  state.hold(new Promise((resolve) => (answer = resolve)));
  for (let round = 0; round < 2; round += 1) {
    const known = ends.length;
    const late = ready();
    await expect.poll(() => ends.length).toBe(known + 1);
    ends.at(-1)?.();
    expect(await late).toEqual(notReady('database'));
    expect(state.asked).toBe(before + 1);
    await expectBystanders(wire);
  }
  answer();
  expect(await ready()).toEqual(isReady);
});

test('counts towards no request limit', async () => {
  const { ready, ...wire } = await open();
  const { database } = wire.service;
  const now = Math.floor(Date.now() / 1000);
  await addToCount(database, scopeOf('requests', networkOf('127.0.0.1')), 1200, now + 60, now);
  // The service adds its own count every 60 requests.
  for (let i = 0; i < 60; i += 1) await wire.send({ type: 'init' });
  expect((await wire.send({ type: 'init' })).body).toMatchObject({ reason: 'rate-limited' });
  for (let i = 0; i < 3; i += 1) expect(await ready()).toEqual(isReady);
});

test.runIf(databaseKind === 'postgresql')('reports a stop and start of PostgreSQL', async () => {
  const server = await startPostgresql({ durable: true });
  onTestFinished(() => server.close());
  const dataFolder = temporaryFolder();
  useAddress(dataFolder, server.address('postgres'));
  const { now, ready } = steppedClock();
  const wire = wireTo(await startTestService({ dataFolder, now, after: patientAfter }));
  onTestFinished(() => wire.service.close());
  expect(await ready(wire)).toEqual(isReady);
  await server.stop('orderly');
  expect(await ready(wire)).toEqual(notReady('database'));
  expect((await fetch(`${wire.service.url}/healthz`)).status).toBe(200);
  expect((await wire.send({ type: 'init' })).body).toMatchObject({ reason: 'internal' });
  await server.start();
  expect(await ready(wire)).toEqual(isReady);
  await expectBystanders(wire);
});

test.runIf(databaseKind === 'postgresql')('is not ready on a read-only PostgreSQL', async () => {
  const { ready, ...wire } = await open();
  const { DATABASE_URL } = await environmentOf(wire.service.dataFolder);
  const client = new Client(DATABASE_URL);
  await client.connect();
  onTestFinished(() => client.end());
  const name = client.database ?? '';
  const alter = async (what: string) => {
    await client.query(`alter database ${name} ${what}`);
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
  };
  await alter('set default_transaction_read_only = on');
  await expect.poll(ready).toEqual(notReady('read-only'));
  expect((await fetch(`${wire.service.url}/healthz`)).status).toBe(200);
  await alter('reset default_transaction_read_only');
  await expect.poll(ready).toEqual(isReady);
  await expectBystanders(wire);
});
