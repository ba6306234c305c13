// `getvar` and `setvar`: variables that a program stores for its signed-in user.
import { expect, test } from 'vitest';
import { withFold } from '../src/database/names.ts';
import { maxUserVariables } from '../src/features/variables/variables.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

async function open(options: Parameters<typeof openWire>[0] = {}) {
  const wire = await openWire(options);
  const user = await wire.service.addUser();
  const sessionid = await wire.signIn(user);
  const get = async (name: string) =>
    (await wire.send({ type: 'getvar', sessionid, var: name })).body;
  const set = async (name: string, data: string) =>
    (await wire.send({ type: 'setvar', sessionid, var: name, data })).body;
  return { ...wire, user, sessionid, get, set, ask: sellerOf(wire.service) };
}

test('returns the value that was set last', async () => {
  const { get, set } = await open();
  expect(await set('theme', 'dark')).toMatchObject({
    success: true,
    message: 'Successfully set variable',
  });
  expect(await get('theme')).toMatchObject({
    success: true,
    message: 'Successfully retrieved variable',
    response: 'dark',
  });
  await set('theme', 'light');
  expect(await get('theme')).toMatchObject({ response: 'light' });
});

test('stores and returns an empty value', async () => {
  const { get, set } = await open();
  expect(await set('theme', '')).toMatchObject({ success: true });
  expect(await get('theme')).toMatchObject({ success: true, response: '' });
});

test('reports a missing variable', async () => {
  const { get } = await open();
  expect(await get('theme')).toMatchObject({
    success: false,
    reason: 'user-variable-unknown',
    message: 'Variable not found for user',
  });
});

test('a variable belongs to one user', async () => {
  const { set, service, send, signIn } = await open();
  await set('theme', 'dark');
  const other = await signIn(await service.addUser());
  expect((await send({ type: 'getvar', sessionid: other, var: 'theme' })).body).toMatchObject({
    reason: 'user-variable-unknown',
  });
});

test.each(['getvar', 'setvar'])('%s requires a signed-in session', async (type) => {
  const { send, init } = await open();
  const parameters = { type, var: 'theme', data: 'x' };
  expect((await send({ ...parameters, sessionid: await init() })).body).toMatchObject({
    reason: 'not-signed-in',
  });
  expect((await send({ ...parameters, sessionid: 'gone' })).body).toMatchObject({
    reason: 'session-gone',
  });
});

test('rejects a missing or long parameter', async () => {
  const { send, sessionid, get } = await open();
  const type = 'setvar';
  for (const parameters of [
    { type, sessionid, data: 'x' },
    { type, sessionid, var: '', data: 'x' },
    { type, sessionid, var: 'a' },
    { type, sessionid, var: 'a', data: 'x'.repeat(501) },
    { type, sessionid, var: 'x'.repeat(101), data: 'x' },
  ])
    expect((await send(parameters)).body).toMatchObject({ success: false, reason: 'bad-request' });
  expect((await send({ type: 'getvar', sessionid })).body).toMatchObject({ reason: 'bad-request' });
  expect(await get('a')).toMatchObject({ reason: 'user-variable-unknown' });
  expect((await send({ type, sessionid, var: 'a', data: 'x'.repeat(500) })).body).toMatchObject({
    success: true,
  });
});

test('a variable that the seller made read-only cannot be changed', async () => {
  const { get, set, ask, user } = await open();
  await ask('setvar', { user: user.username, var: 'rank', data: 'gold', readOnly: '1' });
  expect(await set('rank', 'diamond')).toMatchObject({
    success: false,
    reason: 'variable-read-only',
    message: 'Variable is read only',
  });
  expect(await get('rank')).toMatchObject({ response: 'gold' });
  await ask('setvar', { user: user.username, var: 'rank', data: 'silver' });
  expect(await set('rank', 'bronze')).toMatchObject({ success: true });
});

test('a change to read-only wins against concurrent writes', async () => {
  const { set, get, ask, user } = await open({ interleave: true });
  const writes = Array.from({ length: 20 }, (_, index) => set('rank', `own-${index}`));
  const locked = ask('setvar', { user: user.username, var: 'rank', data: 'gold', readOnly: '1' });
  await Promise.all([...writes, locked]);
  expect(await get('rank')).toMatchObject({ response: 'gold' });
});

test('limits the number of variables of a user', async () => {
  const { set, get, service } = await open({ interleave: true });
  const { id: userId } = await service.database
    .selectFrom('users')
    .select('id')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: maxUserVariables - 1 }, (_, index) => ({
    userId,
    ...withFold('name', `v${index}`),
    value: '',
    readOnly: 0 as const,
  }));
  for (let from = 0; from < rows.length; from += 200)
    await service.database
      .insertInto('userVariables')
      .values(rows.slice(from, from + 200))
      .execute();
  const names = Array.from({ length: 16 }, (_, index) => `new-${index}`);
  // Open the database connections first, so that all writes start at the same time.
  await Promise.all(names.map((name) => get(name)));
  const answers = await Promise.all(names.map((name) => set(name, '1')));
  expect(answers.filter(({ success }) => success === true)).toHaveLength(1);
  expect(await set('another', '1')).toMatchObject({
    reason: 'variable-not-set',
    message: 'Failed to set variable',
  });
  expect(await set('v0', '1')).toMatchObject({ success: true });
});

test("deleting a user deletes the user's variables", async () => {
  const { set, service } = await open();
  await set('theme', 'dark');
  await service.database.deleteFrom('users').execute();
  expect(await service.database.selectFrom('userVariables').selectAll().execute()).toEqual([]);
});
