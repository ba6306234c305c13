// Names in another case, width or composition (docs/protocol.md#names): the exact one, else the
// only match.
import { expect, test } from 'vitest';
import { withFold } from '../src/database/names.ts';
import { openNamed as open } from './support/named-service.ts';
import { swapCase } from './support/twin-application.ts';

const spellings = [
  ['Anna', 'ANNA'],
  ['anna', 'Anna'],
  ['Straße', 'STRASSE'],
  ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
  ['Ａnna７', 'anna7'],
  ['José', 'JOSE\u0301'],
  ['ibrahim', 'İBRAHİM'],
  ['İsmayıl', 'ISMAYIL'],
] as const;

test.each(spellings)('%s signs in as %s, under the stored name', async (stored, other) => {
  const { ask, send, as, signIn, addUser, userRow, listen, queuedFacts, beside } = await open();
  await addUser(stored);
  await addUser(`${stored}2`);
  await listen();
  await beside(async () => {
    const body = await signIn(other);
    expect(body).toMatchObject({ success: true, info: { username: stored } });
    expect(await signIn(other, 'wrong')).toMatchObject({ reason: 'bad-credentials' });
    expect((await queuedFacts()).map(({ username }) => username)).toEqual([stored, stored]);
    const { sessions } = (await ask('fetchallsessions')).body;
    expect(sessions).toContainEqual(expect.objectContaining({ credential: stored }));
    expect(JSON.stringify(sessions)).not.toContain(`"${other}"`);
    expect((await userRow(stored)).lastLoginAt).not.toBeNull();
    expect((await userRow(`${stored}2`)).lastLoginAt).toBeNull();
  });
  const sessionid = String((await send({ type: 'init' })).body['sessionid']);
  await as('login', { username: other, pass: 'right' }, sessionid);
  await as('log', { message: 'here' }, sessionid);
  expect((await ask('fetchalllogs')).body['logs']).toMatchObject([{ credential: stored }]);
});

test('a key signs in in any case, but matches as a password only in its exact case', async () => {
  const { database, service, as, ask, listen, queuedFacts, beside } = await open();
  const key = `${await service.addLicense({ days: 3 })}-ABCDEF`;
  await database.updateTable('licenses').set(withFold('key', key)).execute();
  const other = await service.addLicense({ days: 3 });
  await listen();
  await beside(async () => {
    expect(await as('license', { key: swapCase(key) })).toMatchObject({
      success: true,
      info: { username: key, subscriptions: [{ key }] },
    });
    expect(await as('license', { key: ` ${key.toLowerCase()}\u3000` })).toMatchObject({
      success: true,
      info: { username: key },
    });
    expect(await as('login', { username: swapCase(key), pass: key })).toMatchObject({
      success: true,
    });
    expect(await as('login', { username: key, pass: swapCase(key) })).toMatchObject({
      reason: 'bad-credentials',
    });
  });
  const users = await database.selectFrom('users').select('username').execute();
  expect(users).toEqual([{ username: key }]);
  expect((await ask('info', { key: swapCase(key) })).body).toMatchObject({ usedby: key });
  expect((await ask('info', { key: other })).body).toMatchObject({ status: 'Not Used' });
  for (const facts of await queuedFacts()) {
    expect(JSON.stringify(facts)).not.toContain(key.slice(0, 10));
    expect(facts['username'] ?? '****CDEF').toBe('****CDEF');
  }
});

test('a key is redeemed once for the named user, with key and name in any case', async () => {
  const { database, service, as, addUser, listen, queuedFacts, beside } = await open();
  await addUser('Anna', { subscription: 'none' });
  await addUser('Annb', { subscription: 'none' });
  const [key, other] = [
    await service.addLicense({ days: 3 }),
    await service.addLicense({ days: 5 }),
  ];
  await listen();
  await beside(async () => {
    const redeem = { username: 'aNNA', key: swapCase(key) };
    expect(await as('upgrade', redeem)).toMatchObject({ success: true });
    expect(await as('upgrade', redeem)).toMatchObject({ reason: 'key-used' });
    expect(await as('upgrade', { ...redeem, key })).toMatchObject({ reason: 'key-used' });
    expect(await as('upgrade', { username: 'anna', key: `${key}x` })).toMatchObject({
      reason: 'key-unknown',
    });
    expect(await queuedFacts()).toMatchObject([
      { username: 'Anna', license: `****${key.slice(-4)}` },
      { username: 'Anna', reason: 'key-unknown' },
      { username: 'Anna', license: `****${key.slice(-4)}`, reason: 'key-used' },
      { username: 'Anna', license: `****${key.slice(-4)}`, reason: 'key-used' },
    ]);
  });
  const rows = await database
    .selectFrom('licenses')
    .leftJoin('users', 'users.id', 'licenses.usedBy')
    .select(['key', 'status', 'username'])
    .where('licenses.applicationId', '!=', 'twin')
    .orderBy('seconds')
    .execute();
  expect(rows).toEqual([
    { key, status: 'used', username: 'Anna' },
    { key: other, status: 'unused', username: null },
  ]);
  expect(await database.selectFrom('subscriptions').select('userId').execute()).toHaveLength(1);
});

test('registration accepts the key in any case, and rejects a name that exists in any case', async () => {
  const { database, service, as, addUser, beside } = await open();
  await addUser('Anna');
  const key = await service.addLicense({ days: 3 });
  await beside(async () => {
    const register = (username: string) =>
      as('register', { username, pass: 'p', key: swapCase(key) });
    for (const taken of ['Anna', 'ANNA', 'ａｎｎａ'])
      expect(await register(taken)).toMatchObject({ reason: 'username-taken' });
    for (const reserved of ['all', 'ALL', 'Ａｌｌ', 'NoBody'])
      expect(await register(reserved)).toMatchObject({ reason: 'username-reserved' });
    expect(await register('Berta')).toMatchObject({
      success: true,
      info: { username: 'Berta', subscriptions: [{ key }] },
    });
  });
  const used = await database
    .selectFrom('licenses')
    .select('status')
    .where('key', '=', key)
    .execute();
  expect(used).toEqual([{ status: 'used' }]);
});

test("a user can change the case of their own name, but not take another user's name in any case", async () => {
  const { as, signIn, addUser, init, database } = await open();
  await addUser('Anna');
  await addUser('Berta');
  const rename = async (from: string, newUsername: string) => {
    const sessionid = await init();
    await as('login', { username: from, pass: 'right' }, sessionid);
    return as('changeUsername', { newUsername }, sessionid);
  };
  for (const taken of ['BERTA', 'ｂerta', 'Anna'])
    expect(await rename('Anna', taken)).toMatchObject({ reason: 'new-username-taken' });
  expect(await rename('anna', 'ANNA')).toMatchObject({ success: true });
  expect(await signIn('Anna')).toMatchObject({ success: true, info: { username: 'ANNA' } });
  expect(await rename('anna', 'Zoe')).toMatchObject({ success: true });
  expect(await signIn('ZOE')).toMatchObject({ success: true, info: { username: 'Zoe' } });
  expect(await signIn('anna')).toMatchObject({ reason: 'bad-credentials' });
  const folds = await database.selectFrom('users').select('usernameFold').execute();
  expect(folds.sort((one, two) => (one.usernameFold < two.usernameFold ? -1 : 1))).toEqual([
    { usernameFold: 'berta' },
    { usernameFold: 'zoe' },
  ]);
});
