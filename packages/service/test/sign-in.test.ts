// `init` and `login`: who can sign in, the order of refusals, and what a sign-in returns.
import { describe, expect, test } from 'vitest';
import { hwid, openWire } from './support/service-client.ts';
import { login } from './sign-in-parts.ts';

const secondsPerDay = 86_400;

describe('init', () => {
  test('returns a session id of 32 random bytes, and the fields that official clients read', async () => {
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

  test('compares the version exactly, but only if the request contains a version', async () => {
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

  test('reports disabled before paused, and paused before an old version', async () => {
    const { send, service } = await openWire();
    await service.setApp({ enabled: false, paused: true });
    const disabled = await send({ type: 'init', ver: 'old' });
    expect(disabled.body).toMatchObject({ reason: 'app-disabled' });
    expect(disabled.body['message']).toBe('This application is disabled');
    await service.setApp({ enabled: true });
    expect((await send({ type: 'init', ver: 'old' })).body).toMatchObject({ reason: 'app-paused' });
  });

  test('affects no other session', async () => {
    const wire = await openWire();
    const sessionid = await wire.signIn(await wire.service.addUser());
    await wire.init();
    expect((await wire.send({ type: 'check', sessionid })).body['success']).toBe(true);
  });
});

describe('a successful sign-in', () => {
  test('returns user and subscriptions, with times as text and remaining seconds as a number', async () => {
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
      lapsed: [],
      twofactor: false,
      boundAt: now,
      computers: { used: 1, allowed: 1 },
      can: ['changepassword'],
      events: [],
    });
  });

  test('ignores white space, composition and case of the user name, but not its letters', async () => {
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
  ])('accepts a password with %s only if it is sent unchanged', async (_what, password) => {
    const wire = await openWire();
    const user = await wire.service.addUser({ password });
    for (const method of ['GET', 'POST', 'multipart'] as const)
      expect(await login(wire, user, {}, method)).toMatchObject({ success: true });
    const others = [password.trim(), password.normalize('NFC'), password.normalize('NFD')];
    for (const other of others.filter((other) => other !== password))
      expect(await login(wire, { ...user, password: other })).toMatchObject({
        reason: 'bad-credentials',
      });
  });

  test('replaces the user of a signed-in session', async () => {
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
