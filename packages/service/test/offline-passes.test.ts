// Offline passes: when one is issued, and what it says (docs/protocol.md#offline-passes).
import { expect, test } from 'vitest';
import { addPlan, ownApplicationId } from './support/own-application.ts';
import { freshChallenge } from './support/service-client.ts';
import { hour, openOffline } from './offline-parts.ts';
import { deviceOf, start } from './seats-parts.ts';

const day = 86_400;

test('every operation that signs in issues a pass, if the program asks for one', async () => {
  const { service, send, init, ask, user, passIn, signInForPass, checkForPass, check } =
    await openOffline({ computers: 5 });
  await ask('editemail', { user: 'anna', email: 'anna@example.org' });
  const bystander = await service.addUser({ username: 'berta' });
  const { body, sessionid, pass } = await signInForPass('desk');
  expect(body).toMatchObject({ success: true });
  expect(pass).toEqual({
    v: 1,
    name: service.app.name,
    ownerid: service.app.ownerid,
    username: 'anna',
    hwid: deviceOf('desk'),
    subscriptions: [{ subscription: 'Pro', level: '1', expiry: start + 30 * day }],
    issued: start,
    until: start + 72 * hour,
    sequence: start,
  });
  expect((await checkForPass(sessionid)).pass).toEqual({ ...pass, sequence: start + 1 });
  const byMail = { type: 'loginEmail', email: 'anna@example.org', username: '' };
  expect((await signInForPass('laptop', byMail)).pass).toMatchObject({
    username: 'anna',
    hwid: deviceOf('laptop'),
  });
  expect((await signInForPass('desk', {}, bystander)).pass).toMatchObject({
    username: 'berta',
    hwid: deviceOf('desk'),
    sequence: start,
  });
  const asked = { hwid: deviceOf('other'), offline: '1' };
  const key = await service.addLicense({ days: 3 });
  const registering = { type: 'register', username: 'carl', pass: 'a password', key, ...asked };
  const registered = await send({ ...registering, sessionid: await init() });
  // The subscription ends before the 72 hours are over plus an hour: the smaller end applies.
  expect(passIn(registered.body)).toMatchObject({ username: 'carl', until: start + 72 * hour });
  const short = await service.addLicense({ days: 1 });
  for (const issued of [1, 2]) {
    const license = { type: 'license', sessionid: await init(), key: short, ...asked };
    expect(passIn((await send(license)).body)).toMatchObject({
      username: short,
      until: start + day,
      sequence: start + issued - 1,
    });
  }
  // A sign-in that does not ask for a pass gets none.
  const unasked = { username: user.username, pass: user.password, hwid: deviceOf('desk') };
  for (const offline of [{}, { offline: '0' }, { offline: '' }, { offline: 'maybe' }]) {
    const answer = await send({ type: 'login', sessionid: await init(), ...unasked, ...offline });
    expect(answer.body).toMatchObject({ success: true });
    expect(answer.body).not.toHaveProperty('offline');
  }
  expect(await check(sessionid)).not.toHaveProperty('offline');
});

test('without the setting there is no pass', async () => {
  const { ask, signInForPass, checkForPass } = await openOffline({ offlinehours: '0' });
  const { body, sessionid } = await signInForPass('desk');
  expect(body).toMatchObject({ success: true });
  expect(body).not.toHaveProperty('offline');
  expect((await checkForPass(sessionid)).body).not.toHaveProperty('offline');
  for (const offlinehours of ['169', '-1', '1.5', 'all'])
    expect(await ask('updatesettings', { offlinehours })).toMatchObject({
      message: 'The parameter "offlinehours" is not valid.',
    });
  await ask('updatesettings', { offlinehours: '168' });
  expect((await checkForPass(sessionid)).pass).toMatchObject({ until: start + 168 * hour });
});

test('a pass ends with the last subscription, and lists only those that are active', async () => {
  const { ask, service, clock, signInForPass, checkForPass } = await openOffline({
    offlinehours: '168',
    user: { subscription: { days: 2 } },
  });
  await addPlan(service.database, ownApplicationId, 'Team', '2', start);
  await ask('extend', { user: 'anna', sub: 'Team', expiry: '1' });
  const { sessionid, pass } = await signInForPass('desk');
  expect(pass).toMatchObject({
    until: start + 2 * day,
    subscriptions: [
      { subscription: 'Pro', level: '1', expiry: start + 2 * day },
      { subscription: 'Team', level: '2', expiry: start + day },
    ],
  });
  clock.now += day;
  const later = await signInForPass('desk');
  expect(later.pass).toMatchObject({
    issued: start + day,
    until: start + 2 * day,
    sequence: start + day,
    subscriptions: [{ subscription: 'Pro' }],
  });
  expect((await checkForPass(sessionid)).body).toMatchObject({ reason: 'session-gone' });
});

test('a refused sign-in or check issues no pass', async () => {
  const { service, ask, clock, signInForPass, checkForPass, send, init } = await openOffline();
  const { sessionid } = await signInForPass('desk');
  const expectNone = (body: Readonly<Record<string, unknown>>, reason: string) => {
    expect(body).toMatchObject({ success: false, reason });
    expect(body).not.toHaveProperty('offline');
  };
  expectNone((await signInForPass('laptop')).body, 'wrong-device');
  expectNone((await signInForPass('desk', { pass: 'wrong' })).body, 'bad-credentials');
  expectNone(
    (await send({ type: 'check', sessionid: await init(), offline: '1' })).body,
    'not-signed-in',
  );
  await service.changeUser('anna', { banned: '' });
  expectNone((await signInForPass('desk')).body, 'banned');
  expectNone((await checkForPass(sessionid)).body, 'banned');
  await ask('unbanuser', { user: 'anna' });
  const again = await signInForPass('desk');
  clock.now += 30 * day;
  expectNone((await signInForPass('desk')).body, 'no-subscription');
  expectNone((await checkForPass(again.sessionid)).body, 'session-gone');
});

test('only a bound computer gets a pass; without the lock, every computer that sends its id does', async () => {
  const { service, ask, signInForPass, checkForPass } = await openOffline();
  await service.setApp({ forceHwid: false });
  const { sessionid } = await signInForPass('desk');
  await ask('resetuser', { user: 'anna' });
  const unbound = await checkForPass(sessionid);
  expect(unbound.body).toMatchObject({ success: true });
  expect(unbound.pass).toBeNull();
  await service.setApp({ hwidLock: false });
  expect((await checkForPass(sessionid)).pass).toMatchObject({ hwid: deviceOf('desk') });
  expect((await signInForPass('laptop')).pass).toMatchObject({ hwid: deviceOf('laptop') });
  const without = await signInForPass('', { hwid: '' });
  expect(without.body).toMatchObject({ success: true });
  expect(without.pass).toBeNull();
  expect((await checkForPass(without.sessionid)).pass).toBeNull();
});

test('a repeated sign-in gets the same pass', async () => {
  const { send, init, user, signInForPass } = await openOffline();
  const { username, password: pass } = user;
  const request = {
    type: 'login',
    sessionid: await init(),
    username,
    pass,
    hwid: deviceOf('desk'),
    offline: '1',
    challenge: freshChallenge(),
  };
  const first = await send(request);
  const repeated = await send(request);
  expect(repeated.body['offline']).toBe(first.body['offline']);
  expect(first.body['offline']).toEqual(expect.any(String));
  expect((await signInForPass('desk')).pass).toMatchObject({ sequence: start + 1 });
});

test('the sequence never falls, even for concurrent requests and a clock that was set back', async () => {
  const { clock, signInForPass, checkForPass } = await openOffline({ interleave: true });
  const { sessionid } = await signInForPass('desk');
  const checks = await Promise.all(Array.from({ length: 5 }, () => checkForPass(sessionid)));
  const sequences = checks.map(({ pass }) => pass?.sequence).toSorted();
  expect(sequences).toEqual([1, 2, 3, 4, 5].map((more) => start + more));
  clock.now -= 60;
  expect((await checkForPass(sessionid)).pass).toMatchObject({
    issued: start - 60,
    sequence: start + 6,
  });
  clock.now += 3600;
  expect((await checkForPass(sessionid)).pass).toMatchObject({ sequence: clock.now });
});
