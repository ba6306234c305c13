// `activate` of the seller API: creates a user from a license, without a session.
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

const now = 1_800_000_000;
const day = 86_400;

async function open(interleave = false) {
  const wire = await openWire({ now: () => now * 1000, interleave });
  return { ...wire, ask: sellerOf(wire.service) };
}

test('creates a user with the time of the license, who signs in with the given device', async () => {
  const { service, ask, init, send } = await open();
  const key = await service.addLicense({ days: 10 });
  const { body } = await ask('activate', { user: 'Ann', pass: 'a pass', key, hwid });
  const expiry = String(now + 10 * day);
  expect(body).toEqual({
    success: true,
    message: 'Logged in!',
    info: {
      username: 'Ann',
      subscriptions: [
        {
          subscription: 'Pro',
          key,
          expiry,
          timeleft: 10 * day,
          level: '1',
          since: String(now),
        },
      ],
      ip: '',
    },
  });
  expect((await ask('info', { key })).body).toMatchObject({ status: 'Used', usedby: 'Ann', hwid });
  expect((await ask('userdata', { user: 'Ann' })).body).toMatchObject({
    lastlogin: null,
    ip: null,
    hwids: [hwid],
  });
  expect(await service.database.selectFrom('sessions').selectAll().execute()).toEqual([]);
  const login = async (device: string) => {
    const request = { username: 'Ann', pass: 'a pass', hwid: device };
    return (await send({ type: 'login', sessionid: await init(), ...request })).body;
  };
  expect(await login('e'.repeat(64))).toMatchObject({ reason: 'wrong-device' });
  expect(await login(hwid)).toMatchObject({ success: true });
});

test('binds the first device that signs in if the request has none', async () => {
  const { service, ask, signIn } = await open();
  const key = await service.addLicense({ days: 10 });
  await ask('activate', { user: 'Ann', pass: 'a pass', key });
  await signIn({ username: 'Ann', password: 'a pass' });
  expect((await ask('userdata', { user: 'Ann' })).body['hwid']).toBe(hwid);
});

test('grants every subscription of the level', async () => {
  const { service, ask } = await open();
  await ask('addsub', { name: 'Extra', level: '1' });
  const key = await service.addLicense({ days: 1 });
  const { body } = await ask('activate', { user: 'Ann', pass: 'p', key });
  const { subscriptions } = body['info'] as { subscriptions: { subscription: string }[] }; // as its schema says
  expect(subscriptions.map(({ subscription }) => subscription).sort()).toEqual(['Extra', 'Pro']);
});

test.each([
  [{ user: 'Taken' }, 'Username Already Exists.'],
  [{ key: 'NOWHERE' }, 'Key Not Found.'],
  [{ key: 'USED' }, 'Key Already Used.'],
  [{ key: 'BANNED' }, 'Your license is banned.'],
  [{ key: 'NO-PLAN' }, 'No active subscriptions found.'],
  [{ hwid: 'f'.repeat(64) }, 'HWID is blacklisted'],
  [{ hwid: 'short' }, undefined],
  [{ user: 'all' }, 'This username is reserved, choose a different one'],
  [{ user: '' }, 'The parameter "user" is missing.'],
  [{ pass: '' }, 'The parameter "pass" is missing.'],
  [{ key: 'k'.repeat(71) }, 'The parameter "key" is not valid.'],
])('creates no user with %j', async (change, message) => {
  const { service, ask } = await open();
  const { username } = await service.addUser({ username: 'Taken' });
  const key = await service.addLicense({ days: 1 });
  const own = { expiry: '1', force: '1' };
  await ask('add', { ...own, mask: 'USED' });
  await ask('assignkey', { user: username, key: 'USED' });
  await ask('add', { ...own, mask: 'BANNED' });
  await ask('ban', { key: 'BANNED' });
  await ask('add', { ...own, mask: 'NO-PLAN', level: '9' });
  const { id: applicationId } = await service.database
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  await service.database
    .insertInto('blacklist')
    .values({ applicationId, kind: 'hwid', data: 'f'.repeat(64), userId: null, createdAt: now })
    .execute();
  const before = (await ask('fetchallkeys')).body;
  const answer = await ask('activate', { user: 'Ann', pass: 'p', key, hwid, ...change });
  expect(answer.status).toBe(400);
  if (message !== undefined) expect(answer.message).toBe(message);
  expect((await ask('fetchallkeys')).body).toEqual(before);
  expect((await ask('fetchallusernames')).body['usernames']).toEqual([{ username: 'Taken' }]);
});

test('only one of several concurrent requests gets a license', async () => {
  const { service, ask, init, send } = await open(true);
  for (let round = 0; round < 6; round += 1) {
    const key = await service.addLicense({ days: 10 });
    const sessionid = await init();
    const [client, ...sellers] = await Promise.all([
      send({ type: 'register', sessionid, username: `c${round}`, pass: 'p', key, hwid }),
      ask('activate', { user: `s${round}`, pass: 'p', key }),
      ask('activate', { user: `t${round}`, pass: 'p', key }),
    ]);
    const won = [client.body['success'], ...sellers.map(({ success }) => success)];
    expect(won.filter(Boolean)).toHaveLength(1);
    const { body } = await ask('fetchallusernames');
    expect(body['usernames']).toHaveLength(round + 1);
  }
});
