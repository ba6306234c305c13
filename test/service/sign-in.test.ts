// `init` and `login`: who may in, in which order refusals come, and what a sign-in writes.
import { describe, expect, test } from 'vitest';
import {
  freshChallenge,
  hwid,
  openWire,
  type Method,
  type Wire,
} from '../support/service-client.ts';

const otherHwid = 'e'.repeat(64);
const secondsPerDay = 86_400;

async function login(
  { send, init }: Wire,
  user: { username: string; password: string },
  more: Record<string, string> = {},
  method: Method = 'GET',
) {
  const sessionid = await init();
  const { username, password: pass } = user;
  const answer = await send({ type: 'login', sessionid, username, pass, hwid, ...more }, method);
  return answer.body;
}

describe('init', () => {
  test('gives a session of 32 random bytes and what official clients look for', async () => {
    const { send } = await openWire();
    const { status, body } = await send({ type: 'init', ver: '1.0' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ message: 'Initialized', newSession: true, type: 'init' });
    expect(Buffer.from(String(body['sessionid']), 'base64url')).toHaveLength(32);
    const { appinfo } = body as { appinfo: Record<string, unknown> };
    expect(Object.keys(appinfo)).toEqual([
      'numUsers',
      'numOnlineUsers',
      'numKeys',
      'version',
      'customerPanelLink',
    ]);
    for (const value of Object.values(appinfo)) expect(value).toBeTypeOf('string');
  });

  test('compares the version exactly, and not at all where none is sent', async () => {
    const { send, service } = await openWire();
    await service.setApp({ version: '1.10', download: 'https://northwind.example/new' });
    for (const ver of ['1.1', '1.1 0', '01.10', '1.0']) {
      const { body } = await send({ type: 'init', ver });
      expect(body).toMatchObject({
        success: false,
        message: 'invalidver',
        reason: 'update-required',
        version: '1.10',
        download: 'https://northwind.example/new',
      });
    }
    for (const ver of [{ ver: '1.10' }, { ver: '' }, {}])
      expect((await send({ type: 'init', ...ver })).body['success']).toBe(true);
  });

  test('disabled comes before paused, paused before the version', async () => {
    const { send, service } = await openWire();
    await service.setApp({ enabled: false, paused: true });
    const disabled = await send({ type: 'init', ver: 'old' });
    expect(disabled.body).toMatchObject({ reason: 'app-disabled' });
    expect(disabled.body['message']).toBe('This application is disabled');
    await service.setApp({ enabled: true });
    expect((await send({ type: 'init', ver: 'old' })).body).toMatchObject({ reason: 'app-paused' });
  });

  test('leaves every other session alone', async () => {
    const wire = await openWire();
    const sessionid = await wire.signIn(await wire.service.addUser());
    await wire.init();
    expect((await wire.send({ type: 'check', sessionid })).body['success']).toBe(true);
  });
});

describe('a right sign-in', () => {
  test('tells who and what, with times as text and the seconds left as a number', async () => {
    const nowMs = 1_900_000_000_000;
    const wire = await openWire({ now: () => nowMs });
    const user = await wire.service.addUser({ subscription: { days: 3 } });
    const body = await login(wire, user);
    const now = nowMs / 1000;
    expect(body).toMatchObject({ success: true, message: 'Logged in!' });
    expect(body['info']).toEqual({
      username: user.username,
      subscriptions: [
        {
          subscription: 'Pro',
          key: null,
          expiry: String(now + 3 * secondsPerDay),
          timeleft: 3 * secondsPerDay,
          level: '1',
          since: String(now - 20 * secondsPerDay),
        },
      ],
      ip: '127.0.0.1',
      hwid: null,
      createdate: String(now),
      lastlogin: String(now),
    });
  });

  test('ignores white space around the user name and its form of Unicode, its case, but not its letters', async () => {
    const wire = await openWire();
    const user = await wire.service.addUser({ username: 'Zoë' });
    expect(await login(wire, { ...user, username: '  Zoe\u0308\u00a0' })).toMatchObject({
      success: true,
    });
    expect(await login(wire, { ...user, username: 'zOË' })).toMatchObject({ success: true });
    expect(await login(wire, { ...user, username: 'Zoe' })).toMatchObject({
      reason: 'bad-credentials',
    });
  });

  test.each([
    ['white space around it', '  pass  '],
    ['a composed letter', 'Zoë'],
    ['a decomposed letter', 'Zoe\u0308'],
    ['a byte order mark', '\ufeffpass'],
    ['tags', '<b>pass</b>'],
    ['an emoji of many parts', '👩‍👩‍👧‍👦'],
    ['right-to-left text', 'סיסמה\u200fكلمة'],
  ])('takes a password with %s as it is and not otherwise', async (_what, password) => {
    const wire = await openWire();
    const user = await wire.service.addUser({ password });
    for (const method of ['GET', 'POST', 'multipart'] as const)
      expect(await login(wire, user, {}, method)).toMatchObject({ success: true });
    const others = [password.trim(), password.normalize('NFC'), password.normalize('NFD')];
    for (const other of others.filter((one) => one !== password))
      expect(await login(wire, { ...user, password: other })).toMatchObject({
        reason: 'bad-credentials',
      });
  });

  test('replaces the user of a session that is signed in', async () => {
    const wire = await openWire();
    const [first, second] = [await wire.service.addUser(), await wire.service.addUser()];
    const sessionid = await wire.signIn(first);
    await wire.send({
      type: 'login',
      sessionid,
      username: second.username,
      pass: second.password,
      hwid,
    });
    const { body } = await wire.send({ type: 'check', sessionid });
    expect(body).toMatchObject({ info: { username: second.username } });
  });
});

describe('refusals', () => {
  test('an unknown user and a wrong password cannot be told apart, and both cost one verification', async () => {
    const verified: (string | null)[] = [];
    const wire = await openWire({
      wrapPasswords: (passwords) => ({
        ...passwords,
        verify: (hash, password, legacy) => {
          verified.push(hash);
          return passwords.verify(hash, password, legacy);
        },
      }),
    });
    const user = await wire.service.addUser();
    const challenge = freshChallenge();
    const wrong = await login(wire, { ...user, password: 'wrong' }, { challenge });
    const nobody = await login(wire, { ...user, username: 'nobody' }, { challenge });
    expect(wrong).toEqual(nobody);
    expect(wrong).toMatchObject({
      reason: 'bad-credentials',
      message: 'Invalid username or password.',
    });
    expect(verified).toHaveLength(2);
    expect(verified[1]).toBeNull();
  });

  test('a session that is not there, and one of another application', async () => {
    const wire = await openWire();
    const user = await wire.service.addUser();
    const gone = await login(wire, user, { sessionid: 'x'.repeat(43) });
    expect(gone).toMatchObject({ reason: 'session-gone' });
    expect(gone['message']).toMatch(/^Session not found\./);
    const sessionid = await wire.init();
    const { database } = wire.service;
    const row = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
    const other = { ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' };
    await database.insertInto('applications').values(other).execute();
    const across = await wire.send({ type: 'check', sessionid, name: 'Other' });
    expect(across.body).toMatchObject({ reason: 'session-gone' });
  });

  test('come in the order of the contract', async () => {
    const wire = await openWire();
    const { service } = wire;
    const user = await service.addUser({ totp: true, banned: 'Chargeback', subscription: 'none' });
    const { database } = service;
    const users = database.updateTable('users').where('username', '=', user.username);
    await service.bindDevice(user.username, otherHwid);
    const wrong = { ...user, password: 'wrong' };
    expect(await login(wire, wrong, { hwid: 'short' })).toMatchObject({
      reason: 'device-id-invalid',
    });
    expect(await login(wire, wrong)).toMatchObject({ reason: 'bad-credentials' });
    expect(await login(wire, user)).toMatchObject({
      reason: 'banned',
      message: 'The user is banned',
      bannedReason: 'Chargeback',
    });
    await users.set({ bannedReason: null }).execute();
    expect(await login(wire, user)).toMatchObject({ reason: 'wrong-device' });
    await service.bindDevice(user.username, hwid);
    expect(await login(wire, user)).toMatchObject({ reason: 'no-subscription', lapsed: [] });
    const { id } = await database
      .selectFrom('users')
      .select('id')
      .where('username', '=', user.username)
      .executeTakeFirstOrThrow();
    const plan = await database.selectFrom('plans').select('id').executeTakeFirstOrThrow();
    const row = { userId: id, planId: plan.id, sinceAt: 1, expiresAt: 2, remainingSeconds: null };
    await database.insertInto('subscriptions').values(row).execute();
    expect(await login(wire, user)).toMatchObject({
      reason: 'no-subscription',
      lapsed: [{ subscription: 'Pro', expiry: '2', paused: false }],
    });
    await service.changeUser(user.username, 'pause');
    expect(await login(wire, user)).toMatchObject({
      reason: 'subscription-paused',
      lapsed: [{ subscription: 'Pro', expiry: null, paused: true }],
    });
    await service.changeUser(user.username, 'resume');
    expect(await login(wire, user)).toMatchObject({
      reason: 'code-needed',
      message: '2FA code required.',
    });
  });

  test('a ban without a reason tells none', async () => {
    const wire = await openWire();
    const body = await login(wire, await wire.service.addUser({ banned: '' }));
    expect(body).toMatchObject({ reason: 'banned' });
    expect(body).not.toHaveProperty('bannedReason');
  });

  test('write nothing: no device, no sign-in, no session', async () => {
    const wire = await openWire();
    const { database } = wire.service;
    const users = [
      await wire.service.addUser({ subscription: 'expired' }),
      await wire.service.addUser({ totp: true }),
      await wire.service.addUser({ banned: 'x' }),
    ];
    for (const user of users) {
      const sessionid = await wire.init();
      expect(await login(wire, user, { sessionid })).toMatchObject({ success: false });
      const row = await database
        .selectFrom('users')
        .selectAll()
        .where('username', '=', user.username)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({ lastLoginAt: null, lastIp: null });
      expect(await database.selectFrom('devices').selectAll().execute()).toEqual([]);
      const { body } = await wire.send({ type: 'check', sessionid });
      expect(body).toMatchObject({ reason: 'not-signed-in', message: 'Session is not validated' });
    }
  });
});

describe('the device', () => {
  test('of the first sign-in is bound, and others are refused', async () => {
    const wire = await openWire();
    const user = await wire.service.addUser();
    expect(await login(wire, user)).toMatchObject({ info: { hwid: null } });
    expect(await login(wire, user)).toMatchObject({ info: { hwid } });
    for (const other of [otherHwid, hwid.slice(0, 40), hwid.toUpperCase()])
      expect(await login(wire, user, { hwid: other })).toMatchObject({ reason: 'wrong-device' });
  });

  test('of two first sign-ins at once is one', async () => {
    const wire = await openWire({ interleave: true });
    const user = await wire.service.addUser();
    const devices = Array.from({ length: 10 }, (_, index) => String(index).padStart(64, '0'));
    const bodies = await Promise.all(devices.map((one) => login(wire, user, { hwid: one })));
    expect(bodies.filter(({ success }) => success === true)).toHaveLength(1);
    expect(bodies.filter(({ reason }) => reason === 'wrong-device')).toHaveLength(9);
  });

  test('must be there and 20 characters long, unless the application says otherwise', async () => {
    const wire = await openWire();
    const user = await wire.service.addUser();
    for (const missing of ['', 'x'.repeat(19)])
      expect(await login(wire, user, { hwid: missing })).toMatchObject({
        reason: 'device-id-invalid',
      });
    await wire.service.setApp({ forceHwid: false, minHwid: 5 });
    expect(await login(wire, user, { hwid: '' })).toMatchObject({ success: true });
    expect(await login(wire, user, { hwid: 'abcde' })).toMatchObject({ success: true });
    // Now one is bound: none at all is another one.
    expect(await login(wire, user, { hwid: '' })).toMatchObject({ reason: 'wrong-device' });
  });

  test('is neither compared nor bound where the lock is off', async () => {
    const wire = await openWire();
    await wire.service.setApp({ hwidLock: false });
    const user = await wire.service.addUser();
    for (const one of [hwid, otherHwid])
      expect(await login(wire, user, { hwid: one })).toMatchObject({ info: { hwid: null } });
  });
});
