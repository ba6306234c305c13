// `lostkey`: mails the keys of orders again, and tells nobody who bought something.
import { expect, onTestFinished, test } from 'vitest';
import { openMailServer } from './mail-server-parts.ts';
import { day, openMapped, paid, refund } from './shops-parts.ts';
import { recordStatements } from './support/recorded-statements.ts';
import { wireTo } from './support/service-client.ts';

async function openLost(more: { readonly smtpFile?: string } = {}) {
  const shop = await openMapped({}, { ...more, after: () => () => undefined });
  const wire = wireTo(shop.service);
  const sessionid = await wire.init();
  const lost = (email: string) => wire.send({ type: 'lostkey', sessionid, email });
  const queued = async () =>
    (await shop.sales()).flatMap(({ order, mail }) =>
      mail === 'queued' ? [order.split(':')[2] ?? ''] : [],
    );
  const sent = async () => {
    await shop.service.database.updateTable('shopMails').set({ state: 'sent' }).execute();
  };
  return { ...shop, lost, queued, sent };
}

async function openMailed() {
  const { smtpFile } = await openMailServer();
  return openLost({ smtpFile });
}

test('lostkey mails the keys of paid orders of this e-mail again', async () => {
  const { send, lost, queued, sent } = await openMailed();
  for (const order of ['1', '2', '3']) await send(paid(order));
  await send(paid('4', { email: 'other@example.com' }));
  await send(refund('3'));
  await sent();
  const answer = await lost('BUYER@example.com');
  expect(answer.body).toMatchObject({ success: true });
  expect((await queued()).toSorted()).toEqual(['1', '2']);
});

test('an e-mail without orders gets the same answer after as many statements', async () => {
  const { send, lost } = await openMailed();
  await send(paid('1'));
  const recording = recordStatements();
  onTestFinished(recording.stop);
  const facts = async (email: string) => {
    recording.clear();
    const { status, body } = await lost(email);
    const { success, message } = body;
    return { status, success, message, statements: recording.statements().map(({ sql }) => sql) };
  };
  // The first request of a session writes that it was used.
  await lost('first@example.com');
  const known = await facts('buyer@example.com');
  expect(known.statements.length).toBeGreaterThan(1);
  expect(await facts('stranger@example.com')).toEqual(known);
});

test('an e-mail has three requests a day, with and without orders', async () => {
  const { send, lost, clock } = await openMailed();
  await send(paid('1'));
  for (const email of ['buyer@example.com', 'stranger@example.com']) {
    for (const _ of [1, 2, 3]) expect((await lost(email)).status).toBe(200);
    expect(await lost(email.toUpperCase())).toMatchObject({
      status: 429,
      body: { reason: 'rate-limited' },
    });
  }
  clock.seconds += day;
  expect((await lost('buyer@example.com')).body['reason']).not.toBe('rate-limited');
});

test('a network has ten requests a day', async () => {
  const { lost } = await openMailed();
  for (let at = 0; at < 10; at += 1) expect((await lost(`${at}@example.com`)).status).toBe(200);
  expect(await lost('buyer@example.com')).toMatchObject({ status: 429 });
});

test('lostkey without mail settings is refused for everybody', async () => {
  const { lost } = await openLost();
  expect((await lost('buyer@example.com')).body).toMatchObject({ reason: 'mail-unavailable' });
});
