// What an order may name (a level, a subscription), and finding and refunding its licenses.
import { expect, test } from 'vitest';
import { keysIn, openShop as open, shopNow as now } from './support/shop.ts';
import { addPlan } from './support/own-application.ts';

test('a refund of an order revokes the time of its keys, and of no other keys', async () => {
  const { ask, service, signIn, send, init } = await open();
  const [ann, ben] = [await service.addUser(), await service.addUser({ subscription: 'none' })];
  const order = keysIn((await ask('add', { expiry: '10', amount: '3', order: '7' })).body);
  const [other = ''] = keysIn((await ask('add', { expiry: '10', order: '8' })).body);
  const redeem = async (username: string, key: string) =>
    (await send({ type: 'upgrade', sessionid: await init(), username, key })).body;
  await redeem(ann.username, order[0] ?? '');
  await redeem(ben.username, order[1] ?? '');
  const session = await signIn(ben);
  const refund = await ask('refund', { order: '7', reason: 'Chargeback' });
  expect(refund.message).toBe('Successfully refunded order!');
  expect(refund.body['takenBack']).toHaveLength(2);
  expect((await send({ type: 'check', sessionid: session })).body).toMatchObject({
    reason: 'no-subscription',
  });
  expect(await redeem(ben.username, order[2] ?? '')).toMatchObject({ reason: 'key-banned' });
  expect(await redeem(ben.username, other)).toMatchObject({ success: true });
  const { body } = await ask('fetchorder', { order: '7' });
  expect(body).toMatchObject({ amount: '3', orderdate: String(now) });
  expect(body['keys']).toMatchObject([
    { status: 'Banned', order: '7' },
    { status: 'Banned' },
    { status: 'Banned' },
  ]);
  // A shop that got no answer retries.
  expect((await ask('refund', { order: '7' })).body['takenBack']).toEqual([]);
  expect((await ask('refund', { order: 'none' })).success).toBe(false);
  expect((await ask('refund')).message).toBe('Send either key or order.');
  expect((await ask('refund', { order: '7', key: other })).message).toBe('Key Not Found');
  expect(keysIn((await ask('add', { expiry: '10', amount: '3', order: '7' })).body)).toEqual(order);
});

test('rejects a level that no subscription has, and lists the levels, unless forced', async () => {
  const { ask, keys, service } = await open();
  await addPlan(service.database, 'the-own-application', 'Max', '2', now + 1);
  const refused = await ask('add', { expiry: '1', level: '3' });
  expect(refused).toMatchObject({
    status: 400,
    message: 'No subscription has this level. There are: Pro (level 1), Max (level 2).',
  });
  expect(await keys()).toEqual([]);
  expect((await ask('add', { expiry: '1', level: '3', force: '1' })).success).toBe(true);
});

test('an order names a subscription in upper or lower case, and its key grants only that one', async () => {
  const { ask, service, send, init } = await open();
  await addPlan(service.database, 'the-own-application', 'Max', '2', now + 1);
  await addPlan(service.database, 'the-own-application', 'Later', '2', now + 2);
  const created = await ask('add', { expiry: '1', sub: 'max' });
  const { username } = await service.addUser({ subscription: 'none' });
  const redeem = {
    type: 'upgrade',
    sessionid: await init(),
    username,
    key: String(created.body['key']),
  };
  expect((await send(redeem)).body).toMatchObject({ redeemed: { subscription: 'Max' } });
  expect((await ask('add', { expiry: '1', sub: 'Mini' })).message).toBe(
    'This subscription does not exist. There are: Pro (level 1), Max (level 2), Later (level 2).',
  );
  expect((await ask('add', { expiry: '1', sub: 'Later' })).message).toMatch(
    /gives an older subscription\. It gives Max \(level 2\)/,
  );
  expect((await ask('add', { expiry: '1', sub: 'Max', level: '1' })).message).toBe(
    'This subscription has a different level. It is 2.',
  );
  expect((await ask('add', { expiry: '1', sub: 'Max', level: '2' })).success).toBe(true);
});

test('finds licenses by the last characters of the key, by order, note and user', async () => {
  const { ask, service, send, init } = await open();
  const one = keysIn(
    (await ask('add', { expiry: '1', order: 'Shop-10042', note: '50% of June' })).body,
  );
  const [key = ''] = one;
  const [other = ''] = keysIn((await ask('add', { expiry: '1', order: 'Shop-10043' })).body);
  const { username } = await service.addUser({ username: 'Anna.Lee' });
  await send({ type: 'upgrade', sessionid: await init(), username, key: other });
  const find = async (text: string) => {
    const rows = (await ask('findkey', { text })).body['keys'] as { key: string; by: string }[]; // as its schema says
    return rows.map((row) => [row.key, row.by]);
  };
  expect(await find(key.slice(-6).toLowerCase())).toEqual([[key, 'key']]);
  expect(await find(key.slice(-3))).toEqual([]);
  expect(await find('p-10042')).toEqual([[key, 'order']]);
  expect((await find('SHOP-')).sort()).toEqual(
    [
      [key, 'order'],
      [other, 'order'],
    ].sort(),
  );
  expect(await find('% of june')).toEqual([[key, 'note']]);
  expect(await find('anna')).toEqual([[other, 'user']]);
  expect(await find('%')).toEqual([[key, 'note']]);
  const users = (await ask('finduser', { text: '10043' })).body['users'];
  expect(users).toMatchObject([{ username, by: 'order' }]);
  expect((await ask('finduser', { text: '10042' })).body['users']).toEqual([]);
});

test('an order that was refunded says so when it is asked again', async () => {
  const { ask } = await open();
  const add = async (format = {}) =>
    ask('add', { expiry: '10', amount: '2', order: '7', ...format });
  const [first = ''] = keysIn((await add()).body);
  expect((await add()).body).not.toHaveProperty('refunded');
  await ask('ban', { key: first, reason: 'Chargeback' });
  expect((await add()).body).toMatchObject({ success: true, repeated: true, refunded: true });
  const asText = await add({ format: 'text' });
  expect(asText.body).toMatchObject({ success: true, refunded: true });
  await ask('unban', { key: first });
  expect((await add()).body).not.toHaveProperty('refunded');
  await ask('refund', { order: '7' });
  expect((await add()).body).toMatchObject({ success: true, repeated: true, refunded: true });
});
