// The data of a customer on the page: exported, and deleted seven days after the request.
import { expect, onTestFinished, test } from 'vitest';
import { unixMs } from '@latchkey/protocol/units.ts';
import { sealAt } from '../src/secrets/at-rest.ts';
import { startDeletions } from '../src/features/customer-page/deletion.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { openOwnData as open } from './own-data-parts.ts';
import { hwid } from './support/service-client.ts';

const day = 86_400;
const refused = (code: string, status = 400) => ({ status, body: { success: false, code } });

test('exports what the seller exports, after a recent sign-in only', async () => {
  const { one, seller, clock } = await open();
  const mine = (await one.ask('exportme')).body['person'];
  expect(mine).toMatchObject({ account: [{ username: 'anna' }], subscriptions: [{}] });
  const { body } = await seller('exportuser', { user: 'anna' });
  // An earlier user of the name may have left the log lines and events.
  const { logs: _, events: __, ...rest } = body['person'] as Record<string, unknown>; // as its schema
  expect(mine).toEqual(rest);
  clock.now += 300;
  for (const type of ['exportme', 'deleteme'])
    expect(await one.ask(type)).toMatchObject(refused('password-needed', 403));
});

test('exports at most five times an hour, and takes three requests for a deletion in a day', async () => {
  const { one } = await open();
  for (let at = 0; at < 5; at += 1) expect((await one.ask('exportme')).status).toBe(200);
  expect(await one.ask('exportme')).toMatchObject(refused('rate-limited', 429));
  for (let at = 0; at < 3; at += 1) {
    expect((await one.ask('deleteme')).status).toBe(200);
    // A repeated request changes nothing, and is not counted.
    expect((await one.ask('deleteme')).status).toBe(200);
    expect((await one.ask('keepme')).status).toBe(200);
  }
  expect(await one.ask('deleteme')).toMatchObject(refused('rate-limited', 429));
  expect((await one.ask('me')).body).toMatchObject({ deletesAt: null });
  expect((await one.ask('keepme')).status).toBe(200);
});

test('exports neither notes of the seller nor computers of refused sign-ins', async () => {
  const { one, seller, service, send, init, anna } = await open();
  const key = await service.addLicense({ days: 30 });
  await seller('setnote', { key, note: 'sold to ben' });
  await one.ask('upgrade', { key });
  const attempt = { type: 'login', sessionid: await init(), username: 'anna' };
  await send({ ...attempt, pass: 'wrong', hwid, computer: 'LAPTOP of ben' });
  const { username, password: pass } = anna;
  await send({ ...attempt, username, pass, hwid, computer: 'LAPTOP of anna' });
  const ofSeller = JSON.stringify((await seller('exportuser', { user: 'anna' })).body);
  expect(ofSeller).toContain('of ben');
  const { person } = (await one.ask('exportme')).body;
  expect(person).toMatchObject({ licenses: [{ key }] });
  const { history } = person as { readonly history: readonly unknown[] }; // as the seller's
  expect(history).toContainEqual(
    expect.objectContaining({ outcome: 'bad-credentials', ip: '127.0.0.*', computer: '' }),
  );
  expect(history).toContainEqual(
    expect.objectContaining({ outcome: 'ok', ip: '127.0.0.1', computer: 'LAPTOP of anna' }),
  );
  expect(JSON.stringify(person)).not.toContain('of ben');
  expect(JSON.stringify(person)).not.toContain('sold to');
});

test('exports no e-mail of a buyer, who may have given the key away', async () => {
  const { one, service, seller, clock } = await open();
  const key = await service.addLicense({ days: 30 });
  await one.ask('upgrade', { key });
  const { id: applicationId } = await service.database
    .selectFrom('applications')
    .select('id')
    .where('ownerid', '=', service.app.ownerid)
    .executeTakeFirstOrThrow();
  const shop = { id: 'abcd1234', applicationId, kind: 'hmac', address: '', secrets: '[]' } as const;
  await service.database
    .insertInto('shops')
    .values({ ...shop, createdAt: 1, lastEventAt: null })
    .execute();
  const buyer = sealAt(service.secret, 'shop sales', [shop.id], 'buyer@example.com');
  const order = { id: 'hmac:abcd1234:1', applicationId, shopId: shop.id, state: 'paid' } as const;
  const paid = { amount: 999, currency: 'EUR', buyer, buyerHash: null, createdAt: clock.now };
  await service.database
    .insertInto('shopOrders')
    .values({ ...order, ...paid })
    .execute();
  await service.database
    .updateTable('licenses')
    .set({ orderNumber: order.id })
    .where('key', '=', key)
    .execute();
  const ofSeller = (await seller('exportuser', { user: 'anna' })).body;
  expect(JSON.stringify(ofSeller)).toContain('buyer@example.com');
  const { person } = (await one.ask('exportme')).body;
  expect(person).toMatchObject({ orders: [{ id: order.id, amount: 999 }] });
  expect(JSON.stringify(person)).not.toContain('buyer@example.com');
});

test('deletes the account after seven days, with all that names the user', async () => {
  const { one, run, exists, clock, seller, service, browser, anna } = await open();
  const deletesAt = clock.now + 7 * day;
  expect((await one.ask('deleteme')).body).toEqual({ success: true, deletesAt });
  clock.now += 60;
  // A second request does not move the day.
  expect((await one.ask('deleteme')).body).toEqual({ success: true, deletesAt });
  expect((await one.ask('me')).body).toMatchObject({
    deletesAt,
    events: [{ event: 'deletion-requested', computer: 'Browser' }],
  });
  expect((await seller('userdata', { user: 'anna' })).body).toMatchObject({
    deletesat: String(deletesAt),
  });
  expect((await seller('why', { user: 'anna' })).body).toMatchObject({
    code: 'ok',
    deletesat: String(deletesAt),
  });
  const history = (await seller('fetchhistory', { user: 'anna' })).body['history'];
  expect(history).toContainEqual(
    expect.objectContaining({ operation: 'deleteaccount', outcome: 'ok' }),
  );
  clock.now = deletesAt - 1;
  await run();
  expect(await exists()).toBe(true);
  clock.now = deletesAt;
  await run();
  expect(await exists()).toBe(false);
  const login = { username: 'anna', pass: anna.password };
  expect(await browser().ask('login', login)).toMatchObject(refused('bad-credentials'));
  const audit = await service.database.selectFrom('auditLogs').selectAll().execute();
  expect(audit.at(-1)).toMatchObject({ type: 'eraseuser', sellerKey: "customers' page" });
  expect(JSON.stringify(audit.at(-1))).not.toContain('anna');
});

test('the sweep deletes due accounts, but none while the clock jumps', async () => {
  const { one, exists, parts, clock } = await open();
  await one.ask('deleteme');
  const timers = createFakeClock(clock.now * 1000);
  const wall = { elapsedMs: 0, aheadMs: 0 };
  const start = clock.now * 1000;
  const stop = startDeletions({
    ...parts,
    nowMs: () => unixMs(start + wall.elapsedMs + wall.aheadMs),
    elapsedMs: () => wall.elapsedMs,
    after: timers.after,
  });
  onTestFinished(stop);
  const minutes = async (count: number) => {
    for (let passed = 0; passed < count; passed += 1) {
      wall.elapsedMs += 60_000;
      await timers.advance(60_000);
      // The run has ended.
      await expect.poll(() => timers.pending(), { interval: 1 }).toBe(1);
    }
  };
  await minutes(20);
  wall.aheadMs = 8 * day * 1000;
  await minutes(1);
  expect(await exists()).toBe(true);
  await minutes(14);
  expect(await exists()).toBe(true);
  await minutes(1);
  expect(await exists()).toBe(false);
});

test('only the page takes a request back, and no sign-in of a program does', async () => {
  const { one, run, exists, clock, seller, send, signIn, anna, browser } = await open();
  await one.ask('deleteme');
  const sessionid = await signIn(anna);
  await send({ type: 'check', sessionid });
  const again = browser();
  await again.signIn(anna);
  expect((await again.ask('me')).body['deletesAt']).toBe(clock.now + 7 * day);
  expect((await again.ask('keepme')).body).toEqual({ success: true });
  expect((await again.ask('me')).body).toMatchObject({
    deletesAt: null,
    events: [{ event: 'deletion-taken-back' }, { event: 'deletion-requested' }],
  });
  clock.now += 8 * day;
  await run();
  expect(await exists()).toBe(true);
  const why = await seller('why', { user: 'anna', hwid });
  expect(why.body).toMatchObject({ deletesat: null });
});

test('mails the request to the user, and deletes nobody else', async () => {
  const { one, mails, run, clock, seller, setPage, service } = await open();
  await setPage({ accountMails: 1 });
  await seller('editemail', { user: 'anna', email: 'anna@example.com' });
  await service.addUser({ username: 'berta' });
  await one.ask('deleteme');
  const text = (await mails(1))[0]?.text;
  expect(text).toMatch(/will be deleted in seven days[^]*Computer or browser: Browser/);
  expect(text).toContain('press "Keep my account", and change your password. A new password alone');
  clock.now += 7 * day;
  await run();
  const names = await service.database.selectFrom('users').select('username').execute();
  expect(names.map(({ username }) => username)).toContain('berta');
  expect(names.map(({ username }) => username)).not.toContain('anna');
});
