// Sending what happened: signed, once at a time, tried again, given up, and written down; by one process or by many.
import { createHmac, randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createDeliveries } from '../../src/service/outbound/deliveries.ts';
import { emitEvent, mostPending, type Facts } from '../../src/service/outbound/events.ts';
import { createOutbound } from '../../src/service/outbound/outbound.ts';
import type { ApplicationRow, Database } from '../../src/service/database/schema.ts';
import { eventNames, type EventName } from '../../src/shared/wire/seller/webhooks.ts';
import { openEventTarget } from '../support/event-target.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startTestService } from '../support/service.ts';

const day = 86_400_000;

/** A database, a target, and a worker with a clock of its own; the service's own worker sleeps. */
async function open() {
  const service = await startTestService({ after: () => () => {} });
  onTestFinished(() => service.close());
  const target = await openEventTarget();
  const clock = createFakeClock();
  const db = service.database;
  const faults: unknown[] = [];
  const makeWorker = (allowed = [target.host]) => {
    const worker = createDeliveries({
      db,
      outbound: createOutbound({ allowPrivateAddresses: allowed }),
      nowMs: clock.now,
      after: clock.after,
      log: { error: (fault: unknown) => void faults.push(fault) },
    });
    onTestFinished(() => worker.stop());
    return worker;
  };
  const worker = makeWorker();
  const row = await db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const application = { ...row, eventNames: eventNames.join(',') };
  const addHook = async (path: string, events: string, url = target.url + path) => {
    const webid = randomUUID().slice(0, 10);
    const row = { applicationId: application.id, userAgent: 'KeyAuth', authed: 1 as const };
    await db
      .insertInto('webhooks')
      .values({ ...row, webid, url, events, secret: `secret of ${path}` })
      .execute();
    return webid;
  };
  const emit = (event: EventName, facts: Facts = {}, of: ApplicationRow = application) =>
    worker.around(() => {
      const now = Math.floor(clock.now() / 1000);
      return emitEvent(db, { application: of, now, deliveries: worker }, event, facts);
    });
  const advance = async (byMs: number) => {
    await clock.advance(byMs);
    await worker.settled();
  };
  const rows = () => db.selectFrom('deliveries').selectAll().orderBy('createdAt').execute();
  const all = { service, target, clock, db, worker, makeWorker, application, faults };
  return { ...all, addHook, emit, advance, rows };
}

/** More of the one delivery that there is, all of them due. */
async function copyOnly(db: Database, count: number): Promise<void> {
  const row = await db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
  const due = { ...row, nextAt: row.createdAt, claimedUntil: null };
  const copies = Array.from({ length: count }, () => ({ ...due, id: randomUUID() }));
  for (let at = 0; at < copies.length; at += 200)
    await db
      .insertInto('deliveries')
      .values(copies.slice(at, at + 200))
      .execute();
}

test('an event is sent at once, signed, to those that want it, and written down', async () => {
  const { target, worker, clock, addHook, emit, rows } = await open();
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
  expect(target.told).toHaveLength(1);
  const { path, headers, body } = target.told[0] ?? { path: '', headers: {}, body: '' };
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

test('what is undone is not told', async () => {
  const { target, db, worker, clock, application, addHook, rows } = await open();
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
  expect([await rows(), target.told]).toEqual([[], []]);
});

test('one that fails is tried again after 10 s, 1 min, 10 min, 1 h and 6 h, then given up', async () => {
  const { target, addHook, emit, advance, worker, rows } = await open();
  await addHook('/a', 'ban');
  target.answers[''] = 500;
  await emit('ban');
  await worker.settled();
  const waits = [10, 60, 600, 3600, 21_600];
  for (const [index, wait] of waits.entries()) {
    expect(target.told).toHaveLength(index + 1);
    await advance(wait * 1000 - 1000);
    expect(target.told).toHaveLength(index + 1);
    expect((await rows())[0]).toMatchObject({ status: 'pending', lastStatus: 500 });
    await advance(1000);
  }
  expect(target.told).toHaveLength(6);
  const failed = { status: 'failed', attempts: 6, lastStatus: 500, lastError: 'status' };
  expect((await rows())[0]).toMatchObject(failed);
  await advance(2 * day);
  expect(target.told).toHaveLength(6);
  const ids = new Set(target.told.map(({ headers }) => headers['x-latchkey-delivery']));
  expect(ids.size).toBe(1);
  const times = new Set(target.told.map(({ headers }) => headers['x-latchkey-timestamp']));
  expect(times.size).toBe(6);
});

test('one that works again gets everything that waited', async () => {
  const { target, addHook, emit, advance, worker, rows } = await open();
  await addHook('/a', 'ban');
  target.answers[''] = 503;
  for (let i = 0; i < 5; i += 1) await emit('ban', { username: String(i) });
  await worker.settled();
  // The first failure holds up the rest.
  expect(target.told.length).toBeLessThan(5);
  target.answers[''] = 204;
  await advance(61_000);
  expect((await rows()).map(({ status }) => status)).toEqual(Array(5).fill('delivered'));
});

test('where it may not go, and where nobody answers, it says so', async () => {
  const { addHook, emit, worker: first, makeWorker, rows, faults } = await open();
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

test('a silent target holds up nobody else', async () => {
  const { target, db, clock, addHook, emit, worker, rows } = await open();
  target.answers['/silent'] = null;
  await addHook('/silent', 'login');
  await addHook('/b', 'ban');
  const silent = target.next();
  await emit('login');
  await silent;
  await copyOnly(db, 150);
  const told = target.next();
  await emit('ban');
  await told;
  expect(target.told.map(({ path }) => path)).toEqual(['/silent', '/b']);
  const held = (await rows()).filter(({ claimedUntil }) => claimedUntil !== null);
  expect(held.map(({ event }) => event)).toContain('login');
  const stopping = worker.stop();
  await clock.advance(2000);
  await stopping;
});

test('another target is found behind more deliveries of one than are looked at together', async () => {
  const { target, db, clock, addHook, emit, worker, makeWorker } = await open();
  await worker.stop();
  target.answers['/silent'] = null;
  await addHook('/silent', 'login');
  await addHook('/b', 'ban');
  await emit('login');
  await copyOnly(db, 150);
  await clock.advance(1000);
  await emit('ban');
  // It is told to look once, and by nobody again.
  const other = makeWorker();
  other.wake();
  while (target.told.length < 2) await target.next();
  expect(target.told.map(({ path }) => path)).toEqual(['/silent', '/b']);
  const stopping = other.stop();
  await clock.advance(2000);
  await stopping;
});

test('eight targets at once, and the ninth as soon as one is done', async () => {
  const { target, addHook, emit, worker, rows } = await open();
  let answer: (status: number) => void = () => undefined;
  target.answers[''] = new Promise((resolve) => (answer = resolve));
  for (let i = 0; i < 9; i += 1) await addHook(`/${i}`, 'login');
  await emit('login');
  while (target.told.length < 8) await target.next();
  const claimed = (await rows()).filter(({ claimedUntil }) => claimedUntil !== null);
  expect([claimed.length, target.told.length]).toEqual([8, 8]);
  answer(200);
  while (target.told.length < 9) await target.next();
  await worker.settled();
  expect(new Set(target.told.map(({ path }) => path)).size).toBe(9);
});

test('at the end what is under way is broken off after 2 s, kept, and sent by the next process', async () => {
  const { target, clock, addHook, emit, worker, makeWorker, rows } = await open();
  target.answers[''] = null;
  await addHook('/a', 'login');
  const arrived = target.next();
  await emit('login');
  await arrived;
  const stopping = worker.stop();
  await clock.advance(2000);
  await stopping;
  expect((await rows())[0]).toMatchObject({ status: 'pending', attempts: 0, claimedUntil: null });
  target.answers[''] = 200;
  const next = makeWorker();
  next.wake();
  await next.settled();
  expect((await rows())[0]).toMatchObject({ status: 'delivered', attempts: 1 });
  expect(target.told).toHaveLength(2);
});

test('many processes send each delivery once', async () => {
  const { target, db, addHook, emit, makeWorker, rows } = await open();
  for (let i = 0; i < 10; i += 1) await addHook(`/${i}`, 'log');
  const workers = [makeWorker(), makeWorker(), makeWorker()];
  for (let i = 0; i < 8; i += 1) await emit('log', { message: String(i) });
  for (const worker of workers) worker.wake();
  await Promise.all(workers.map((worker) => worker.settled()));
  // Whoever found nothing left may have been asked while others were still sending.
  const pending = async () => (await rows()).filter(({ status }) => status === 'pending').length;
  while ((await pending()) > 0) {
    for (const worker of workers) worker.wake();
    await Promise.all(workers.map((worker) => worker.settled()));
  }
  const ids = target.told.map(({ headers }) => headers['x-latchkey-delivery']);
  expect(ids).toHaveLength(80);
  expect(new Set(ids).size).toBe(80);
  expect(await db.selectFrom('deliveries').select('id').execute()).toHaveLength(80);
});

test('what a killed process had claimed is sent when its claim ends, not before', async () => {
  const { target, db, clock, addHook, emit, advance, worker, makeWorker, rows } = await open();
  await worker.stop();
  await addHook('/a', 'ban');
  await emit('ban');
  const until = Math.floor(clock.now() / 1000) + 60;
  await db.updateTable('deliveries').set({ claimedUntil: until, nextAt: until }).execute();
  const other = makeWorker();
  other.wake();
  await other.settled();
  await advance(59_000);
  await other.settled();
  expect(target.told).toHaveLength(0);
  await advance(1000);
  await other.settled();
  expect(target.told).toHaveLength(1);
  expect((await rows())[0]).toMatchObject({ status: 'delivered' });
});

test('what another process left is found within a minute', async () => {
  const { target, db, worker, addHook, application, clock, advance } = await open();
  worker.wake();
  await worker.settled();
  await addHook('/a', 'ban');
  const now = Math.floor(clock.now() / 1000);
  const elsewhere = { noteEmitted: () => undefined };
  await emitEvent(db, { application, now, deliveries: elsewhere }, 'ban', {});
  await advance(59_000);
  expect(target.told).toHaveLength(0);
  await advance(1000);
  expect(target.told).toHaveLength(1);
});

test('a webhook that was deleted gets nothing more', async () => {
  const { target, db, addHook, emit, advance, worker, rows } = await open();
  await addHook('/a', 'ban');
  target.answers[''] = 500;
  await emit('ban');
  await worker.settled();
  await db.deleteFrom('webhooks').execute();
  await advance(10_000);
  expect(target.told).toHaveLength(1);
  expect((await rows())[0]).toMatchObject({ status: 'failed', lastError: 'webhook-deleted' });
});

test('a license key is told by its end only, also where it is the user name', async () => {
  const { service, target, addHook, emit, worker } = await open();
  await addHook('/a', 'redeem');
  const license = await service.addLicense({ days: 1 });
  await emit('redeem', { username: license, license });
  await emit('redeem', { username: 'Ada', license: 'short' });
  await worker.settled();
  expect(target.told.map(({ body }) => (JSON.parse(body) as { facts: Facts }).facts)).toEqual([
    { username: `****${license.slice(-4)}`, license: `****${license.slice(-4)}` },
    { username: 'Ada', license: '****' },
  ]);
});

test('the setting `webhook` gets every log, readable for chat programs, unsigned', async () => {
  const { target, application, emit, worker } = await open();
  const of = { ...application, logWebhook: `${target.url}/chat` };
  await emit('login', {}, of);
  await emit('log', { message: '@everyone look', username: 'Ada', ip: '203.0.113.9' }, of);
  await emit('log', { message: 'x'.repeat(3000) }, of);
  await worker.settled();
  const bodies = target.told.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(bodies).toHaveLength(2);
  expect(bodies[0]).toMatchObject({
    content: 'Test Application: @everyone look (Ada, 203.0.113.9)',
    allowed_mentions: { parse: [] },
    event: 'log',
    facts: { message: '@everyone look', username: 'Ada' },
  });
  expect(bodies[1]?.['content']).toHaveLength(2000);
  expect(target.told[0]?.headers['x-latchkey-signature']).toBeUndefined();
});

test('no more than 1000 wait for one target', async () => {
  const { target, db, worker, addHook, emit } = await open();
  target.answers[''] = 500;
  await worker.stop();
  const full = await addHook('/a', 'log');
  const other = await addHook('/b', 'ban');
  await emit('log');
  await copyOnly(db, mostPending - 2);
  const waiting = async (webid: string) =>
    (await db.selectFrom('deliveries').select('id').where('webid', '=', webid).execute()).length;
  for (const count of [mostPending, mostPending, mostPending]) {
    await emit('log');
    expect(await waiting(full)).toBe(count);
  }
  await emit('ban');
  expect(await waiting(other)).toBe(1);
});

test('the log is kept for 30 days, and nothing waits for more than one', async () => {
  const { db, target, clock, addHook, emit, worker, rows } = await open();
  const later = async (byMs: number) => {
    clock.set(clock.now() + byMs);
    worker.wake();
    await worker.settled();
  };
  await addHook('/a', 'ban');
  await emit('ban');
  await worker.settled();
  await later(30 * day);
  expect(await rows()).toHaveLength(1);
  target.answers[''] = 500;
  await emit('ban');
  await worker.settled();
  await db.updateTable('deliveries').set({ nextAt: 9e9 }).where('status', '=', 'pending').execute();
  await later(day);
  expect((await rows()).map(({ status }) => status)).toEqual(['pending']);
  await later(3_600_000);
  expect(await rows()).toMatchObject([{ status: 'failed', lastError: 'expired' }]);
});

test('a database that fails is asked again in 5 s, not at once', async () => {
  const { clock, target, faults } = await open();
  let asked = 0;
  const failing = {
    selectFrom: () => {
      asked += 1;
      throw new Error('the database is gone');
    },
    deleteFrom: () => failing.selectFrom(),
  };
  const worker = createDeliveries({
    db: failing as never, // fails at whatever is asked
    outbound: createOutbound({ allowPrivateAddresses: [target.host] }),
    nowMs: clock.now,
    after: clock.after,
    log: { error: (fault: unknown) => void faults.push(fault) },
  });
  worker.wake();
  await worker.settled();
  await clock.advance(4900);
  expect(asked).toBe(1);
  await clock.advance(100);
  await worker.settled();
  expect(asked).toBe(2);
  await worker.stop();
});
