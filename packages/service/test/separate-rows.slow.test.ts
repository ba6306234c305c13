// Rows of other applications, and unrelated rows of the same one, have no effect.
import { expect, test } from 'vitest';
import { withFold } from '../src/database/names.ts';
import { skeletonOf } from '../src/skeletons.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { fillApplication } from './support/full-application.ts';
import { openWithOther } from './support/neighbour-application.ts';
import { addPlan, ownApplicationId } from './support/own-application.ts';
import { hwid } from './support/service-client.ts';

const here = '127.0.0.1';

test('finds nothing by a name that exists only in another application', async () => {
  const { ask, database, otherAnnaId } = await openWithOther();
  await ask('add', { mask: 'Berta', force: '1', expiry: '1', order: 'Berta' });
  await ask('addchannel', { name: 'Berta', delay: '0' });
  await database
    .updateTable('licenses')
    .set({ status: 'used', usedBy: otherAnnaId, usedAt: 1 })
    .where('key', '=', 'Anna')
    .execute();
  for (const [type, parameters] of [
    ['keygrants', { key: 'Anna' }],
    ['info', { key: 'Anna' }],
    ['getkey', { user: 'Anna' }],
    ['fetchorder', { order: 'Anna' }],
    ['clearchannel', { name: 'Anna' }],
    ['delchannel', { name: 'Anna' }],
    ['userdata', { user: 'Anna' }],
    ['add', { sub: 'Anna', expiry: '1' }],
  ] as const)
    expect([type, (await ask(type, parameters)).success]).toEqual([type, false]);
  const { message } = await ask('add', { sub: 'Anna', expiry: '1' });
  expect(message).toContain('This subscription does not exist');
  expect((await ask('finduser', { text: 'Anna' })).body['users']).toEqual([]);
  expect((await ask('findkey', { text: 'Anna' })).body['keys']).toEqual([]);
});

test('accepts a name that exists only in another application', async () => {
  const { ask, database, nextDoor } = await openWithOther();
  await database.updateTable('users').set({ skeleton: 'anna' }).execute();
  expect((await ask('add', { mask: 'Anna', force: '1', expiry: '1' })).success).toBe(true);
  expect((await ask('adduser', { user: 'Anna', sub: 'Pro', expiry: '1' })).success).toBe(true);
  // It resembles a name of the other application, and none of this one.
  await database
    .insertInto('plans')
    .values({
      ...{ id: 'older', applicationId: nextDoor.id, ...withFold('name', 'Older') },
      ...{ level: '1', createdAt: 0 },
    })
    .execute();
  expect((await ask('add', { sub: 'Pro', expiry: '1' })).success).toBe(true);
  expect((await ask('adduser', { user: 'Jörg', sub: 'Pro', expiry: '1' })).success).toBe(true);
  expect((await ask('adduser', { user: 'Jürgen', sub: 'Pro', expiry: '1' })).success).toBe(true);
  const renaming = { currentUsername: 'Jürgen', newUsername: 'Jürg' };
  expect((await ask('editusername', renaming)).success).toBe(true);
});

test('does not redeem a key for a user of another application', async () => {
  const { addLicense, send, init } = await openWithOther();
  const key = await addLicense({ days: 1 });
  const given = { sessionid: await init(), username: 'Anna', key };
  expect((await send({ type: 'upgrade', ...given })).body['reason']).toBe('user-unknown');
});

test('accepts a name that resembles a Cyrillic one of another application', async () => {
  const { ask, nextDoor, database } = await openWithOther();
  for (const name of ['Аnna', 'Веrta']) {
    const { userId } = await fillApplication(database, nextDoor.id, name);
    const looks = database.updateTable('users').set({ skeleton: skeletonOf(name) });
    await looks.where('id', '=', userId).execute();
  }
  for (const user of ['Anna', 'Berta'])
    expect((await ask('adduser', { user, sub: 'Pro', expiry: '1' })).success).toBe(true);
});

test('finduser is not limited by matches in another application', async () => {
  const { ask, database, nextDoor, addUser } = await openWithOther();
  await addUser({ username: 'Zoe Anna' });
  const { id: _id, ...anna } = await database
    .selectFrom('users')
    .selectAll()
    .where('applicationId', '=', nextDoor.id)
    .executeTakeFirstOrThrow();
  const many = Array.from({ length: 101 }, (_, number) => ({
    ...anna,
    ...{ id: `next-door-${number}`, ...withFold('username', `Anna ${number}`) },
  }));
  await database.insertInto('users').values(many).execute();
  const told = { users: [{ username: 'Zoe Anna' }], more: false };
  expect((await ask('finduser', { text: 'Anna' })).body).toMatchObject(told);
});

test('a license grants the subscriptions of its level in its own application', async () => {
  const { ask, database, addLicense, send, addUser, nextDoor, init } = await openWithOther();
  await addPlan(database, ownApplicationId, 'Max', '2', 0);
  await addPlan(database, nextDoor.id, 'Theirs', '7', 0);
  expect((await ask('add', { level: '7', expiry: '1' })).success).toBe(false);
  const key = await addLicense({ days: 1 });
  const [one, two] = [await addUser({ subscription: 'none' }), 'new-user'];
  const sessionid = await init();
  const upgraded = await send({ type: 'upgrade', sessionid, username: one.username, key });
  expect(upgraded.body).toMatchObject({ success: true });
  const subsOf = async (user: string) =>
    ((await ask('usersub', { user })).body['subs'] as { subscription: string }[]).map(
      ({ subscription }) => subscription,
    );
  expect(await subsOf(one.username)).toEqual(['Pro']);
  const spare = await addLicense({ days: 1 });
  const given = { sessionid, username: two, pass: 'a password', key: spare, hwid };
  expect((await send({ type: 'register', ...given })).body).toMatchObject({ success: true });
  expect(await subsOf(two)).toEqual(['Pro']);
  const unknown = await addLicense({ days: 1, level: '7' });
  const refused = await send({ type: 'upgrade', sessionid, username: one.username, key: unknown });
  expect(refused.body['success']).toBe(false);
});

test('applies only list entries of the same application and for exactly this address', async () => {
  const { database, addUser, send, init, nextDoor } = await openWithOther();
  const { username, password } = await addUser();
  const list = async (applicationId: string, table: 'blacklist' | 'whitelist', ip: string) => {
    const row = { applicationId, createdAt: 1 };
    await (
      table === 'whitelist'
        ? database.insertInto(table).values({ ...row, ip })
        : database.insertInto(table).values({ ...row, kind: 'ip', data: ip, userId: null })
    ).execute();
  };
  const signIn = async () => {
    const sessionid = await init();
    const { body } = await send({ type: 'login', sessionid, username, pass: password, hwid });
    return body['reason'] ?? body['success'];
  };
  await list(nextDoor.id, 'blacklist', here);
  await list(ownApplicationId, 'blacklist', '203.0.113.9');
  expect(await signIn()).toBe(true);
  await list(ownApplicationId, 'blacklist', here);
  await list(nextDoor.id, 'whitelist', here);
  await list(ownApplicationId, 'whitelist', '203.0.113.9');
  expect(await send({ type: 'init', ver: '1.0' })).toMatchObject({ body: { success: false } });
  await list(ownApplicationId, 'whitelist', here);
  expect(await signIn()).toBe(true);
});

test('records the known address of a sign-in for exactly its user and address', async () => {
  const { database, addUser, signIn, otherAnnaId } = await openWithOther();
  const anna = await addUser({ username: 'Anne' });
  const all = database.selectFrom('users').select('id');
  const { id } = await all.where('username', '=', 'Anne').executeTakeFirstOrThrow();
  // Another user's sign-in writes the row that is copied below.
  await signIn(await addUser());
  const { userId: _other, ...written } = await database
    .selectFrom('knownAddresses')
    .selectAll()
    .where('address', '=', here)
    .executeTakeFirstOrThrow();
  for (const row of [
    { userId: otherAnnaId, address: here },
    { userId: id, address: '203.0.113.9' },
  ])
    await database
      .insertInto('knownAddresses')
      .values({ ...written, ...row })
      .execute();
  await signIn(anna);
  const known = database.selectFrom('knownAddresses').select('address').where('userId', '=', id);
  expect((await known.execute()).map(({ address }) => address).sort()).toEqual([
    here,
    '203.0.113.9',
  ]);
});

test('refuses a user without a subscription, even if other users have one', async () => {
  const { addUser, signIn, changeUser, addVariable, send } = await openWithOther();
  await addVariable('Secret', 'x', true);
  const user = await addUser();
  await addUser();
  const sessionid = await signIn(user);
  const read = async () =>
    (await send({ type: 'var', sessionid, varid: 'Secret' })).body['success'];
  expect(await read()).toBe(true);
  await changeUser(user.username, 'expire');
  expect(await read()).toBe(false);
});

test('rejects a session of another application', async () => {
  const { send, nextDoor, init } = await openWithOther();
  const { name, ownerid, version: ver } = nextDoor;
  const { body } = await send({ type: 'init', name, ownerid, ver });
  const sessionid = String(body['sessionid']);
  expect((await send({ type: 'check', sessionid, name, ownerid })).body['reason']).not.toBe(
    'session-gone',
  );
  expect((await send({ type: 'check', sessionid })).body['reason']).toBe('session-gone');
  expect((await send({ type: 'check', sessionid: await init() })).body['reason']).not.toBe(
    'session-gone',
  );
});

test('reads the variable and the messages of exactly the given name', async () => {
  const { addVariable, addUser, signIn, send, ask, database } = await openWithOther();
  for (const name of ['One', 'Two']) {
    await addVariable(name, `of ${name}`, false);
    await ask('addchannel', { name, delay: '0' });
  }
  const sessionid = await signIn(await addUser());
  const later = Date.now() + 3_600_000;
  await database
    .insertInto('chatMessages')
    .values({
      ...{ id: 'later', applicationId: ownApplicationId, channel: 'One', userId: null },
      ...{ author: 'x', message: 'in One', writtenAtMs: unixMs(later) },
    })
    .execute();
  for (const name of ['One', 'Two']) {
    const { body } = await send({ type: 'var', sessionid, varid: name });
    expect(body['message']).toBe(`of ${name}`);
  }
  await send({ type: 'chatsend', sessionid, channel: 'Two', message: 'in Two' });
  const read = async (channel: string) =>
    (await send({ type: 'chatget', sessionid, channel })).body['messages'] as {
      message: string;
      timestamp: number;
    }[];
  expect((await read('One')).map(({ message }) => message)).toEqual(['in One']);
  const [own, ...others] = await read('Two');
  expect([own?.message, others.length]).toEqual(['in Two', 0]);
  expect(own?.timestamp).toBeLessThan(later / 1000 - 60);
});

test('reports dropped events and event names only of its own application', async () => {
  const { database, ask, nextDoor } = await openWithOther();
  const drop = { count: 3, sinceAt: 1, lastAt: 9_000_000_000 };
  for (const row of [
    { applicationId: nextDoor.id, kind: 'event' },
    { applicationId: ownApplicationId, kind: 'log' },
  ] as const)
    await database
      .insertInto('drops')
      .values({ ...row, ...drop })
      .execute();
  expect((await ask('fetchdeliveries')).body['dropped']).toBeUndefined();
  expect((await ask('fetchalllogs')).body['dropped']).toMatchObject({ count: 3 });
  await database.updateTable('webhooks').set({ events: 'redeem' }).execute();
  await ask('addwebhook', { baseurl: 'https://hook.example/', events: 'ban' });
  const own = database.selectFrom('applications').select('eventNames');
  expect(await own.where('id', '=', ownApplicationId).executeTakeFirst()).toEqual({
    eventNames: 'ban',
  });
});
