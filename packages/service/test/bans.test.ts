// Bans by the program and by the seller, and what they mean until they are lifted.
import { expect, test } from 'vitest';
import { banUser, unbanUser, type Ban } from '../src/features/users/bans.ts';
import { transact } from '../src/database/transact.ts';
import { sellerOf } from './support/seller-client.ts';
import type { TestServiceOptions } from './support/service.ts';
import { hwid, openWire } from './support/service-client.ts';

const now = 1_900_000_000;
const here = '127.0.0.1';

/** Behind a trusted proxy and with bans that cover addresses, unless the test says otherwise. */
async function open(options: TestServiceOptions = { trustedProxies: ['127.0.0.1'] }) {
  const wire = await openWire({ now: () => now * 1000, ...options });
  await wire.service.database.updateTable('applications').set({ banAddress: 1 }).execute();
  const { database } = wire.service;
  const ask = sellerOf(wire.service);
  const idOf = async (username: string) => {
    const users = database.selectFrom('users').select('id').where('username', '=', username);
    return (await users.executeTakeFirstOrThrow()).id;
  };
  const application = await database
    .selectFrom('applications')
    .selectAll()
    .executeTakeFirstOrThrow();
  const as = { withAddress: true, by: '', trustsProxies: true, now };
  const ban = async (username: string, how: Partial<Ban> & Pick<Ban, 'reason'>) => {
    const id = await idOf(username);
    return transact(database, (db) => banUser(db, application, id, { ...as, ...how }));
  };
  const unban = async (username: string) => {
    const id = await idOf(username);
    return transact(database, (db) => unbanUser(db, application, id, now));
  };
  const blacklist = async () => {
    const rows = await database.selectFrom('blacklist').select(['kind', 'data']).execute();
    return rows.map(({ kind, data }) => `${kind} ${data}`).toSorted();
  };
  const tokens = async () => {
    const { body } = await ask('fetchalltokens');
    const rows = body['tokens'] as { assigned: string; reason: string | null }[]; // as its schema says
    return Object.fromEntries(rows.map(({ assigned, reason }) => [assigned, reason]));
  };
  const reasonOf = async (username: string) => {
    const users = database.selectFrom('users').select('bannedReason');
    return (await users.where('username', '=', username).executeTakeFirstOrThrow()).bannedReason;
  };
  return { wire, database, application, ask, as, ban, unban, blacklist, tokens, reasonOf };
}

test('a ban by the program ends sessions and blacklists address and device', async () => {
  const { wire, blacklist, reasonOf } = await open();
  const user = await wire.service.addUser();
  const [sessionid, other] = [await wire.signIn(user), await wire.signIn(user)];
  const { body } = await wire.send({ type: 'ban', sessionid, hwid });
  expect(body).toMatchObject({ success: true, message: 'Successfully Banned User' });
  expect(await reasonOf(user.username)).toBe(
    'User banned from triggering ban function in the client',
  );
  expect(await blacklist()).toEqual([`hwid ${hwid}`, `ip ${here}`]);
  for (const ended of [sessionid, other]) {
    const check = { type: 'check', sessionid: ended };
    expect((await wire.send(check)).body).toMatchObject({ reason: 'banned' });
    expect((await wire.send(check)).body).toMatchObject({ reason: 'session-gone' });
  }
  expect((await wire.send({ type: 'init' })).body).toMatchObject({ reason: 'blacklisted' });
});

test('a sign-in reports the reason that the program gave', async () => {
  const { wire, ask } = await open();
  const user = await wire.service.addUser();
  const sessionid = await wire.signIn(user);
  const next = await wire.init();
  await wire.send({ type: 'ban', sessionid, reason: 'Memory was altered' });
  const { username, password: pass } = user;
  const login = await wire.send({ type: 'login', sessionid: next, username, pass, hwid });
  expect(login.body).toMatchObject({ reason: 'banned', bannedReason: 'Memory was altered' });
  // The only entry is the address, because the program named no device.
  expect((await ask('fetchallblacks')).body['blacklists']).toHaveLength(1);
});

test.each(['', '   '])('replaces an empty reason (%j) with the default', async (reason) => {
  const { wire, reasonOf } = await open();
  const user = await wire.service.addUser();
  await wire.send({ type: 'ban', sessionid: await wire.signIn(user), reason });
  expect(await reasonOf(user.username)).toMatch(/^User banned from/);
});

test('does not blacklist a device that is not bound to the user', async () => {
  const { wire, blacklist } = await open();
  const user = await wire.service.addUser();
  await wire.send({ type: 'ban', sessionid: await wire.signIn(user), hwid: 'e'.repeat(64) });
  expect(await blacklist()).toEqual([`ip ${here}`]);
});

test('requires a signed-in session and a reason within the limit', async () => {
  const { wire, blacklist } = await open();
  const unsigned = await wire.send({ type: 'ban', sessionid: await wire.init() });
  expect(unsigned.body).toMatchObject({ reason: 'not-signed-in' });
  const gone = await wire.send({ type: 'ban', sessionid: 'x'.repeat(43) });
  expect(gone.body).toMatchObject({ reason: 'session-gone' });
  const sessionid = await wire.signIn(await wire.service.addUser());
  const long = await wire.send({ type: 'ban', sessionid, reason: 'x'.repeat(100) });
  expect(long.body).toMatchObject({ reason: 'bad-request' });
  expect(await blacklist()).toEqual([]);
});

test('a ban by the seller blacklists the last address and the bound devices', async () => {
  const { wire, ban, unban, blacklist, reasonOf } = await open();
  const user = await wire.service.addUser();
  const never = await wire.service.addUser();
  const sessionid = await wire.signIn(user);
  expect(await ban(user.username, { reason: 'x' })).toBe('blacklisted');
  expect(await ban(never.username, { reason: '' })).toBe('not-known');
  expect(await blacklist()).toEqual([`hwid ${hwid}`, `ip ${here}`]);
  expect((await wire.send({ type: 'check', sessionid })).body).toMatchObject({
    reason: 'banned',
    bannedReason: 'x',
  });
  expect(await unban(user.username)).toBe(true);
  expect(await blacklist()).toEqual([]);
  expect(await reasonOf(user.username)).toBeNull();
  expect(await reasonOf(never.username)).toBe('');
  await wire.signIn(user);
});

test('cannot ban a user of another application', async () => {
  const { wire, database, as } = await open();
  const { username } = await wire.service.addUser();
  const { id } = await database
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const other = { id: 'other' };
  const ban = { ...as, reason: '' };
  expect(await transact(database, (db) => banUser(db, other, id, ban))).toBeNull();
  expect(await transact(database, (db) => unbanUser(db, other, id, now))).toBe(false);
});

test('a ban and an unban of a user include the tokens of the user and of their licenses', async () => {
  const { wire, ask, ban, unban, tokens } = await open();
  const key = await wire.service.addLicense({ days: 1 });
  const sessionid = await wire.init();
  await wire.send({ type: 'license', sessionid, key, hwid });
  const { username } = await wire.service.addUser();
  const created = await ask('addtoken', { key });
  for (const user of [key, username]) await ask('addtoken', { user });
  await ask('bantoken', { token: String(created.body['token']), reason: 'Leaked' });
  await ask('addtoken', { user: username });
  await ban(key, { reason: 'first' });
  await ban(key, { reason: 'second' });
  const { body } = await ask('fetchalltokens');
  const reasons = (body['tokens'] as { assigned: string; reason: unknown }[]).map(
    ({ assigned, reason }) => [assigned === key, reason],
  ); // as its schema says
  expect(reasons.toSorted()).toEqual(
    [
      [true, 'Leaked'],
      [true, 'second'],
      [false, null],
      [false, null],
    ].toSorted(),
  );
  await unban(key);
  // A token with a separate ban stays banned.
  const after = (await ask('fetchalltokens')).body['tokens'] as { reason: unknown }[]; // as its schema says
  expect(after.map(({ reason }) => reason).filter((reason) => reason !== null)).toEqual(['Leaked']);
  expect(await tokens()).toMatchObject({ [username]: null });
});

test('lifting a ban keeps entries that the seller blacklisted', async () => {
  const { wire, ask, ban, unban, blacklist } = await open();
  const user = await wire.service.addUser();
  await wire.signIn(user);
  await ask('black', { ip: here });
  await ban(user.username, { reason: '' });
  await ask('black', { hwid });
  await unban(user.username);
  expect(await blacklist()).toEqual([`hwid ${hwid}`, `ip ${here}`]);
});

test('blacklist entries of two banned users stay until both are unbanned', async () => {
  const { wire, ban, unban, blacklist } = await open();
  const users = [await wire.service.addUser(), await wire.service.addUser()] as const;
  for (const user of users) await wire.signIn(user);
  for (const { username } of users) await ban(username, { reason: '' });
  await unban(users[0].username);
  expect(await blacklist()).toEqual([`hwid ${hwid}`, `ip ${here}`]);
  await unban(users[1].username);
  expect(await blacklist()).toEqual([]);
});

test('a ban is delivered to subscribed webhooks', async () => {
  const { wire, database, application } = await open();
  await database
    .insertInto('webhooks')
    .values({
      applicationId: application.id,
      webid: 'events',
      url: 'https://hook.example/',
      userAgent: 'x',
      authed: 1,
      events: 'ban,register',
      secret: 's1.secret',
    })
    .execute();
  await database.updateTable('applications').set({ eventNames: 'ban,register' }).execute();
  const user = await wire.service.addUser();
  await wire.send({ type: 'ban', sessionid: await wire.signIn(user), reason: 'Altered' });
  const answer = await database.selectFrom('deliveries').select(['event', 'body']).execute();
  expect(answer.map(({ event }) => event)).toEqual(['ban']);
  expect(JSON.parse(answer[0]?.body ?? '')).toMatchObject({
    facts: { username: user.username, ip: here, reason: 'Altered' },
  });
});
