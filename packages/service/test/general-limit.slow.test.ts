// The general limit of 1200 requests per minute and address: exact, shared, bounded in memory.
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { GeneralLimit } from '../src/http/general-limit.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { behindProxy, sendFrom } from './support/many-addresses.ts';
import { openWire } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { addOtherApplication } from './support/another-application.ts';
import { startTestService, type TestService } from './support/service.ts';

const home = '198.51.100.7';
const next = '198.51.100.9';
const most = 1200;
const step = 60;
const unnamed = () => false;

function openAt(ms: number) {
  const clock = { ms };
  return { clock, open: () => openWire({ ...behindProxy, now: () => clock.ms }) };
}

function limitOf(service: Pick<TestService, 'database'>, clock: { ms: number }) {
  const log = pino({ level: 'silent' });
  return new GeneralLimit({ db: service.database, nowMs: () => unixMs(clock.ms), log });
}

/** How many of `count` sequential requests are allowed. */
async function takeMany(limit: GeneralLimit, address: string, count: number): Promise<number> {
  let taken = 0;
  for (let index = 0; index < count; index += 1)
    if ((await limit.take(address, unnamed)) === 0) taken += 1;
  return taken;
}

const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;

function comeAll(limit: GeneralLimit, from: number, to: number): void {
  for (let index = from; index < to; index += 1) void limit.take(addressOf(index), unnamed);
}

test('answers request 1201 over HTTP with a signed 429 until the minute ends', async () => {
  const { clock, open } = openAt(1_900_000_000_000);
  const { service } = await open();
  const send = sendFrom(service);
  for (let sent = 0; sent < most; sent += 40) {
    const some = Array.from({ length: 40 }, () => send(home, { type: 'check', sessionid: 'gone' }));
    for (const { body } of await Promise.all(some)) expect(body['reason']).toBe('session-gone');
  }
  clock.ms += 20_000;
  const { status, headers, body } = await send(home, { type: 'check', sessionid: 'gone' });
  expect(status).toBe(429);
  expect(body).toMatchObject({
    success: false,
    status: false,
    reason: 'rate-limited',
    retryAfter: 40,
  });
  expect(headers.get('retry-after')).toBe('40');
  const seller = await fetch(`${service.url}/api/seller/?sellerkey=x&type=delwebhook`, {
    headers: { 'x-forwarded-for': home },
  });
  expect([seller.status, seller.headers.get('retry-after')]).toEqual([429, '40']);
  expect(await seller.json()).toEqual({
    success: false,
    message: body['message'],
    code: 'rate-limited',
    retryAfter: body['retryAfter'],
  });
  const other = await send('198.51.100.8', { type: 'check', sessionid: 'gone' });
  expect(other.body['reason']).toBe('session-gone');
  clock.ms += 40_000;
  const later = await send(home, { type: 'check', sessionid: 'gone' });
  expect(later.body['reason']).toBe('session-gone');
});

test('a whitelisted address is exempt only in its application', async () => {
  const { clock, open } = openAt(1_900_000_000_000);
  const { service } = await open();
  const row = await service.database
    .selectFrom('applications')
    .selectAll()
    .executeTakeFirstOrThrow();
  const values = { applicationId: row.id, ip: home, createdAt: 0 };
  await service.database.insertInto('whitelist').values(values).execute();
  for (const [keyHash, endsAt] of [
    ['a-shop', null],
    ['has-ended', 1_900_000_000],
  ] as const) {
    const shop = { id: keyHash, applicationId: row.id, keyHash, label: keyHash, endsAt };
    await service.database
      .insertInto('sellerKeys')
      .values({ ...shop, scope: 'sell', createdAt: 0 })
      .execute();
  }
  const { id: other } = await addOtherApplication(service, { id: 'another' });
  const shop = { id: 'of-another', applicationId: other, keyHash: 'of-another', endsAt: null };
  await service.database
    .insertInto('sellerKeys')
    .values({ ...shop, label: 'shop', scope: 'sell', createdAt: 0 })
    .execute();
  const limit = limitOf(service, clock);
  expect(await takeMany(limit, home, most)).toBe(most);
  expect(await limit.take(home, ({ ownerid }) => ownerid === service.app.ownerid)).toBe(0);
  expect(
    await limit.take(home, ({ sellerkeyHashes }) => sellerkeyHashes.includes(row.sellerkeyHash)),
  ).toBe(0);
  for (const [hash, wait] of [
    ['a-shop', 0],
    ['has-ended', 60],
    ['of-another', 60],
  ] as const)
    expect(await limit.take(home, ({ sellerkeyHashes }) => sellerkeyHashes.includes(hash))).toBe(
      wait,
    );
  expect(await limit.take(home, ({ name }) => name === 'Another')).toBe(60);
  const away = '203.0.113.77';
  expect(await takeMany(limit, away, most)).toBe(most);
  expect(await limit.take(away, ({ ownerid }) => ownerid === service.app.ownerid)).toBe(60);
});

describe('several processes', () => {
  test('together exceed the limit of one process by at most one step', async () => {
    const { clock, open } = openAt(1_900_000_000_000);
    const { service } = await open();
    const [one, other] = [limitOf(service, clock), limitOf(service, clock)];
    let taken = 0;
    for (let round = 0; round < most; round += 1)
      taken += (await takeMany(one, home, 1)) + (await takeMany(other, home, 1));
    expect(taken).toBeGreaterThanOrEqual(most);
    expect(taken).toBeLessThanOrEqual(most + step);
    // A later process notices within one step of its own.
    expect(await takeMany(limitOf(service, clock), home, most)).toBeLessThanOrEqual(step);
    clock.ms += 60_000;
    expect(await takeMany(one, home, most + 5)).toBe(most);
  });

  test('share the limit over HTTP', async () => {
    const dataFolder = temporaryFolder();
    const clock = { ms: 1_900_000_000_000 };
    const options = { ...behindProxy, dataFolder, now: () => clock.ms };
    const services = [await startTestService(options), await startTestService(options)];
    onTestFinished(async () => {
      for (const service of services) await service.close();
    });
    const senders = services.map(sendFrom);
    let passed = 0;
    for (let round = 0; round < most; round += 20) {
      const some = senders.flatMap((send) =>
        Array.from({ length: 20 }, () => send(home, { type: 'check', sessionid: 'gone' })),
      );
      for (const { status } of await Promise.all(some)) if (status !== 429) passed += 1;
    }
    expect(passed).toBeGreaterThanOrEqual(most);
    expect(passed).toBeLessThanOrEqual(most + 2 * step);
  });

  test('each need one statement per 60 requests', async () => {
    const { clock, open } = openAt(1_900_000_000_000);
    const { service } = await open();
    let statements = 0;
    const counted = service.database.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const limit = limitOf({ database: counted }, clock);
    await takeMany(limit, home, most);
    expect(statements).toBe(most / step);
    await takeMany(limit, home, most);
    expect(statements).toBe(most / step + 1);
  });
});

test('a process that cannot reach its database counts alone', async () => {
  const { clock } = openAt(1_900_000_000_000);
  const service = await startTestService();
  const limit = limitOf(service, clock);
  await service.close();
  expect(await takeMany(limit, home, most + 10)).toBe(most);
});

test('keeps a blocked address among 24 000 others, and evicts it after 50 000', async () => {
  const { clock, open } = openAt(1_900_000_000_000);
  const { service } = await open();
  const limit = limitOf(service, clock);
  await takeMany(limit, home, most);
  await takeMany(limit, next, most);
  comeAll(limit, 0, 24_000);
  expect(await limit.take(home, unnamed)).toBe(60);
  comeAll(limit, 24_000, 51_000);
  expect(await limit.take(next, unnamed)).toBe(0);
});

test('keeps the count of an active address while other addresses are added and evicted', async () => {
  const { clock, open } = openAt(1_900_000_000_000);
  const { service } = await open();
  const limit = limitOf(service, clock);
  let taken = 0;
  for (let index = 0; index < 100_000; index += 1) {
    void limit.take(addressOf(index), unnamed);
    if (index % 50 === 0) taken += await takeMany(limit, home, 1);
  }
  expect(taken).toBe(most);
});
