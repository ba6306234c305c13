// What the scopes `read` and `support` can do with a user whose name is a license key: they see it
// masked with an id, use the id, and cannot guess the name (docs/protocol.md#masked-accounts).
import { expect, test } from 'vitest';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import { accountsApi } from '@latchkey/protocol/seller/accounts.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { openWithKeys } from './support/seller-keys.ts';

type Row = Readonly<Record<string, unknown>>;

async function open() {
  const wire = await openWithKeys();
  const { service, ask, addKey, send, init } = wire;
  await service.removeNeighbour();
  const key = String(
    (await ask('add', { expiry: '30', mask: '******-MNOPQRSTUVWXYZ-******-******' })).body['key'],
  );
  const hwid = 'c0ffee'.padEnd(64, '0');
  expect((await send({ type: 'license', sessionid: await init(), key, hwid })).body).toMatchObject({
    success: true,
  });
  const sellerkeys = { read: await addKey('read'), support: await addKey('support') };
  const as =
    (scope: 'read' | 'support' | 'all') =>
    async (type: string, request: Record<string, string> = {}) =>
      (await ask(type, { ...request, ...(scope !== 'all' && { sellerkey: sellerkeys[scope] }) }))
        .body;
  const listed = async (scope: 'read' | 'support' | 'all') =>
    (await as(scope)('fetchallusers'))['users'] as Row[]; // as its schema says
  const find = async (
    type: 'findkey' | 'finduser',
    text: string,
    scope: 'read' | 'all' = 'read',
  ) => {
    const { keys, users } = await as(scope)(type, { text });
    return ((keys ?? users) as Row[]).length; // as its schema says
  };
  return { ...wire, key, hwid, as, listed, find };
}

test('the id of a masked user works in place of the name, for every scope', async () => {
  const { service, key, as, listed, hwid } = await open();
  const { username: other } = await service.addUser({ username: 'Bystander' });
  await service.bindDevice(other, 'another-device-0123456789');
  const [row, ordinary] = (await listed('support')).toSorted((one) =>
    one['userid'] === undefined ? 1 : -1,
  );
  const masked = `****${key.slice(-4)}`;
  expect(row).toMatchObject({
    username: masked,
    hwid: `****${hwid.slice(-4)}`,
    userid: expect.stringMatching(/^id:/) as unknown,
  });
  expect(ordinary).toMatchObject({ username: other, hwid: 'another-device-0123456789' });
  expect(ordinary).not.toHaveProperty('userid');
  const user = String(row?.['userid']);
  expect(await as('read')('userdata', { user })).toMatchObject({
    username: masked,
    hwids: [`****${hwid.slice(-4)}`],
  });
  expect(await as('all')('userdata', { user })).toMatchObject({ username: key, hwids: [hwid] });
  expect(await as('read')('getkey', { user })).toMatchObject({ key: masked });
  for (const [type, request] of [
    ['extend', { user, sub: 'Pro', expiry: '1' }],
    ['resetuser', { user }],
    ['pauseuser', { username: user }],
    ['unpauseuser', { username: user }],
    ['banuser', { user }],
    ['unbanuser', { user }],
  ] as const)
    expect(await as('support')(type, request), type).toMatchObject({ success: true });
  expect(await as('all')('userdata', { user: key })).toMatchObject({ hwid: null });
  expect(await as('all')('userdata', { user: other })).toMatchObject({
    hwid: 'another-device-0123456789',
  });
  expect(await as('support')('resetuser', { user: masked })).toMatchObject({ success: false });
  expect(await as('support')('resetuser', { user: `id:${key}` })).toMatchObject({ success: false });
});

test('the id stays the same after a rename, and no new user can take its form as a name', async () => {
  const { as, listed, key } = await open();
  const [row] = await listed('read');
  const user = String(row?.['userid']);
  expect(
    await as('all')('editusername', { currentUsername: user, newUsername: 'Renamed' }),
  ).toMatchObject({ success: true });
  expect(await as('read')('userdata', { user })).toMatchObject({ username: 'Renamed' });
  // The password is still the key.
  expect(await as('read')('getkey', { user })).toMatchObject({ key: `****${key.slice(-4)}` });
  await as('support')('resetpw', { user, passwd: 'another password' });
  expect(await as('read')('getkey', { user })).toMatchObject({ key });
  for (const name of [user, user.toUpperCase()])
    expect(await as('all')('adduser', { user: name, sub: 'Pro', expiry: '1' })).toMatchObject({
      success: false,
    });
  expect(await as('all')('adduser', { user: 'id:7', sub: 'Pro', expiry: '1' })).toMatchObject({
    success: true,
  });
  expect(await as('support')('banuser', { user: 'id:7' })).toMatchObject({ success: true });
});

test('a masked name, key or device id is found whole or by its visible end, never by another part', async () => {
  const { service, key, hwid, find, as } = await open();
  await as('all')('add', { expiry: '1', note: `instead of ${key}`, order: `shop/${key}/1` });
  await service.addUser({ username: `Zed-${key.slice(0, 6)}` });
  for (const scope of ['read', 'all'] as const) {
    expect(await find('finduser', key.toLowerCase(), scope)).toBe(1);
    expect(await find('finduser', key.slice(-4), scope)).toBe(1);
    expect(await find('findkey', key, scope)).toBeGreaterThan(0);
    expect(await find('findkey', key.slice(-4), scope)).toBeGreaterThan(0);
    expect(await find('finduser', hwid, scope)).toBe(1);
  }
  const parts = [
    key.slice(0, 6),
    key.slice(0, -1),
    key.slice(1),
    'MNOP',
    'MNOPQRSTUVWXYZ',
    key.slice(-5),
  ];
  for (const part of parts) {
    const own = part === key.slice(0, 6) ? 1 : 0;
    expect(await find('finduser', part), part).toBe(own);
    expect(await find('findkey', part), part).toBe(0);
    expect(await find('findkey', part, 'all'), part).toBeGreaterThan(0);
    expect(await find('finduser', part, 'all'), part).toBeGreaterThan(0);
  }
  for (const part of [hwid.slice(0, 6), hwid.slice(0, -1)]) {
    expect(await find('finduser', part)).toBe(0);
    expect(await find('finduser', part, 'all')).toBe(1);
  }
});

test('the position in a list does not reveal a masked name', async () => {
  const { service, listed, as } = await open();
  const orderOf = async () =>
    (await listed('read')).map(({ username, userid }) =>
      userid === undefined ? username : 'masked',
    );
  await service.addUser({ username: 'aaa' });
  const before = await orderOf();
  await as('all')('editusername', { currentUsername: 'aaa', newUsername: 'zzz' });
  expect(await orderOf()).toEqual(before.map((name) => (name === 'aaa' ? 'zzz' : name)));
  expect((await listed('all')).map(({ username }) => username).at(-1)).toBe('zzz');
});

test('every operation that names an existing user accepts an id', () => {
  const others = Object.entries<SellerSpec>(sellerApi).flatMap(([type, { request, names = {} }]) =>
    ['user', 'username', 'currentUsername', 'usedby'].some(
      (name) => name in request.shape && names[name] !== 'user',
    ) && !(type in accountsApi)
      ? [type]
      : [],
  );
  // The other operations create users.
  expect(others.toSorted()).toEqual(['activate', 'adduser']);
});
