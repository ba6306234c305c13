// A key is found as customers send it: with spaces, without dashes, quoted, with a label or a full
// stop (docs/protocol.md#names).
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { looseKeysQuery } from '../src/database/names.ts';
import { databaseKind } from './support/postgresql.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

const stored = 'AB3D-EF6H-JK9M-NP2Q';
const sent = [
  stored,
  'ab3d-ef6h-jk9m-np2q',
  'AB3DEF6HJK9MNP2Q',
  'AB3D EF6H JK9M NP2Q',
  'ab3d – ef6h – jk9m – np2q',
  `"${stored}"`,
  `„${stored}“`,
  `Key: ${stored}`,
  `License key: ${stored}.`,
  `Ihr Schlüssel: AB3D EF6H JK9M NP2Q,`,
];

async function open() {
  const wire = await openWire({ now: () => 1_900_000_000_000 });
  const { service, init, send } = wire;
  const { database } = service;
  const ask = sellerOf(service);
  const add = async (key: string) => {
    const made = await service.addLicense({ days: 1 });
    await database
      .updateTable('licenses')
      .set({ key, keyFold: key.toLowerCase() })
      .where('key', '=', made)
      .execute();
  };
  await service.addUser({ username: 'ann' });
  const upgrade = async (key: string) =>
    (await send({ type: 'upgrade', sessionid: await init(), username: 'ann', key })).body;
  const statusOf = async () =>
    (await database.selectFrom('licenses').select('status').executeTakeFirstOrThrow()).status;
  const free = () =>
    database
      .updateTable('licenses')
      .set({ status: 'unused', usedBy: null, usedAt: null })
      .execute();
  return { ...wire, ask, add, upgrade, statusOf, free, database };
}

test('upgrade redeems a key in every form', async () => {
  const { add, upgrade, statusOf, free } = await open();
  await add(stored);
  for (const key of sent) {
    expect(await upgrade(key), key).toMatchObject({ success: true });
    expect(await statusOf()).toBe('used');
    await free();
  }
});

test('license and register find a key in every form, and the user by another one', async () => {
  const { add, send, init, ask, statusOf, free } = await open();
  await add(stored);
  const license = async (key: string) =>
    (await send({ type: 'license', sessionid: await init(), key, hwid })).body;
  for (const key of sent)
    expect(await license(key), key).toMatchObject({ success: true, info: { username: stored } });
  await ask('deluser', { user: stored });
  for (const [at, key] of sent.entries()) {
    await free();
    const given = { type: 'register', username: `user-${at}`, pass: 'tea', key };
    const { body } = await send({ ...given, sessionid: await init(), hwid: `${at}`.repeat(64) });
    expect(body, key).toMatchObject({ success: true });
    expect(await statusOf()).toBe('used');
  }
});

test('the seller API finds a key in every form', async () => {
  const { add, ask } = await open();
  await add(stored);
  for (const key of sent) {
    expect((await ask('verify', { key })).success, key).toBe(true);
    const { keys } = (await ask('findkey', { text: key })).body;
    expect(keys, key).toMatchObject([{ key: stored, by: 'key' }]);
  }
});

test('an exact key and then a folded one come first, and several without dashes are unknown', async () => {
  const { add, upgrade, database } = await open();
  await add('AB-CD34');
  await add('ABC-D34');
  await add('ABCD34');
  const usedKeys = async () =>
    (
      await database.selectFrom('licenses').select('key').where('status', '=', 'used').execute()
    ).map(({ key }) => key);
  expect(await upgrade('abcd34')).toMatchObject({ success: true });
  expect(await usedKeys()).toEqual(['ABCD34']);
  await database.deleteFrom('licenses').where('key', '=', 'ABCD34').execute();
  expect(await upgrade('ABCD34')).toMatchObject({ reason: 'key-unknown' });
  expect(await upgrade('AB CD34')).toMatchObject({ reason: 'key-unknown' });
  expect(await upgrade('ab-cd34')).toMatchObject({ success: true });
  expect(await usedKeys()).toEqual(['AB-CD34']);
});

test('an unknown key counts one try, and its spellings share the tries', async () => {
  const { send, init, upgrade } = await open();
  const license = async (key: string) =>
    (await send({ type: 'license', sessionid: await init(), key, hwid })).body;
  const spellings = ['ZZZZ-1111', 'zzzz1111', 'zzzz 1111', '"ZZZZ-1111"', 'Key: zzzz-1111'];
  for (const key of spellings) expect(await license(key)).toMatchObject({ reason: 'key-unknown' });
  expect(await license('ZZ ZZ-1111')).toMatchObject({ reason: 'rate-limited' });
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect(await upgrade('YYYY 1111')).toMatchObject({ reason: 'key-unknown' });
  expect(await upgrade('YYYY-1111')).toMatchObject({ reason: 'rate-limited' });
});

test.runIf(databaseKind === 'sqlite')(
  'the look-up without dashes reads only its index',
  async () => {
    const { database } = await open();
    const { rows } = await sql<{ detail: string }>`explain query plan
      ${looseKeysQuery('an-application', ['x'])}`.execute(database);
    expect(rows.map(({ detail }) => detail)).toEqual([
      'SEARCH licenses USING INDEX licenses_without_dashes (application_id=? AND <expr>=?)',
    ]);
  },
);
