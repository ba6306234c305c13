// Exports and deletions by a customer stay away from other people with the same name, key or order.
import { expect, test } from 'vitest';
import { bodyOf, formsOfName } from '../src/outbound/event-bodies.ts';
import { sealAt } from '../src/secrets/at-rest.ts';
import { openOwnData as open } from './own-data-parts.ts';

const day = 86_400;

test('neither export nor deletion has lines and events of an earlier user of the name', async () => {
  const { seller, send, signIn, anna, clock, service, browser, run, exists, addEvent } =
    await open();
  await send({ type: 'log', sessionid: await signIn(anna), message: 'line of the first' });
  await addEvent('first', 'json');
  clock.now += day;
  await seller('deluser', { user: 'anna' });
  const second = browser();
  const key = await service.addLicense({ days: 30 });
  const password = 'a good password';
  await second.ask('register', { username: 'anna', pass: password, key });
  await second.signIn({ username: 'anna', password });
  const { person } = (await second.ask('exportme')).body;
  expect(person).toMatchObject({ account: [{ username: 'anna' }] });
  expect(JSON.stringify(person)).not.toContain('first');
  const sessionid = await signIn({ username: 'anna', password });
  await send({ type: 'log', sessionid, message: 'line of the second' });
  await addEvent('second', 'json');
  await second.ask('deleteme');
  clock.now += 7 * day;
  await run();
  expect(await exists()).toBe(false);
  const logs = await service.database.selectFrom('logs').select('message').execute();
  expect(logs).toEqual([{ message: 'line of the first' }]);
  const events = await service.database.selectFrom('deliveries').select('id').execute();
  expect(events).toEqual([{ id: 'first' }]);
});

test('deletion erases the buyer of own orders only, because a key can be a present', async () => {
  const { one, service, seller, clock, run } = await open();
  const { database, secret } = service;
  const { id: applicationId } = await database
    .selectFrom('applications')
    .select('id')
    .where('ownerid', '=', service.app.ownerid)
    .executeTakeFirstOrThrow();
  const shop = { id: 'abcd1234', applicationId, kind: 'hmac', address: '', secrets: '[]' } as const;
  await database
    .insertInto('shops')
    .values({ ...shop, createdAt: 1, lastEventAt: null })
    .execute();
  await seller('editemail', { user: 'anna', email: 'anna@example.com' });
  const { emailHash: own } = await database
    .selectFrom('users')
    .select('emailHash')
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  for (const [name, buyerHash] of [
    ['anna', own],
    ['buyer', 'k1.of-the-buyer'],
  ] as const) {
    const key = await service.addLicense({ days: 30 });
    expect(await one.ask('upgrade', { key })).toMatchObject({ status: 200 });
    const order = { id: `hmac:abcd1234:${name}`, applicationId, shopId: shop.id } as const;
    const buyer = sealAt(secret, 'shop sales', [shop.id], `${name}@example.com`);
    const paid = { state: 'paid', amount: 999, currency: 'EUR', createdAt: clock.now } as const;
    await database
      .insertInto('shopOrders')
      .values({ ...order, ...paid, buyer, buyerHash })
      .execute();
    await database
      .updateTable('licenses')
      .set({ orderNumber: order.id })
      .where('key', '=', key)
      .execute();
  }
  await one.ask('deleteme');
  clock.now += 7 * day;
  await run();
  const orders = await database
    .selectFrom('shopOrders')
    .select(['id', 'buyerHash'])
    .orderBy('id')
    .execute();
  expect(orders).toEqual([
    { id: 'hmac:abcd1234:anna', buyerHash: null },
    { id: 'hmac:abcd1234:buyer', buyerHash: 'k1.of-the-buyer' },
  ]);
});

test('deletion erases messages for chat programs, and those of nobody else', async () => {
  const { one, clock, run, addEvent, service } = await open();
  for (const shape of ['discord', 'slack', 'telegram', 'json'] as const) {
    await addEvent(`${shape} anna`, shape);
    await addEvent(`${shape} annabel`, shape, 'annabel');
  }
  await one.ask('deleteme');
  clock.now += 7 * day;
  await run();
  const events = await service.database
    .selectFrom('deliveries')
    .select('id')
    .orderBy('id')
    .execute();
  expect(events.map(({ id }) => id)).toEqual([
    'discord annabel',
    'json annabel',
    'slack annabel',
    'telegram annabel',
  ]);
});

test('bodies of every shape have one of the forms of a name', () => {
  const username = '"an<na> & \\';
  const facts = { username, ip: '203.0.113.7' };
  const body = { id: 'a', event: 'login', at: 1, application: 'Own', facts } as const;
  for (const shape of ['json', 'log', 'discord', 'slack', 'telegram'] as const) {
    const has = (name: string) =>
      formsOfName(name).some((form) => bodyOf(body, shape).includes(form));
    expect(has(username)).toBe(true);
    expect(has('"an<na> ')).toBe(false);
  }
});
