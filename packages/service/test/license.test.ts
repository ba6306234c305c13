// `license`: a key alone signs in or registers its user, without revealing which names exist.
import { sealAt } from '../src/secrets/at-rest.ts';
import { expect, test } from 'vitest';
import { generateSecret } from 'otplib';
import { hwid, openWire } from './support/service-client.ts';

async function open() {
  const wire = await openWire({ interleave: true });
  const { database } = wire.service;
  const license = async (key: string, more: Record<string, string> = {}) => {
    const sessionid = more['sessionid'] ?? (await wire.init());
    return (await wire.send({ type: 'license', sessionid, key, hwid, ...more })).body;
  };
  const userOf = (key: string) => database.updateTable('users').where('username', '=', key);
  return { wire, database, license, userOf };
}

test('registers with an unused key, and signs in with the same key afterwards', async () => {
  const { wire, license } = await open();
  const key = await wire.service.addLicense({ days: 3 });
  const first = await license(`  ${key} `);
  expect(first).toMatchObject({ success: true, info: { username: key, hwid } });
  const sessionid = await wire.init();
  const again = await license(key, { sessionid });
  expect(again).toMatchObject({
    message: 'Logged in!',
    info: { username: key, hwid, subscriptions: [{ subscription: 'Pro', key }] },
  });
  expect((await wire.send({ type: 'check', sessionid })).body).toMatchObject({
    info: { username: key },
  });
});

test('concurrent requests with one unused key create one user and add its time once', async () => {
  const { wire, database, license } = await open();
  const key = await wire.service.addLicense({ days: 3 });
  const bodies = await Promise.all(Array.from({ length: 10 }, () => license(key)));
  const lost = bodies.filter(({ success }) => success !== true);
  for (const { reason } of lost) expect(['username-taken', 'key-used']).toContain(reason);
  expect(lost.length).toBeLessThan(10);
  expect(await license(key)).toMatchObject({ success: true });
  expect(await database.selectFrom('users').selectAll().execute()).toHaveLength(1);
  expect(await database.selectFrom('subscriptions').selectAll().execute()).toHaveLength(1);
});

test('rejects unknown, banned and used keys, and a key without a plan', async () => {
  const { wire, database, license } = await open();
  expect(await license('nothing')).toMatchObject({ reason: 'key-unknown' });
  const banned = await wire.service.addLicense({ days: 1, banned: '' });
  expect(await license(banned)).toMatchObject({ reason: 'key-banned' });
  const key = await wire.service.addLicense({ days: 1 });
  await license(key);
  // A used key stays used after its user is deleted.
  await database.deleteFrom('users').where('username', '=', key).execute();
  expect(await license(key)).toMatchObject({ reason: 'key-used' });
  const other = await wire.service.addLicense({ days: 1, level: '9' });
  expect(await license(other)).toMatchObject({ reason: 'no-plan-for-level' });
});

test('a user name sent as a key gets the same answer as an unknown key', async () => {
  const { wire, license } = await open();
  const { username } = await wire.service.addUser();
  const challenge = 'c'.repeat(43);
  const nothing = await license('nothing', { challenge });
  expect(await license(username, { challenge })).toEqual(nothing);
  expect(nothing).toMatchObject({ reason: 'key-unknown' });
});

test('rejects a key whose text is the name of another user', async () => {
  const { wire, license } = await open();
  const key = await wire.service.addLicense({ days: 1 });
  await wire.service.addUser({ username: key });
  expect(await license(key)).toMatchObject({ reason: 'username-taken' });
});

test('requires a device id, binds the first device and rejects others', async () => {
  const { wire, license } = await open();
  const key = await wire.service.addLicense({ days: 1 });
  expect(await license(key, { hwid: '' })).toMatchObject({ reason: 'device-id-invalid' });
  await license(key);
  expect(await license(key, { hwid: 'e'.repeat(64) })).toMatchObject({ reason: 'wrong-device' });
});

test('checks bans, expiry, pauses and two-factor sign-in', async () => {
  const { wire, database, license, userOf } = await open();
  const key = await wire.service.addLicense({ days: 1 });
  await license(key);
  await wire.service.changeUser(key, { banned: 'Chargeback' });
  expect(await license(key)).toMatchObject({ reason: 'banned', bannedReason: 'Chargeback' });
  await userOf(key).set({ bannedReason: null }).execute();
  await wire.service.changeUser(key, 'expire');
  expect(await license(key)).toMatchObject({ reason: 'no-subscription' });
  await wire.service.changeUser(key, 'pause');
  expect(await license(key)).toMatchObject({ reason: 'subscription-paused' });
  await wire.service.changeUser(key, 'resume');
  const totpSecret = generateSecret();
  const { id } = await database.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const sealed = sealAt(wire.service.secret, 'one-time codes', [id], totpSecret);
  await userOf(key).set({ totpSecret: sealed }).execute();
  expect(await license(key)).toMatchObject({
    reason: 'code-needed',
    message: '2FA code required.',
  });
  const code = wire.service.totpCode(totpSecret);
  const wrong = code === '000000' ? '111111' : '000000';
  expect(await license(key, { code: wrong })).toMatchObject({ reason: 'bad-code' });
  expect(await license(key, { code })).toMatchObject({ success: true });
  expect(await license(key, { code })).toMatchObject({ reason: 'bad-code' });
});

test('unknown keys count against the budget of the IP, and cost a password check each', async () => {
  let verified = 0;
  const wire = await openWire({
    wrapPasswords: (passwords) => ({
      ...passwords,
      verify: (...given) => {
        verified += 1;
        return passwords.verify(...given);
      },
    }),
  });
  const sessionid = await wire.init();
  const guess = async () =>
    (await wire.send({ type: 'license', sessionid, key: 'guess', hwid })).body['reason'];
  for (let time = 0; time < 5; time += 1) expect(await guess()).toBe('key-unknown');
  expect(verified).toBe(5);
  expect(await guess()).toBe('rate-limited');
});
