// Many deliveries: by one process or several, to slow targets, and across the end of a process.
import { sealAt } from '../src/secrets/at-rest.ts';
import { expect, test } from 'vitest';
import { createDeliveries } from '../src/outbound/deliveries.ts';
import { emitEvent, maxPending } from '../src/outbound/events.ts';
import { createOutbound } from '../src/outbound/outbound.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { addOtherApplication } from './support/another-application.ts';
import { copyDelivery, openDeliveries } from './support/open-deliveries.ts';

test('a silent target does not delay deliveries to others', async () => {
  const { target, db, clock, addHook, emit, worker, rows } = await openDeliveries();
  target.answers['/silent'] = null;
  await addHook('/silent', 'login');
  await addHook('/b', 'ban');
  const silent = target.next();
  await emit('login');
  await silent;
  await copyDelivery(db, 150);
  const arrived = target.next();
  await emit('ban');
  await arrived;
  expect(target.received.map(({ path }) => path)).toEqual(['/silent', '/b']);
  const held = (await rows()).filter(({ claimedUntil }) => claimedUntil !== null);
  expect(held.map(({ event }) => event)).toContain('login');
  const stopping = worker.stop();
  await clock.advance(2000);
  await stopping;
});

test('finds a delivery to another target behind a full batch of deliveries to one target', async () => {
  const { target, db, clock, addHook, emit, worker, makeWorker } = await openDeliveries();
  await worker.stop();
  target.answers['/silent'] = null;
  await addHook('/silent', 'login');
  await addHook('/b', 'ban');
  await emit('login');
  await copyDelivery(db, 150);
  await clock.advance(1000);
  await emit('ban');
  // The worker is woken only once.
  const other = makeWorker();
  other.wake();
  while (target.received.length < 2) await target.next();
  expect(target.received.map(({ path }) => path).toSorted()).toEqual(['/b', '/silent']);
  const stopping = other.stop();
  await clock.advance(2000);
  await stopping;
});

test('serves four targets of an application in parallel, and a fifth when one is done', async () => {
  const { service, target, db, application, addHook, emit, worker, rows } = await openDeliveries();
  let answer: (status: number) => void = () => undefined;
  target.answers[''] = new Promise((resolve) => (answer = resolve));
  for (let i = 0; i < 5; i += 1) await addHook(`/${i}`, 'login');
  await emit('login');
  while (target.received.length < 4) await target.next();
  const claimed = (await rows()).filter(({ claimedUntil }) => claimedUntil !== null);
  expect([claimed.length, target.received.length]).toEqual([4, 4]);
  // The same URL in another application is another target.
  const { id } = await addOtherApplication(service, { id: 'another' });
  await db
    .insertInto('webhooks')
    .values({
      applicationId: id,
      webid: 'theirs',
      url: sealAt(service.secret, 'webhook addresses', [id], `${target.url}/0`),
      userAgent: 'KeyAuth',
      authed: 1,
      events: 'login',
      secret: sealAt(service.secret, 'webhook secrets', [id, 'theirs'], 'secret'),
    })
    .execute();
  const row = await db
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const before = target.received.length;
  await emit('login', {}, { ...row, eventNames: application.eventNames });
  while (target.received.length === before) await target.next();
  expect(target.received.at(-1)?.path).toBe('/0');
  expect(target.received).toHaveLength(5);
  answer(200);
  while (target.received.length < 6) await target.next();
  await worker.settled();
  expect(new Set(target.received.map(({ path }) => path)).size).toBe(5);
});

test('stopping aborts deliveries after 2 s, and the next process sends them', async () => {
  const { target, clock, addHook, emit, worker, makeWorker, rows } = await openDeliveries();
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
  expect(target.received).toHaveLength(2);
});

test('each delivery is sent once, even with many processes', async () => {
  const { target, db, addHook, emit, worker, makeWorker, rows } = await openDeliveries();
  for (let i = 0; i < 10; i += 1) await addHook(`/${i}`, 'log');
  const workers = [worker, makeWorker(), makeWorker(), makeWorker()];
  for (let i = 0; i < 8; i += 1) await emit('log', { message: String(i) });
  for (const worker of workers) worker.wake();
  await Promise.all(workers.map((worker) => worker.settled()));
  // A worker that found nothing may have looked while others were still sending.
  const pending = async () => (await rows()).filter(({ status }) => status === 'pending').length;
  while ((await pending()) > 0) {
    for (const worker of workers) worker.wake();
    await Promise.all(workers.map((worker) => worker.settled()));
  }
  const ids = target.received.map(({ headers }) => headers['x-latchkey-delivery']);
  expect(ids).toHaveLength(80);
  expect(new Set(ids).size).toBe(80);
  expect(await db.selectFrom('deliveries').select('id').execute()).toHaveLength(80);
});

test('a delivery of a killed process is sent when its claim expires', async () => {
  const { target, db, clock, addHook, emit, advance, worker, makeWorker, rows } =
    await openDeliveries();
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
  expect(target.received).toHaveLength(0);
  await advance(1000);
  await other.settled();
  expect(target.received).toHaveLength(1);
  expect((await rows())[0]).toMatchObject({ status: 'delivered' });
});

test('a delivery of another process is found within a minute', async () => {
  const { target, db, worker, addHook, application, clock, advance } = await openDeliveries();
  worker.wake();
  await worker.settled();
  await addHook('/a', 'ban');
  const now = Math.floor(clock.now() / 1000);
  const elsewhere = { noteEmitted: () => undefined };
  await emitEvent(db, { application, now, deliveries: elsewhere }, 'ban', {});
  await advance(59_000);
  expect(target.received).toHaveLength(0);
  await advance(1000);
  expect(target.received).toHaveLength(1);
});

test('at most 1000 deliveries wait for one target', async () => {
  const { target, db, worker, addHook, emit } = await openDeliveries();
  target.answers[''] = 500;
  await worker.stop();
  const full = await addHook('/a', 'log');
  const other = await addHook('/b', 'ban');
  await emit('log');
  await copyDelivery(db, maxPending - 2);
  const waiting = async (webid: string) =>
    (await db.selectFrom('deliveries').select('id').where('webid', '=', webid).execute()).length;
  for (const count of [maxPending, maxPending, maxPending]) {
    await emit('log');
    expect(await waiting(full)).toBe(count);
  }
  await emit('ban');
  expect(await waiting(other)).toBe(1);
});

test('retries 5 s after a database failure, not immediately', async () => {
  const { service, clock, target, faults } = await openDeliveries();
  let requestCount = 0;
  const failing = {
    selectFrom: () => {
      requestCount += 1;
      throw new Error('the database is gone');
    },
    deleteFrom: () => failing.selectFrom(),
    updateTable: () => failing.selectFrom(),
  };
  const worker = createDeliveries({
    db: failing as never, // fails whatever is called
    secret: service.secret,
    outbound: createOutbound({ allowPrivateAddresses: [target.host] }),
    nowMs: () => unixMs(clock.now()),
    after: clock.after,
    log: { error: (fault: unknown) => void faults.push(fault) },
  });
  worker.wake();
  await worker.settled();
  await clock.advance(4900);
  expect(requestCount).toBe(1);
  await clock.advance(100);
  await worker.settled();
  expect(requestCount).toBe(2);
  await worker.stop();
});
