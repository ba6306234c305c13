// Codes and facts of the seller API's failures. sellerOf checks that each message has its code.
import { expect, test } from 'vitest';
import { addPlan } from './support/own-application.ts';
import { openWithResellers } from './support/resellers.ts';
import { openShop, shopNow } from './support/shop.ts';

test.each([
  ['type=delwebhook', { code: 'parameter-missing', parameter: 'webid' }],
  ['type=setcooldown&user=ann&cooldown=x', { code: 'parameter-invalid', parameter: 'cooldown' }],
  ['type=delwebhook&webid=x&webid=y', { code: 'parameter-twice', parameter: 'webid' }],
  ['type=editsub&sub=Pro&name=Max', { code: 'parameter-twice', parameter: 'sub' }],
  ['type=delwebhook&webid=%FC', { code: 'parameter-not-utf8', parameter: 'webid' }],
  ['type=delwebhook&%FC=x', { code: 'parameter-not-utf8' }],
  ['type=delwebhook&a%20b=x&a%20b=y', { code: 'parameter-twice' }],
  [`type=stats&${'a=&'.repeat(51)}`, { code: 'parameter-twice', parameter: 'a' }],
])('%s fails with the code and its facts', async (query, failure) => {
  const { service } = await openShop();
  const url = `${service.url}/api/seller/?sellerkey=${service.app.sellerkey}&${query}`;
  const { success, message, encoding, ...others } = (await (await fetch(url)).json()) as Record<
    string,
    unknown
  >; // an object, as the last line checks
  expect([success, typeof message]).toEqual([false, 'string']);
  expect(encoding === undefined).toBe(!String(message).includes('UTF-8'));
  expect(others).toEqual(failure);
});

test('too many parameters, and a body that is not UTF-8, have codes', async () => {
  const { service } = await openShop();
  const url = `${service.url}/api/seller/?sellerkey=${service.app.sellerkey}`;
  const many = Array.from({ length: 60 }, (_one, index) => `p${index}=1`).join('&');
  expect(await (await fetch(`${url}&${many}`)).json()).toMatchObject({
    code: 'too-many-parameters',
  });
  const headers = { 'content-type': 'application/json' };
  const body = Buffer.from([0x7b, 0xfc, 0x7d]);
  const answer = await fetch(url, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ code: 'body-not-utf8', encoding: 'Windows-1252' });
});

test('a refused order names the subscriptions that exist, and what the order has', async () => {
  const { ask, service } = await openShop();
  await addPlan(service.database, 'the-own-application', 'Max', '2', shopNow + 1);
  const subscriptions = [
    { name: 'Pro', level: '1' },
    { name: 'Max', level: '2' },
  ];
  expect((await ask('add', { expiry: '1', level: '3' })).body).toMatchObject({
    code: 'no-plan-for-level',
    subscriptions,
  });
  expect((await ask('add', { expiry: '1', sub: 'Plus' })).body).toMatchObject({
    code: 'subscription-unknown',
    subscriptions,
  });
  expect((await ask('add', { expiry: '1', sub: 'Max', level: '1' })).body).toMatchObject({
    code: 'level-differs',
    level: '2',
  });
  await ask('add', { expiry: '30', amount: '2', order: '7' });
  expect((await ask('add', { expiry: '30', amount: '3', order: '7' })).body).toMatchObject({
    code: 'order-differs',
    amount: 2,
    level: '1',
    days: 30,
  });
});

test('equal situations have one code, whatever the message', async () => {
  const { ask } = await openShop();
  const user = { user: 'nobody', username: 'nobody' };
  const codes = async (types: readonly string[], parameters: Readonly<Record<string, string>>) =>
    Promise.all(types.map(async (type) => (await ask(type, parameters)).body['code']));
  expect(await codes(['ban', 'del', 'info'], { key: 'no-key' })).toEqual(
    Array.from({ length: 3 }, () => 'key-unknown'),
  );
  const variable = { var: 'colour', data: 'red' };
  const answers = [
    ...(await codes(['deluser', 'userdata', 'usergrants'], { user: user.user })),
    ...(await codes(['pauseuser', 'unpauseuser'], { username: user.username })),
    ...(await codes(['setvar'], { user: user.user, ...variable })),
  ];
  expect(new Set(answers)).toEqual(new Set(['user-unknown']));
});

test('a key that is unknown, and one that a reseller may not delete, have two codes', async () => {
  const { addReseller, redeem } = await openWithResellers();
  const rita = await addReseller('rita');
  const [used = '', unused = ''] = await rita.make(2);
  await redeem(used);
  const refused = await rita.act('del', { key: used });
  const unknown = await rita.act('del', { key: 'no-key' });
  expect([refused.body['code'], unknown.body['code']]).toEqual(['key-not-unused', 'key-unknown']);
  expect(refused.message.startsWith(unknown.message)).toBe(true);
  expect((await rita.act('del', { key: unused })).success).toBe(true);
});

test('a refused scope has a code beside the reason, and a rate limit the seconds to wait', async () => {
  const { ask, addKey, service } = await openWithResellers();
  const sellerkey = await addKey('read');
  expect((await ask('ban', { sellerkey, key: 'x' })).body).toMatchObject({
    code: 'scope-missing',
    reason: 'scope',
    scope: 'sell',
  });
  const wrong = () => fetch(`${service.url}/api/seller/?sellerkey=wrong&type=stats`);
  let answer = await wrong();
  for (let tries = 0; tries < 60 && answer.status !== 429; tries += 1) answer = await wrong();
  const { code, retryAfter } = (await answer.json()) as Record<string, unknown>; // checked below
  expect(code).toBe('rate-limited');
  expect(String(retryAfter)).toBe(answer.headers.get('retry-after'));
});
