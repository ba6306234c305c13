// Each alert rule of examples/monitoring/alerts.yml is true after its cause, and not before.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { transact } from '../src/database/transact.ts';
import type { Passwords } from '../src/secrets/passwords.ts';
import { afterRealTime } from '../src/periodic-work.ts';
import { email, settingsFile } from './forgot-parts.ts';
import { openMailServer } from './mail-server-parts.ts';
import { openMapped, paid } from './shops-parts.ts';
import { isTrue, scrape } from './support/metrics.ts';
import { ownApplicationId } from './support/own-application.ts';
import { patientAfter } from './support/patient-after.ts';
import { databaseKind } from './support/postgresql.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire, type Wire } from './support/service-client.ts';
import type { TestService, TestServiceOptions } from './support/service.ts';

const file = new URL('../../../examples/monitoring/alerts.yml', import.meta.url);
const rules: ReadonlyMap<string, string> = new Map(
  [...readFileSync(file, 'utf8').matchAll(/^ +- alert: (\w+)\n +expr: (.+)$/gm)].map(
    ([, name = '', expression = '']) => [name, expression],
  ),
);

interface Watched extends Wire {
  /** The names of the rules that are true, comparing with the state before the cause. */
  readonly firing: () => Promise<readonly string[]>;
}

async function open(options: TestServiceOptions = {}, isTimed = false): Promise<Watched> {
  const wire = await openWire({ metrics: true, after: patientAfter, ...options });
  await wire.init();
  return { ...wire, firing: await watch(wire.service, isTimed) };
}

async function watch(service: TestService, isTimed = false): Promise<Watched['firing']> {
  const read = () => scrape(service);
  const before = await read();
  const firing = async () => {
    const after = await read();
    const names = [...rules].flatMap(([name, rule]) => (isTrue(rule, before, after) ? [name] : []));
    // A busy machine makes any request slow.
    return isTimed ? names : names.filter((name) => name !== 'LatchkeySlow');
  };
  if (!isTimed) expect(await firing()).toEqual([]);
  return firing;
}

test('there are twelve rules', () => {
  expect([...rules.keys()]).toHaveLength(12);
});

test('LatchkeyDown: the service has stopped', async () => {
  const { service, firing } = await open();
  await service.close();
  expect(await firing()).toEqual(['LatchkeyDown']);
});

test('LatchkeyNotReady: the database cannot answer', async () => {
  const { service, firing, send } = await open({ now: steppingClock() });
  await service.database.schema.alterTable('facts').renameTo('facts_gone').execute();
  expect(await firing()).toEqual(['LatchkeyNotReady']);
  expect((await send({ type: 'init' })).body).toMatchObject({ success: true });
});

/** A clock that advances at each reading, so that the service never reuses a stored answer. */
function steppingClock(): () => number {
  let at = Date.now();
  return () => (at += 10_000);
}

test('LatchkeyFaults: a request fails', async () => {
  const { service, firing, send } = await open();
  await service.database.schema.alterTable('sessions').renameTo('sessions_gone').execute();
  expect((await send({ type: 'init' })).body).toMatchObject({ reason: 'internal' });
  await expect.poll(firing).toEqual(['LatchkeyFaults']);
});

test('LatchkeyHashingQueue and LatchkeyOverloaded: too many passwords at once', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const { service, firing } = await open({
    wrapPasswords: (passwords) => ({ ...passwords, hash: () => released.then(() => 'no hash') }),
  });
  const ask = sellerOf(service);
  const asked = Array.from({ length: 125 }, (_, at) =>
    ask('adduser', { user: `user-${at}`, sub: 'Pro', expiry: '1', pass: 'a password' }),
  );
  await expect.poll(firing).toEqual(['LatchkeyOverloaded', 'LatchkeyHashingQueue']);
  release();
  await Promise.all(asked);
  await expect.poll(firing).toEqual(['LatchkeyOverloaded']);
});

test('LatchkeySlow: sign-ins take longer than a second', async () => {
  const wrapPasswords = (passwords: Passwords): Passwords => ({
    ...passwords,
    verify: async (...given) => {
      await pause(1001);
      return passwords.verify(...given);
    },
  });
  const { service, firing, signIn } = await open({ wrapPasswords }, true);
  await signIn(await service.addUser());
  await expect.poll(firing).toEqual(['LatchkeySlow']);
});

test('LatchkeyDatabaseWaits: transactions do not end', async () => {
  // On SQLite, readiness waits for the transaction, too.
  const { service, firing } = await open({ after: afterRealTime }, true);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const waiting = Array.from({ length: 50 }, () => transact(service.database, () => released));
  const after = await firing();
  release();
  await Promise.allSettled(waiting);
  expect(after).toContain('LatchkeyDatabaseWaits');
  await expect.poll(firing).not.toContain('LatchkeyDatabaseWaits');
});

describe.runIf(databaseKind === 'sqlite')('LatchkeyWalLarge', () => {
  test('fires after another program wrote a lot at once', async () => {
    const { service, firing, send } = await open();
    const other = new BetterSqlite3(join(service.dataFolder, 'latchkey.sqlite'));
    other.exec('create table large as select zeroblob(100000000) as content');
    expect(await firing()).toEqual(['LatchkeyWalLarge']);
    other.exec('drop table large');
    other.close();
    expect((await send({ type: 'init' })).body).toMatchObject({ success: true });
  });
});

test('LatchkeyDeliveriesOverdue: a due delivery is not sent', async () => {
  const { service, firing } = await open({ now: steppingClock() });
  const now = Math.floor(Date.now() / 1000);
  const { database } = service;
  // A killed process leaves a delivery in this state. The worker finds it within a minute.
  const delivery = { webid: null, url: '', event: 'login', body: '', attempts: 1, createdAt: 0 };
  const state = { status: 'pending', nextAt: now - 1000, claimedUntil: null } as const;
  const result = { lastStatus: null, lastError: null };
  await database
    .insertInto('deliveries')
    .values({ ...delivery, ...state, ...result, id: randomUUID(), applicationId: ownApplicationId })
    .execute();
  expect(await firing()).toEqual(['LatchkeyDeliveriesOverdue']);
});

test('LatchkeyMailFails: the mail server cannot be reached', async () => {
  const url = 'smtp://127.0.0.1:1'; // a port that no program uses
  const smtpFile = settingsFile({ url, from: 'a@b.example', publicUrl: 'https://b.example/' });
  const { service, firing, send, init } = await open({ smtpFile });
  const key = await service.addLicense({ days: 30 });
  const anna = { username: 'anna', pass: 'old', key, hwid, email };
  await send({ type: 'register', ...anna, sessionid: await init() });
  const forgot = { type: 'forgot', username: 'anna', email, sessionid: await init() };
  await send(forgot);
  await expect.poll(firing).toEqual(['LatchkeyMailFails']);
});

test('LatchkeyMailsWait: keys of a paid order are not mailed', async () => {
  const { smtpFile } = await openMailServer();
  // Periodic work that never runs again sends no mail.
  const shop = await openMapped({}, { metrics: true, smtpFile, after: () => () => undefined });
  const firing = await watch(shop.service);
  await shop.send(paid('1001'));
  shop.clock.seconds += 3601;
  expect(await firing()).toEqual(['LatchkeyMailsWait']);
});

test('LatchkeyDiskLow: little space is free', async () => {
  let free = 524_288_000;
  const { firing, send } = await open({ freeBytes: () => Promise.resolve(free) });
  free -= 1;
  expect(await firing()).toEqual(['LatchkeyDiskLow']);
  expect((await send({ type: 'init' })).body).toMatchObject({ success: true });
});
