// Webhook deliveries: signed, retried, given up and recorded.
import { sealAt } from '../src/secrets/at-rest.ts';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { emitEvent } from '../src/outbound/events.ts';
import type { Facts } from '../src/outbound/event-facts.ts';
import { openDeliveries } from './support/open-deliveries.ts';

const [hour, day] = [3_600_000, 86_400_000];
/** The wait after the fifth failure, in seconds. */
const longestWait = 21_600;

test('an event is sent immediately, signed, to subscribed webhooks, and recorded', async () => {
  const { target, worker, clock, addHook, emit, rows } = await openDeliveries();
  const webid = await addHook('/a', 'ban,login');
  await addHook('/b', 'login-failed,redeem');
  await addHook('/c', '');
  const facts = { username: 'Ada', ip: '203.0.113.9', reason: 'grüße' };
  await emit('login', facts);
  await worker.settled();
  const at = Math.floor(clock.now() / 1000);
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    webid,
    event: 'login',
    status: 'delivered',
    attempts: 1,
    claimedUntil: null,
    lastStatus: 200,
    lastError: null,
    createdAt: at,
  });
  expect(target.received).toHaveLength(1);
  const { path, headers, body } = target.received[0] ?? { path: '', headers: {}, body: '' };
  expect(path).toBe('/a');
  expect(JSON.parse(body)).toEqual({
    id: row?.id,
    event: 'login',
    at,
    application: 'Test Application',
    facts,
  });
  const signature = createHmac('sha256', 'secret of /a').update(`${at}.${body}`).digest('hex');
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-latchkey-event': 'login',
    'x-latchkey-delivery': row?.id,
    'x-latchkey-timestamp': String(at),
    'x-latchkey-signature': signature,
  });
});

test('an event of a rolled-back transaction is not sent', async () => {
  const { target, db, worker, clock, application, addHook, rows } = await openDeliveries();
  await addHook('/a', 'login');
  const now = Math.floor(clock.now() / 1000);
  const undone = worker.around(() =>
    db.transaction().execute(async (transaction) => {
      await emitEvent(transaction, { application, now, deliveries: worker }, 'login', {});
      throw new Error('undone');
    }),
  );
  await expect(undone).rejects.toThrow('undone');
  await worker.settled();
  expect([await rows(), target.received]).toEqual([[], []]);
});

test('retries after 10 s, 1 min, 10 min, 1 h and 6 h, then gives up', async () => {
  const { target, addHook, emit, advance, worker, rows } = await openDeliveries();
  await addHook('/a', 'ban');
  target.answers[''] = 500;
  await emit('ban');
  await worker.settled();
  const waits = [10, 60, 600, 3600, 21_600];
  for (const [index, wait] of waits.entries()) {
    expect(target.received).toHaveLength(index + 1);
    await advance(wait * 1000 - 1000);
    expect(target.received).toHaveLength(index + 1);
    expect((await rows())[0]).toMatchObject({ status: 'pending', lastStatus: 500 });
    await advance(1000);
  }
  expect(target.received).toHaveLength(6);
  const failed = { status: 'failed', attempts: 6, lastStatus: 500, lastError: 'status' };
  expect((await rows())[0]).toMatchObject(failed);
  await advance(2 * day);
  expect(target.received).toHaveLength(6);
  const ids = new Set(target.received.map(({ headers }) => headers['x-latchkey-delivery']));
  expect(ids.size).toBe(1);
  const times = new Set(target.received.map(({ headers }) => headers['x-latchkey-timestamp']));
  expect(times.size).toBe(6);
});

test('a target that recovers gets all pending deliveries', async () => {
  const { target, addHook, emit, advance, worker, rows } = await openDeliveries();
  await addHook('/a', 'ban');
  target.answers[''] = 503;
  for (let i = 0; i < 5; i += 1) await emit('ban', { username: String(i) });
  await worker.settled();
  // The first failure delays the rest.
  expect(target.received.length).toBeLessThan(5);
  target.answers[''] = 204;
  await advance(61_000);
  expect((await rows()).map(({ status }) => status)).toEqual(Array(5).fill('delivered'));
});

test('records forbidden and unreachable targets as errors', async () => {
  const { addHook, emit, worker: first, makeWorker, rows, faults } = await openDeliveries();
  await first.stop();
  const worker = makeWorker([]);
  await addHook('', 'ban', 'http://127.0.0.1:9/');
  await addHook('', 'ban', 'https://127.0.0.1/');
  await addHook('', 'ban', 'https://nowhere.invalid/');
  await emit('ban');
  worker.wake();
  await worker.settled();
  const errors = (await rows()).map(({ lastError }) => lastError).sort();
  expect(errors).toEqual(['name-unknown', 'url-refused', 'url-refused']);
  expect(faults).toEqual([]);
});

test('a deleted webhook gets no further deliveries', async () => {
  const { target, db, addHook, emit, advance, worker, rows } = await openDeliveries();
  await addHook('/a', 'ban');
  target.answers[''] = 500;
  await emit('ban');
  await worker.settled();
  await db.deleteFrom('webhooks').execute();
  await advance(10_000);
  expect(target.received).toHaveLength(1);
  expect((await rows())[0]).toMatchObject({ status: 'failed', lastError: 'webhook-deleted' });
});

test('masks a license key, even as a user name', async () => {
  const { service, target, addHook, emit, worker } = await openDeliveries();
  await addHook('/a', 'redeem');
  const license = await service.addLicense({ days: 1 });
  await emit('redeem', { username: license, license });
  await emit('redeem', { username: 'Ada', license: 'short' });
  await worker.settled();
  expect(target.received.map(({ body }) => (JSON.parse(body) as { facts: Facts }).facts)).toEqual([
    { username: `****${license.slice(-4)}`, license: `****${license.slice(-4)}` },
    { username: 'Ada', license: '****' },
  ]);
});

test('the URL of the setting `webhook` gets every log line, unsigned and in a format for chat programs', async () => {
  const { service, target, application, emit, worker } = await openDeliveries();
  const url = `${target.url}/chat`;
  const logWebhook = sealAt(service.secret, 'webhook addresses', [application.id], url);
  const of = { ...application, logWebhook };
  await emit('login', {}, of);
  await emit('log', { message: '@everyone look', username: 'Ada', ip: '203.0.113.9' }, of);
  await emit('log', { message: 'x'.repeat(3000) }, of);
  await worker.settled();
  const bodies = target.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(bodies).toHaveLength(2);
  expect(bodies[0]).toMatchObject({
    content: 'Test Application: @everyone look (Ada, 203.0.113.9)',
    allowed_mentions: { parse: [] },
    event: 'log',
    facts: { message: '@everyone look', username: 'Ada' },
  });
  expect(bodies[1]?.['content']).toHaveLength(2000);
  expect(target.received[0]?.headers['x-latchkey-signature']).toBeUndefined();
});

test('a delivery expires after a day', async () => {
  const { db, target, clock, addHook, emit, worker, advance, rows } = await openDeliveries();
  await addHook('/a', 'ban');
  target.answers[''] = 500;
  await emit('ban');
  await worker.settled();
  // Postpones the delivery as repeated failures would.
  const putOff = () => {
    const nextAt = Math.floor(clock.now() / 1000) + longestWait;
    return db.updateTable('deliveries').set({ nextAt, attempts: 5 }).execute();
  };
  for (let hours = 0; hours < 24; hours += 4) {
    await putOff();
    expect((await rows()).map(({ status }) => status)).toEqual(['pending']);
    await advance(4 * hour);
  }
  await advance(2 * hour);
  expect(await rows()).toMatchObject([{ status: 'failed', lastError: 'expired' }]);
  expect(target.received).toHaveLength(1);
});

test('a clock jump expires no delivery, and postponed ones are sent once the clock is right', async () => {
  const { db, target, clock, addHook, emit, worker, advance, rows } = await openDeliveries();
  const right = clock.now();
  await addHook('/a', 'ban');
  target.answers[''] = 500;
  await emit('ban', { username: 'Ada' });
  await worker.settled();
  clock.set(right + 3 * day);
  await advance(hour);
  expect(await rows()).toMatchObject([{ status: 'pending', lastError: 'status' }]);
  // A delivery of another application that is due within the longest wait keeps its time.
  const [row] = await rows();
  const own = Math.floor((right + 2 * hour) / 1000) + longestWait;
  const theirs = { ...row, id: 'theirs', attempts: 5, nextAt: own };
  await db
    .insertInto('deliveries')
    .values(theirs as never)
    .execute(); // a row of this table
  target.answers[''] = 200;
  const before = target.received.length;
  clock.set(right + 2 * hour);
  await advance(60_000);
  expect(target.received).toHaveLength(before + 1);
  const after = new Map((await rows()).map((one) => [one.id, one]));
  expect(after.get(row?.id ?? '')).toMatchObject({ status: 'delivered' });
  expect(after.get('theirs')).toMatchObject({ status: 'pending', nextAt: own });
});
