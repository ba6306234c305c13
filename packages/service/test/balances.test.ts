// Balances of resellers: each key is paid for once, and credited once.
import { expect, test } from 'vitest';
import { hwid } from './support/service-client.ts';
import { openWithResellers } from './support/resellers.ts';

const low = 'The balance of this account is too low';

test('a reseller makes keys of a chosen level and duration from the balance', async () => {
  const { ask, addReseller } = await openWithResellers();
  const rita = await addReseller('Rita', { month: '3', week: '1' });
  const bystander = await addReseller('Berta', { month: '3' });
  const keys = await rita.make(2);
  expect(keys).toHaveLength(2);
  expect(await rita.left()).toEqual({ month: 1, week: 1 });
  expect((await ask('info', { key: keys[0] ?? '' })).body).toMatchObject({
    duration: String(30 * 86_400),
    level: '1',
    createdby: 'Rita',
    status: 'Not Used',
  });
  expect(await rita.act('add', { expiry: '30', amount: '2' })).toMatchObject({
    status: 400,
    message: low,
  });
  expect(await rita.act('add', { expiry: '365' })).toMatchObject({ message: low });
  expect(await rita.act('add', { expiry: '31' })).toMatchObject({
    message: 'Keys of resellers have 1, 7, 30, 90, 180, 365 or 9999 days',
  });
  await ask('addsub', { name: 'Max', level: '2' });
  expect(await rita.act('add', { expiry: '30', level: '2' })).toMatchObject({
    message: 'This account may not make keys of this level',
  });
  expect(
    await rita.act('add', { expiry: '30', owner: 'The seller', mask: 'EASY-KEY', force: '1' }),
  ).toMatchObject({ status: 400 });
  expect(await rita.left()).toEqual({ month: 1, week: 1 });
  expect(await bystander.left()).toEqual({ month: 3 });
});

test('keys are paid from the balance of their level before the balance of all levels', async () => {
  const { ask, addReseller } = await openWithResellers();
  const rita = await addReseller('Rita', { month: '2' });
  await ask('addsub', { name: 'Max', level: '2' });
  await ask('editaccount', { user: 'Rita', keylevels: '1,2' });
  await ask('setbalance', { username: 'Rita', level: '2', month: '3' });
  expect(await rita.make(4, { level: '2' })).toHaveLength(4);
  expect(await rita.left()).toEqual({ month: 1, 'month 2': 0 });
  expect(await rita.act('add', { expiry: '30', level: '2', amount: '2' })).toMatchObject({
    message: low,
  });
  const [key = ''] = await rita.make(1, { level: '1' });
  await rita.act('del', { key });
  expect(await rita.left()).toEqual({ month: 1, 'month 2': 0 });
});

test('a hundred concurrent requests make no more keys than the balance has', async () => {
  const { ask, addReseller } = await openWithResellers();
  const rita = await addReseller('Rita', { month: '50' });
  const bystander = await addReseller('Berta');
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => rita.act('add', { expiry: '30' })),
  );
  const made = answers.filter(({ success }) => success);
  expect(made).toHaveLength(50);
  expect(answers.filter(({ message }) => message === low)).toHaveLength(50);
  expect(new Set(made.map(({ body }) => body['key'])).size).toBe(50);
  expect((await ask('fetchallkeys')).body['keys']).toHaveLength(50);
  expect(await rita.left()).toEqual({ month: 0 });
  expect(await bystander.left()).toEqual({ month: 50 });
});

test('a repeated order is paid for once, also under concurrent requests', async () => {
  const { addReseller } = await openWithResellers();
  const rita = await addReseller('Rita');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => rita.make(3, { order: '10042' })),
  );
  expect(new Set(answers.map((keys) => keys.join()))).toHaveProperty('size', 1);
  expect(await rita.left()).toEqual({ month: 47 });
});

test('a key that is deleted unused is credited once, by a reseller and by the seller', async () => {
  const { ask, addReseller, redeem } = await openWithResellers();
  const rita = await addReseller('Rita');
  const [own = '', other = '', used = '', ...more] = await rita.make(8);
  await Promise.all([1, 2, 3].map(() => rita.act('del', { key: own })));
  expect(await rita.left()).toEqual({ month: 43 });
  await Promise.all([1, 2].map(() => ask('del', { key: other })));
  await redeem(used);
  expect(await rita.act('del', { key: used })).toMatchObject({
    message: 'Failed to delete license!. Only the seller deletes a key that is not unused.',
  });
  await ask('delmultiple', { key: more.slice(0, 2).join(',') });
  expect(await rita.left()).toEqual({ month: 46 });
  await ask('delunused');
  expect(await rita.left()).toEqual({ month: 49 });
  await ask('delalllicenses');
  expect(await rita.left()).toEqual({ month: 49 });
});

test('a refund is credited once, and lifting its ban charges the key again', async () => {
  const { ask, addReseller, redeem } = await openWithResellers();
  const rita = await addReseller('Rita', { month: '2' });
  const [key = '', unused = ''] = await rita.make(2);
  await redeem(key);
  await ask('ban', { key });
  await ask('unban', { key });
  expect(await rita.left()).toEqual({ month: 0 });
  await Promise.all([1, 2, 3].map(() => ask('refund', { key })));
  expect(await rita.left()).toEqual({ month: 1 });
  await ask('unban', { key });
  expect(await rita.left()).toEqual({ month: 0 });
  await ask('refund', { key: unused });
  await ask('setbalance', { username: 'Rita', month: '-1' });
  expect(await ask('unban', { key: unused })).toMatchObject({ status: 400, message: low });
  expect((await ask('info', { key: unused })).body['status']).toBe('Banned');
  await ask('del', { key: unused });
  expect(await rita.left()).toEqual({ month: 0 });
});

test.each(['banaccount', 'deleteAccount'])(
  '%s keeps the keys and access of customers',
  async (type) => {
    const { ask, addReseller, redeem, send, init } = await openWithResellers();
    const rita = await addReseller('Rita');
    const bystander = await addReseller('Berta');
    const [used = '', unused = ''] = await rita.make(2);
    const username = await redeem(used);
    await ask(type, { user: 'Rita' });
    expect(await rita.act('fetchallkeys')).toMatchObject({ message: 'Invalid seller key' });
    expect((await bystander.act('setseller')).success).toBe(true);
    const login = { type: 'login', username, pass: 'a password', hwid, sessionid: await init() };
    expect((await send(login)).body).toMatchObject({ success: true });
    await redeem(unused);
  },
);

test('the entries of a balance account for every key, with the account that made it', async () => {
  const { ask, addReseller } = await openWithResellers();
  const rita = await addReseller('Rita', { month: '5' });
  const [key = ''] = await rita.make(2);
  await ask('refund', { key });
  await ask('unban', { key });
  await ask('del', { key });
  const { body } = await ask('fetchbalance', { username: 'Rita' });
  expect(body['balances']).toEqual([
    { level: '', duration: 'month', granted: '5', used: '1', left: '4' },
  ]);
  const entries = body['entries'] as Record<string, string>[]; // as its schema says
  const shown = entries.map(({ kind, amount, by }) => [kind, amount, by].join(' ').trim());
  expect(shown.sort()).toEqual(
    ['delete 1', 'grant 5', 'key -2 account Rita', 'refund 1', 'unban -1'].sort(),
  );
});
