// Budgets, ban entries and long jobs of others neither limit nor delay anyone else.
import { expect, test } from 'vitest';
import { transact } from '../src/database/transact.ts';
import { banUser } from '../src/features/users/bans.ts';
import { removeUsers } from '../src/features/users/users.ts';
import { returnSlots, reserve, scopeOf } from '../src/secrets/throttles.ts';
import { addOtherApplication } from './support/another-application.ts';
import { openWithOther } from './support/neighbour-application.ts';
import { ownApplicationId } from './support/own-application.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

test('a spent budget affects no other user or address', async () => {
  const at = Date.now();
  const { service, send, init } = await openWire({ now: () => at });
  const now = Math.floor(at / 1000);
  const spent = { scope: scopeOf('somebody', 'else'), count: 1_000_000, endsAt: now + 60 };
  await service.database.insertInto('throttles').values(spent).execute();
  const { username, password } = await service.addUser();
  const sessionid = await init();
  const signIn = (pass: string) => send({ type: 'login', sessionid, username, pass, hwid });
  const key = await service.addLicense({ days: 1 });
  const upgrade = (wanted: string) =>
    init().then((fresh) => send({ type: 'upgrade', sessionid: fresh, username, key: wanted }));
  expect((await upgrade('no-such-key')).body['reason']).toBe('key-unknown');
  expect((await upgrade(key)).body['success']).toBe(true);
  expect((await signIn('wrong')).body['reason']).toBe('bad-credentials');
  expect((await signIn(password)).body['success']).toBe(true);
  const wrongKey = await sellerOf(service)('stats', { sellerkey: '0'.repeat(32) });
  expect(wrongKey.status).toBe(400);
});

test('a slot is returned to the time window that it was taken from', async () => {
  const { service } = await openWire();
  const { database } = service;
  const [now, budget] = [1_000_000, { scope: scopeOf('one'), maxAttempts: 5, seconds: 60 }];
  const first = await transact(database, (inside) => reserve(inside, [budget], now));
  await transact(database, (inside) => reserve(inside, [budget], now + 61));
  await transact(database, (inside) => returnSlots(inside, first.ok ? first.slots : []));
  const row = database.selectFrom('throttles').select('count').where('scope', '=', budget.scope);
  expect(await row.executeTakeFirst()).toEqual({ count: 1 });
});

test('a bulk deletion deletes all entries of its application, even beside many others', async () => {
  const { service } = await openWire();
  const { database } = service;
  const ask = sellerOf(service);
  const nextDoor = await addOtherApplication(service, { id: 'next-door' });
  // More entries than fit into one part, sorted before those of the application.
  const many = Array.from({ length: 2100 }, (_, index) => `0.${index}`);
  const theirs = many.map((ip) => ({ applicationId: nextDoor.id, ip, createdAt: 1 }));
  const black = { userId: null, createdAt: 1 };
  for (let from = 0; from < many.length; from += 700) {
    const part = theirs.slice(from, from + 700);
    await database.insertInto('whitelist').values(part).execute();
    for (const [applicationId, kind] of [
      [nextDoor.id, 'ip'],
      [ownApplicationId, 'hwid'],
    ] as const)
      await database
        .insertInto('blacklist')
        .values(part.map(({ ip }) => ({ ...black, applicationId, kind, data: ip })))
        .execute();
  }
  await ask('addWhite', { ip: '203.0.113.9' });
  await ask('black', { ip: '203.0.113.9' });
  expect((await ask('delallwhites')).success).toBe(true);
  expect((await ask('fetchallwhites')).body['whitelists']).toEqual([]);
  expect((await ask('delblacks')).success).toBe(true);
  expect((await ask('fetchallblacks')).body['blacklists']).toEqual([]);
}, 60_000);

test('a ban and a deletion are limited to their application', async () => {
  const { database, addUser, ask, nextDoor, otherAnnaId } = await openWithOther();
  await addUser({ username: 'Anna' });
  await ask('addtoken', { user: 'Anna' });
  const ban = { reason: 'x', withAddress: false, by: '', now: 1, trustsProxies: false };
  expect(
    await transact(database, (inside) =>
      banUser(inside, { id: ownApplicationId }, otherAnnaId, ban),
    ),
  ).toBeNull();
  const { id } = nextDoor;
  await database
    .updateTable('users')
    .set({ bannedReason: 'x' })
    .where('id', '=', otherAnnaId)
    .execute();
  const removed = await transact(database, (inside) =>
    removeUsers(inside, { id: ownApplicationId }, (eb) => eb('users.bannedReason', '=', 'x')),
  );
  expect(removed).toBe(0);
  expect((await ask('fetchalltokens')).body['tokens']).toHaveLength(1);
  expect(
    await transact(database, (inside) =>
      removeUsers(inside, { id }, (eb) => eb('users.bannedReason', '=', 'x')),
    ),
  ).toBe(1);
});

test('unbanning the last banned user of a device in an application unbans the device', async () => {
  const { database, addUser, ask, bindDevice, otherAnnaId } = await openWithOther();
  for (const username of ['Anne', 'Berta']) {
    await addUser({ username });
    await bindDevice(username, `${username}-device`);
    await ask('banuser', { user: username, reason: 'x' });
  }
  await database
    .updateTable('users')
    .set({ bannedReason: 'x' })
    .where('id', '=', otherAnnaId)
    .execute();
  const device = { userId: otherAnnaId, hwid: 'Anne-device', addedAt: 1 };
  await database.insertInto('devices').values(device).execute();
  await ask('unbanuser', { user: 'Anne' });
  expect((await ask('fetchallblacks')).body['blacklists']).toMatchObject([
    { data: 'Berta-device' },
  ]);
});
