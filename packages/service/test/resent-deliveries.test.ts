// `resenddelivery`: finished deliveries that the seller sends again.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { maxPending } from '../src/outbound/events.ts';
import { addOtherApplication } from './support/another-application.ts';
import { openEventTarget } from './support/event-target.ts';
import { copyDelivery } from './support/open-deliveries.ts';
import { openWire } from './support/service-client.ts';
import { sellerOf } from './support/seller-client.ts';

const startMs = 1_800_000_000_000;

async function open() {
  const clock = { ms: startMs };
  const target = await openEventTarget();
  const wire = await openWire({
    now: () => clock.ms,
    outbound: { allowPrivateAddresses: [target.host] },
  });
  const { service } = wire;
  const ask = sellerOf(service);
  const db = service.database;
  const addHook = async (path: string) => {
    const { body } = await ask('addwebhook', { baseurl: target.url + path, events: 'login' });
    return { webid: String(body['webid']), secret: String(body['secret']) };
  };
  const hooks = { mine: await addHook('/mine'), other: await addHook('/other') };
  await wire.signIn(await service.addUser());
  await service.deliveriesSettled();
  const rows = () => db.selectFrom('deliveries').selectAll().orderBy('id').execute();
  const rowOf = async (webid: string) => {
    const row = (await rows()).find((one) => one.webid === webid);
    if (row === undefined) throw new Error('The webhook received no event.');
    return row;
  };
  const { id } = await rowOf(hooks.mine.webid);
  const resend = (one = id) => ask('resenddelivery', { id: one });
  const age = (one: string) => {
    const at = startMs / 1000 - 2 * 86_400;
    return db
      .updateTable('deliveries')
      .set({ createdAt: at, nextAt: at })
      .where('id', '=', one)
      .execute();
  };
  const sent = () => target.received.filter(({ path }) => path === '/mine');
  return { ...wire, ask, db, clock, target, hooks, id, rows, rowOf, resend, sent, age };
}

const isQueued = { status: 200, message: 'Successfully queued delivery!' };
const refused = (code: string) => ({ status: 400, body: { code } });

test('sends a delivered delivery again with its id and body, newly signed, and no other', async () => {
  const { service, db, target, hooks, id, rows, resend, sent, age } = await open();
  const others = async () => (await rows()).filter((row) => row.id !== id);
  const before = await others();
  await age(id);
  expect(await resend()).toMatchObject(isQueued);
  await service.deliveriesSettled();
  const [first, second] = sent();
  expect(sent()).toHaveLength(2);
  expect(second?.body).toBe(first?.body);
  const timestamp = String(startMs / 1000);
  const signed = createHmac('sha256', hooks.mine.secret).update(`${timestamp}.${first?.body}`);
  expect(second?.headers).toMatchObject({
    'x-latchkey-delivery': id,
    'x-latchkey-event': 'login',
    'x-latchkey-timestamp': timestamp,
    'x-latchkey-signature': signed.digest('hex'),
  });
  expect(await others()).toEqual(before);
  expect(target.received).toHaveLength(3);
  const audit = await db.selectFrom('auditLogs').select(['type', 'detail']).execute();
  expect(audit.filter(({ type }) => type === 'resenddelivery')).toEqual([
    { type: 'resenddelivery', detail: `id=${id}` },
  ]);
});

test('a failed delivery gets all its attempts again, and its result is replaced', async () => {
  const { service, db, target, hooks, id, rowOf, resend, age } = await open();
  await db
    .updateTable('deliveries')
    .set({ status: 'failed', attempts: 6, lastStatus: null, lastError: 'timeout' })
    .where('id', '=', id)
    .execute();
  await age(id);
  target.answers['/mine'] = 503;
  await resend();
  await service.deliveriesSettled();
  const now = startMs / 1000;
  expect(await rowOf(hooks.mine.webid)).toMatchObject({
    id,
    status: 'pending',
    attempts: 1,
    lastStatus: 503,
    lastError: 'status',
    nextAt: now + 10,
    createdAt: now,
  });
});

test('repeated requests have one effect, also at the same time and after a quick success', async () => {
  const { service, clock, target, resend, sent } = await open();
  clock.ms += 60_000;
  let answer: (status: number) => void = () => undefined;
  target.answers['/mine'] = new Promise((resolve) => (answer = resolve));
  const answers = await Promise.all([resend(), resend(), resend()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  expect(await resend()).toMatchObject(refused('delivery-queued'));
  answer(200);
  await service.deliveriesSettled();
  expect(await resend()).toMatchObject(refused('delivery-just-queued'));
  expect(sent()).toHaveLength(2);
  clock.ms += 60_000;
  expect(await resend()).toMatchObject(isQueued);
  await service.deliveriesSettled();
  expect(sent()).toHaveLength(3);
});

test('refuses deliveries that do not exist, or whose webhook was deleted', async () => {
  const { service, ask, db, clock, hooks, id, rows, resend, rowOf } = await open();
  clock.ms += 60_000;
  const theirs = await addOtherApplication(service, { id: 'another' });
  const { id: other } = await rowOf(hooks.other.webid);
  await db
    .updateTable('deliveries')
    .set({ applicationId: theirs.id })
    .where('id', '=', other)
    .execute();
  const before = await rows();
  for (const unknown of ['nothing', other])
    expect(await resend(unknown)).toMatchObject(refused('delivery-unknown'));
  await ask('delwebhook', { webid: hooks.mine.webid });
  expect(await resend(id)).toMatchObject(refused('webhook-deleted'));
  expect(await rows()).toEqual(before);
});

test('a delivery to the log URL goes to its current address, and to none once it is removed', async () => {
  const { service, ask, db, clock, target, id, resend } = await open();
  clock.ms += 60_000;
  await db.updateTable('deliveries').set({ webid: null }).where('id', '=', id).execute();
  expect(await resend()).toMatchObject(refused('webhook-deleted'));
  await ask('updatesettings', { webhook: `${target.url}/log` });
  expect(await resend()).toMatchObject(isQueued);
  await service.deliveriesSettled();
  const last = target.received.at(-1);
  expect([last?.path, last?.headers['x-latchkey-delivery']]).toEqual(['/log', id]);
  expect(last?.headers).not.toHaveProperty('x-latchkey-signature');
});

test('refuses while the queue of the webhook is full', async () => {
  const { db, clock, hooks, id, rowOf, resend } = await open();
  clock.ms += 60_000;
  const { id: other } = await rowOf(hooks.other.webid);
  await db.deleteFrom('deliveries').where('id', '=', other).execute();
  await copyDelivery(db, maxPending);
  const waits = { status: 'pending', nextAt: clock.ms / 1000 + 3600 } as const;
  await db.updateTable('deliveries').set(waits).where('id', '!=', id).execute();
  expect(await resend()).toMatchObject(refused('webhook-queue-full'));
  const { webid } = hooks.other;
  await db.updateTable('deliveries').set({ webid }).where('id', '!=', id).execute();
  expect(await resend()).toMatchObject(isQueued);
});
