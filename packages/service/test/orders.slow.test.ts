// Orders of shops: created once under retries and concurrency, found again, and refunded as one.
import { expect, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import { addOtherApplication } from './support/another-application.ts';
import { databaseOptionsOf } from './support/postgresql.ts';
import { keysIn, openShop as open, shopNow as now } from './support/shop.ts';
import { sellerText } from './support/seller-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startProcess, type ServiceProcess } from './support/service-process.ts';
import { addPlan } from './support/own-application.ts';

const day = 86_400;

test('an order returns the same keys on every retry, and another order returns other keys', async () => {
  const { ask, keys, service } = await open();
  const wanted = { expiry: '30', amount: '3', order: 'shop 10042' };
  const first = await ask('add', wanted);
  expect(first.body).toMatchObject({ success: true, order: 'shop 10042', repeated: false });
  for (let retry = 0; retry < 5; retry += 1) {
    // Other parameters may differ, because a shop's settings may have changed meanwhile.
    const again = await ask('add', { ...wanted, note: `try ${retry}`, mask: 'K*', owner: 'x' });
    expect(again.body).toEqual({ ...first.body, repeated: true });
  }
  expect(await keys()).toEqual(keysIn(first.body));
  const text = await sellerText(service, { type: 'add', ...wanted });
  expect(text.split('\r\n')).toEqual(keysIn(first.body));
  const other = await ask('add', { ...wanted, order: 'SHOP 10042' });
  expect(keysIn(other.body)).toHaveLength(3);
  expect(await keys()).toHaveLength(6);
  const one = await ask('add', { expiry: '30', order: 'one' });
  expect((await ask('add', { expiry: '30', order: 'one' })).body).toEqual({
    ...one.body,
    repeated: true,
  });
});

test('fifty concurrent requests create one set of keys, each of which can be redeemed', async () => {
  const { ask, keys, service, send, init } = await open({ interleave: true });
  const wanted = { expiry: '30', amount: '4', order: '10042' };
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('add', wanted)));
  const [set = []] = answers.map(({ body }) => keysIn(body));
  expect(new Set(set).size).toBe(4);
  for (const { body } of answers) expect(keysIn(body)).toEqual(set);
  expect(answers.filter(({ body }) => body['repeated'] === false)).toHaveLength(1);
  expect(await keys()).toEqual(set);
  const { username } = await service.addUser({ subscription: 'none' });
  const sessionid = await init();
  for (const key of set)
    expect((await send({ type: 'upgrade', sessionid, username, key })).body).toMatchObject({
      success: true,
    });
  const { body } = await ask('userdata', { user: username });
  expect(body['subscriptions']).toMatchObject([{ timeleft: 4 * 30 * day }]);
});

test('several concurrent orders create one set of keys each', async () => {
  const { ask, keys } = await open({ interleave: true });
  const orders = Array.from({ length: 60 }, (_, index) => String(index % 12));
  const answers = await Promise.all(
    orders.map(
      async (order) => [order, await ask('add', { expiry: '1', amount: '2', order })] as const,
    ),
  );
  const sets = new Map<string, string>();
  for (const [order, { body }] of answers) {
    const set = keysIn(body).join();
    expect(sets.get(order) ?? set).toBe(set);
    sets.set(order, set);
  }
  expect(new Set(sets.values()).size).toBe(12);
  expect(await keys()).toHaveLength(24);
});

test('two processes on one database create one set of keys', async () => {
  const data = temporaryFolder();
  const [one, other] = await Promise.all([startProcess(data), startProcess(data)]);
  const add = async ({ line }: ServiceProcess) => {
    const { sellerkey = '' } = line.app ?? {};
    const body = new URLSearchParams({
      sellerkey,
      type: 'add',
      expiry: '9',
      amount: '3',
      order: 'o',
    });
    const response = await fetch(`${line.url}/api/seller/`, { method: 'POST', body });
    return keysIn((await response.json()) as Record<string, unknown>); // an answer of the service
  };
  const sets = await Promise.all(
    Array.from({ length: 40 }, (_, index) => add(index % 2 === 0 ? one : other)),
  );
  for (const set of sets) expect(set).toEqual(sets[0]);
  expect(sets[0]).toHaveLength(3);
  const options = await databaseOptionsOf(data);
  const db = await openDatabase({ dataFolder: data, ...options, onIdleFault: () => null });
  const rows = await db
    .selectFrom('licenses')
    .select('key')
    .where('orderNumber', '=', 'o')
    .execute();
  await db.destroy();
  expect(rows.map(({ key }) => key).sort()).toEqual(sets[0]);
});

test.each([
  [{ amount: '4' }, 'It has amount 3, level 1 and 30 days.'],
  [{ level: '2' }, 'It has amount 3, level 1 and 30 days.'],
  [{ expiry: '31' }, 'It has amount 3, level 1 and 30 days.'],
])('rejects the same order with %j, and creates nothing', async (change, about) => {
  const { ask, keys, service } = await open();
  await addPlan(service.database, 'the-own-application', 'Max', '2', now);
  const wanted = { expiry: '30', amount: '3', order: '1' };
  await ask('add', wanted);
  const before = await keys();
  expect(await ask('add', { ...wanted, ...change })).toMatchObject({
    status: 400,
    message: `This order exists with a different amount, level or duration. ${about}`,
  });
  expect(await keys()).toEqual(before);
});

test('a refused order can be placed again', async () => {
  const { ask, keys } = await open();
  const weak = { expiry: '30', order: '1', mask: 'K-**' };
  expect((await ask('add', weak)).success).toBe(false);
  expect((await ask('fetchorder', { order: '1' })).success).toBe(false);
  expect((await ask('add', { expiry: '1', amount: '2', order: '1' })).success).toBe(true);
  expect(await keys()).toHaveLength(2);
});

test('a deleted license of an order is not replaced', async () => {
  const { ask, keys } = await open();
  const wanted = { expiry: '30', amount: '2', order: '1' };
  const [gone = '', kept = ''] = keysIn((await ask('add', wanted)).body);
  await ask('del', { key: gone });
  expect(await ask('add', wanted)).toMatchObject({
    status: 400,
    message: 'Licenses of this order were deleted. Nothing was created.',
  });
  expect(await keys()).toEqual([kept]);
});

test('an order belongs to one application', async () => {
  const { ask, service } = await open();
  const other = await addOtherApplication(service, { id: 'second' });
  const wanted = { expiry: '30', order: '1' };
  const own = await ask('add', wanted);
  const theirs = await ask('add', { ...wanted, sellerkey: other.sellerkey });
  expect(theirs.body).toMatchObject({ repeated: false });
  expect(theirs.body['key']).not.toBe(own.body['key']);
  const { body } = await ask('fetchorder', { order: '1' });
  expect(body['keys']).toMatchObject([{ key: own.body['key'] }]);
  await ask('refund', { order: '1' });
  const info = await ask('info', { key: String(theirs.body['key']), sellerkey: other.sellerkey });
  expect(info.body).toMatchObject({ status: 'Not Used' });
});

test.each(['', 'x'.repeat(201), 'a\nb', 'a\u0000b'])(
  'rejects "%.5s" as an order number',
  async (order) => {
    const { ask, keys } = await open();
    const answer = await ask('add', { expiry: '1', order });
    expect(answer.success).toBe(order === '');
    expect(await keys()).toHaveLength(order === '' ? 1 : 0);
    if (order === '') expect(answer.body).not.toHaveProperty('order');
  },
);

test.each([
  ['data.order.id', { data: { order: { id: 4711, quantity: 2 } } }, '4711', 2],
  ['data.uniqid', { event: 'paid', data: { uniqid: 'ab-12', quantity: '3' } }, 'ab-12', 3],
  ['both', { data: { uniqid: 'u', order: { id: 'o' } } }, 'o', 1],
  ['neither', { data: { quantity: 1, order: { id: { odd: true } } } }, null, 1],
])("reads the order number from a shop's own body: %s", async (_name, shop, order, amount) => {
  const { ask, service, keys } = await open();
  await ask('updatesettings', { unknownorders: 'make' });
  const post = async (query = '') => {
    const type = `sellerkey=${service.app.sellerkey}&type=add&expiry=7${query}`;
    const response = await fetch(`${service.url}/api/seller/?${type}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(shop),
    });
    return (await response.json()) as Record<string, unknown>; // an answer of the service
  };
  const [first, second] = [await post(), await post()];
  expect(first).toMatchObject({ success: true, ...(order !== null && { order }) });
  expect(keysIn(first)).toHaveLength(amount);
  if (order !== null) expect(second).toEqual({ ...first, repeated: true });
  expect(await keys()).toHaveLength(order === null ? 2 * amount : amount);
  // A parameter of the request comes first, and an empty one counts as absent.
  expect((await post('&order=own')).order).toBe('own');
  expect((await post('&order=')).order).toBe(order ?? undefined);
});
