// `register`: creates a user from an unused license and signs in, or changes nothing.
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire, type Wire } from './support/service-client.ts';
import { addPlan } from './support/own-application.ts';

const nowMs = 1_900_000_000_000;
const now = nowMs / 1000;
const day = 86_400;

async function open() {
  const wire = await openWire({ now: () => nowMs, interleave: true });
  const { database } = wire.service;
  const register = async (key: string, more: Record<string, string> = {}) => {
    const sessionid = more['sessionid'] ?? (await wire.init());
    const given = { type: 'register', sessionid, username: 'anna', pass: 'tea', key, hwid };
    return (await wire.send({ ...given, ...more })).body;
  };
  const users = () => database.selectFrom('users').selectAll().execute();
  const statusOf = async (key: string) => {
    const row = await database
      .selectFrom('licenses')
      .select(['status', 'usedBy'])
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return row;
  };
  return { wire, database, register, users, statusOf };
}

async function check(wire: Wire, sessionid: string) {
  return (await wire.send({ type: 'check', sessionid })).body;
}

test('creates a user, signs the session in, binds the device and uses the key', async () => {
  const { wire, register, users, statusOf } = await open();
  const key = await wire.service.addLicense({ days: 3 });
  const sessionid = await wire.init();
  const body = await register(key, { sessionid, email: ' Anna@Example.COM ' });
  expect(body).toMatchObject({ success: true, message: 'Logged in!' });
  const subscription = {
    subscription: 'Pro',
    key,
    expiry: String(now + 3 * day),
    timeleft: 3 * day,
    level: '1',
    since: String(now),
  };
  expect(body['info']).toEqual({
    username: 'anna',
    subscriptions: [subscription],
    ip: '127.0.0.1',
    hwid,
    createdate: String(now),
    lastlogin: String(now),
    lapsed: [],
    twofactor: false,
    boundAt: now,
    computers: { used: 1, allowed: 1 },
    can: ['changepassword'],
    events: [],
  });
  const [user] = await users();
  expect(user).toMatchObject({ lastLoginAt: now, lastIp: '127.0.0.1' });
  expect(user?.passwordHash).toMatch(/^\$argon2id\$/);
  // Keyed: the plain SHA-256 of a known address, f7d54c22…, must not be found.
  expect(user?.emailHash).toMatch(/^k1\.[0-9a-f]{64}$/);
  expect(user?.emailHash).not.toContain('f7d54c22dda5b178');
  expect(await statusOf(key)).toEqual({ status: 'used', usedBy: user?.id });
  expect(await check(wire, sessionid)).toMatchObject({ success: true, info: { username: 'anna' } });
  const login = await wire.send({
    type: 'login',
    sessionid: await wire.init(),
    username: 'anna',
    pass: 'tea',
    hwid: 'e'.repeat(64),
  });
  expect(login.body).toMatchObject({ reason: 'wrong-device' });
});

test('grants every plan of the level of the license', async () => {
  const { wire, database, register } = await open();
  const { id } = await database.selectFrom('applications').select('id').executeTakeFirstOrThrow();
  await addPlan(database, id, 'Extra', '1', now);
  await addPlan(database, id, 'Other', '2', now);
  const body = await register(await wire.service.addLicense({ days: 3 }));
  const { subscriptions } = body['info'] as { subscriptions: { subscription: string }[] }; // checked against its schema
  expect(subscriptions.map(({ subscription }) => subscription).toSorted()).toEqual([
    'Extra',
    'Pro',
  ]);
});

test('reports refusals in the documented order, and changes nothing', async () => {
  const { wire, database, register, users, statusOf } = await open();
  const { service } = wire;
  const ask = sellerOf(service);
  await service.addUser({ username: 'taken' });
  const banned = await service.addLicense({ days: 1, banned: 'Refunded' });
  const used = await service.addLicense({ days: 1 });
  expect(await register(used, { username: 'first' })).toMatchObject({ success: true });
  const key = await service.addLicense({ days: 1, level: '9' });
  const before = { users: await users() };
  await service.setApp({ minHwid: 20 });
  await database.updateTable('applications').set({ minUsernameLength: 4 }).execute();
  await ask('black', { hwid });
  const refusals = [
    [{ hwid: 'short', username: 'ann' }, 'device-id-invalid'],
    [{ hwid: '', username: 'ann' }, 'device-id-invalid'],
    [{ username: 'ann' }, 'username-too-short', 'Username too short, try longer one.'],
    [{ username: 'NONE', key: 'x' }, 'username-reserved'],
    [
      { username: 'taken', key: 'x' },
      'username-taken',
      'Username already taken, choose a different one',
    ],
    [{ key: 'x' }, 'key-unknown', 'Invalid license key'],
    [{ key: used }, 'key-used', 'License key has already been used'],
    [{ key: banned }, 'key-banned', 'Your license is banned'],
    [{}, 'blacklisted', "You've been blacklisted from our application"],
    [{ hwid: 'f'.repeat(64) }, 'no-plan-for-level'],
  ] as const;
  for (const [given, reason, message] of refusals)
    expect(await register(key, given)).toMatchObject({ reason, ...(message && { message }) });
  // SECURITY: a key that was paid for is not banned because of where it is tried.
  expect(await statusOf(key)).toEqual({ status: 'unused', usedBy: null });
  expect(await users()).toEqual(before.users);
  expect(await database.selectFrom('devices').selectAll().execute()).toHaveLength(1);
});

test('creates no user for an ended session', async () => {
  const { wire, register, users, statusOf } = await open();
  const key = await wire.service.addLicense({ days: 1 });
  expect(await register(key, { sessionid: 'x'.repeat(43) })).toMatchObject({
    reason: 'session-gone',
  });
  expect(await users()).toEqual([]);
  expect(await statusOf(key)).toMatchObject({ status: 'unused' });
});

test('creates no user if the session ends while the password is hashed', async () => {
  const { wire, database, register, users, statusOf } = await open();
  const key = await wire.service.addLicense({ days: 1 });
  const sessionid = await wire.init();
  const [body] = await Promise.all([
    register(key, { sessionid }),
    database.deleteFrom('sessions').execute(),
  ]);
  // Either outcome is complete.
  const done = body['success'] === true;
  expect(await users()).toHaveLength(done ? 1 : 0);
  expect(await statusOf(key)).toMatchObject({ status: done ? 'used' : 'unused' });
});

test.each(['all', 'All', 'everyone', 'nobody', 'none', 'null', 'undefined'])(
  'rejects the reserved name %s',
  async (username) => {
    const { wire, register } = await open();
    const key = await wire.service.addLicense({ days: 1 });
    expect(await register(key, { username })).toMatchObject({ reason: 'username-reserved' });
  },
);

test('rejects an invalid mail address, and treats an empty one as none', async () => {
  const { wire, register, users } = await open();
  const key = await wire.service.addLicense({ days: 1 });
  for (const email of ['anna', 'a@b@c', 'anna @example.com', 'a@b\r\nBcc: c@d', '<a@b>'])
    expect(await register(key, { email })).toMatchObject({ reason: 'bad-request' });
  expect(await register(key, { email: '' })).toMatchObject({ success: true });
  expect(await users()).toMatchObject([{ emailHash: null }]);
});

test('only one of twenty concurrent requests gets a name, and other keys stay unused', async () => {
  const { wire, database, register, users } = await open();
  const keys = await Promise.all(
    Array.from({ length: 20 }, () => wire.service.addLicense({ days: 1 })),
  );
  const bodies = await Promise.all(keys.map((key) => register(key)));
  expect(bodies.filter(({ success }) => success === true)).toHaveLength(1);
  expect(bodies.filter(({ reason }) => reason === 'username-taken')).toHaveLength(19);
  expect(await users()).toHaveLength(1);
  const used = database.selectFrom('licenses').selectAll().where('status', '=', 'used');
  expect(await used.execute()).toHaveLength(1);
  const signedIn = database.selectFrom('sessions').selectAll().where('userId', 'is not', null);
  expect(await signedIn.execute()).toHaveLength(1);
});

test('only one of twenty concurrent requests with one key creates a user', async () => {
  const { wire, database, register, users } = await open();
  const key = await wire.service.addLicense({ days: 1 });
  const names = Array.from({ length: 20 }, (_, index) => `user-${index}`);
  const bodies = await Promise.all(names.map((username) => register(key, { username })));
  expect(bodies.filter(({ success }) => success === true)).toHaveLength(1);
  expect(bodies.filter(({ reason }) => reason === 'key-used')).toHaveLength(19);
  expect(await users()).toHaveLength(1);
  expect(await database.selectFrom('subscriptions').selectAll().execute()).toHaveLength(1);
});

test('guessed keys count against the budget of the IP, used keys do not', async () => {
  const { wire, register } = await open();
  const used = await wire.service.addLicense({ days: 1 });
  await register(used, { username: 'first' });
  for (let time = 0; time < 8; time += 1)
    expect(await register(used)).toMatchObject({ reason: 'key-used' });
  for (let time = 0; time < 5; time += 1)
    expect(await register(`guess-${time}`)).toMatchObject({ reason: 'key-unknown' });
  expect(await register('guess')).toMatchObject({ reason: 'rate-limited' });
});
