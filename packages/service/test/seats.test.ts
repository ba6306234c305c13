// Seats: how many computers the subscriptions of a user allow (docs/protocol.md#bound-computers).
import { expect, test } from 'vitest';
import { addPlan, ownApplicationId } from './support/own-application.ts';
import { infoOf, openSeats, deviceOf, start } from './seats-parts.ts';

const hour = 3600;

test('a sign-in takes a free seat, and the next computer is refused', async () => {
  const { service, signIn, names } = await openSeats(3);
  const bystander = await service.addUser({ username: 'berta' });
  expect((await signIn('theirs', {}, bystander)).result).toEqual({ used: 1, allowed: 3 });
  for (const [index, device] of ['desk', 'laptop', 'couch'].entries())
    expect((await signIn(device)).result).toEqual({ used: index + 1, allowed: 3 });
  expect((await signIn('fourth')).result).toBe('wrong-device');
  for (const device of ['desk', 'laptop', 'couch'])
    expect((await signIn(device)).result).toEqual({ used: 3, allowed: 3 });
  expect(await names()).toEqual(['couch', 'desk', 'laptop']);
  expect(await names('berta')).toEqual(['theirs']);
});

test('a subscription allows one computer by default', async () => {
  const { ask, signIn } = await openSeats(1);
  expect(await ask('addsub', { name: 'Max', level: '2' })).toMatchObject({ success: true });
  const { body } = await ask('fetchallsubs');
  expect(body['subs']).toEqual([
    { name: 'Pro', level: '1', computers: '1', gracedays: '0' },
    { name: 'Max', level: '2', computers: '1', gracedays: '0' },
  ]);
  expect((await signIn('desk')).result).toEqual({ used: 1, allowed: 1 });
  expect((await signIn('laptop')).result).toBe('wrong-device');
});

test('editsub changes the level or the computers, and leaves the other unchanged', async () => {
  const { ask } = await openSeats(1);
  const subs = async () => (await ask('fetchallsubs')).body['subs'];
  expect((await ask('addsub', { name: 'Max', level: '2', computers: '5' })).success).toBe(true);
  const pro = { name: 'Pro', level: '1', computers: '1', gracedays: '0' };
  await ask('editsub', { sub: 'Max', computers: '100' });
  expect(await subs()).toEqual([
    pro,
    { name: 'Max', level: '2', computers: '100', gracedays: '0' },
  ]);
  await ask('editsub', { sub: 'Max', level: '7' });
  expect(await subs()).toEqual([
    pro,
    { name: 'Max', level: '7', computers: '100', gracedays: '0' },
  ]);
  expect(await ask('editsub', { sub: 'Max' })).toMatchObject({ message: 'Nothing to update' });
  for (const computers of ['0', '101', '-1', '1.5', 'many'])
    for (const [type, name] of [
      ['addsub', 'name'],
      ['editsub', 'sub'],
    ] as const)
      expect(await ask(type, { [name]: 'Max', level: '1', computers })).toMatchObject({
        message: 'The parameter "computers" is not valid.',
      });
  expect(await subs()).toEqual([
    pro,
    { name: 'Max', level: '7', computers: '100', gracedays: '0' },
  ]);
});

test('the running subscription with the most computers counts', async () => {
  const { ask, service, clock, signIn } = await openSeats(2);
  await addPlan(service.database, ownApplicationId, 'Team', '2', start);
  await ask('editsub', { sub: 'Team', computers: '4' });
  // Another user's subscription has no effect.
  await service.addUser({ username: 'berta' });
  await ask('extend', { user: 'berta', sub: 'Team', expiry: '30' });
  expect((await signIn('desk')).result).toEqual({ used: 1, allowed: 2 });
  await ask('extend', { user: 'anna', sub: 'Team', expiry: '1' });
  expect((await signIn('desk')).result).toEqual({ used: 1, allowed: 4 });
  for (const device of ['two', 'three', 'four']) await signIn(device);
  clock.now += 86_400;
  expect((await signIn('four')).result).toEqual({ used: 4, allowed: 2 });
  expect((await signIn('five')).result).toBe('wrong-device');
});

test('all computers stay bound if fewer are allowed, but no new one is bound', async () => {
  const { allow, signIn, check, ask, names } = await openSeats(3);
  for (const device of ['desk', 'laptop', 'couch']) await signIn(device);
  await allow(1);
  const { sessionid, result } = await signIn('laptop');
  expect(result).toEqual({ used: 3, allowed: 1 });
  expect(infoOf(await check(sessionid))['computers']).toEqual({ used: 3, allowed: 1 });
  expect((await signIn('new')).result).toBe('wrong-device');
  await allow(4);
  expect((await signIn('new')).result).toEqual({ used: 4, allowed: 4 });
  await allow(1);
  await ask('resetuser', { user: 'anna' });
  expect((await signIn('other')).result).toEqual({ used: 1, allowed: 1 });
  expect(await names()).toEqual(['other']);
});

test('computers that the seller added use seats', async () => {
  const { ask, signIn } = await openSeats(2);
  await ask('addhwiduser', { user: 'anna', hwid: deviceOf('added') });
  expect((await signIn('desk')).result).toEqual({ used: 2, allowed: 2 });
  expect((await signIn('added')).result).toEqual({ used: 2, allowed: 2 });
  expect((await signIn('laptop')).result).toBe('wrong-device');
  // Sellers may add more than the subscription allows.
  await ask('addhwiduser', { user: 'anna', hwid: deviceOf('third') });
  expect((await signIn('third')).result).toEqual({ used: 3, allowed: 2 });
});

test('a sign-in without a device id takes no seat once a computer is bound', async () => {
  const { service, signIn, names } = await openSeats(3);
  await service.setApp({ forceHwid: false });
  expect((await signIn('', { hwid: '' })).result).toEqual({ used: 0, allowed: 3 });
  await signIn('desk');
  expect((await signIn('', { hwid: '' })).result).toBe('wrong-device');
  expect(await names()).toEqual(['desk']);
});

test('without the lock, computers are neither limited nor counted', async () => {
  const { service, signIn, check, names } = await openSeats(2);
  await service.setApp({ hwidLock: false });
  for (const device of ['one', 'two', 'three']) {
    const { sessionid, body } = await signIn(device);
    expect(infoOf(body)).not.toHaveProperty('computers');
    expect(infoOf(await check(sessionid))).not.toHaveProperty('computers');
  }
  expect(await names()).toEqual([]);
});

test('concurrent sign-ins never take more seats than are free', async () => {
  const { signIn, names } = await openSeats(3, {}, { interleave: true });
  const names9 = Array.from({ length: 9 }, (_, index) => `computer ${index}`);
  const signedIn = await Promise.all(names9.map((name) => signIn(name)));
  const results = signedIn.map(({ result }) => (typeof result === 'string' ? result : 'ok'));
  expect(results.toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'ok'),
    ...Array.from({ length: 6 }, () => 'wrong-device'),
  ]);
  expect(await names()).toHaveLength(3);
});

test('every sign-in and registration records the name that the program gives its computer', async () => {
  const { service, signIn, send, init, ask, devices } = await openSeats(2);
  await ask('editemail', { user: 'anna', email: 'anna@example.org' });
  const desk = { computer: 'Desk of Anna', system: 'Windows 11' };
  await signIn('desk', desk);
  const laptop = { computer: 'Laptop', system: 'Ubuntu 24.04' };
  const email = { type: 'loginEmail', email: 'anna@example.org', username: '' };
  expect((await signIn('laptop', { ...email, ...laptop })).result).toEqual({ used: 2, allowed: 2 });
  const rows = [
    { device: 'desk', name: desk.computer, system: desk.system },
    { device: 'laptop', name: laptop.computer, system: laptop.system },
  ];
  expect(await devices()).toMatchObject(rows);
  const key = await service.addLicense({ days: 3 });
  const registering = { username: 'zoe', pass: 'a password', hwid: deviceOf('hers'), ...desk };
  await send({ type: 'register', sessionid: await init(), key, ...registering });
  expect(await devices('zoe')).toMatchObject([{ device: 'hers', name: 'Desk of Anna' }]);
  const other = await service.addLicense({ days: 3 });
  for (const [computer, name] of [
    ['Mac', 'Mac'],
    ['', 'Mac'],
    ['iMac', 'iMac'],
  ] as const) {
    const request = { type: 'license', sessionid: await init(), key: other, hwid: deviceOf('m') };
    expect((await send({ ...request, computer })).body).toMatchObject({ success: true });
    expect(await devices(other)).toMatchObject([{ device: 'm', name }]);
  }
  expect(await devices()).toMatchObject(rows);
});

test.each([
  ['  Anna\u2019s \t desk\n', 'Anna\u2019s desk'],
  ['a\u202eb\u200bc\u0007d', 'a b c d'],
  ['x'.repeat(61), 'x'.repeat(60)],
  [`${'x'.repeat(59)}\u{1f5a5}`, 'x'.repeat(59)],
  ['e\u0301', '\u00e9'],
  ['\u200b', ''],
])('cleans the name %j of a computer', async (computer, name) => {
  const { signIn, devices } = await openSeats(1);
  expect((await signIn('desk', { computer })).result).toEqual({ used: 1, allowed: 1 });
  expect(await devices()).toMatchObject([{ name }]);
});

test('the last use of a computer is written at sign-in and check, at most hourly', async () => {
  const { clock, signIn, check, devices, service } = await openSeats(2);
  const bystander = await service.addUser({ username: 'berta' });
  await signIn('theirs', {}, bystander);
  const lastUses = async () => (await devices()).map(({ lastSeenAt }) => lastSeenAt);
  const { sessionid } = await signIn('desk', { computer: 'Desk' });
  await signIn('laptop');
  expect(await lastUses()).toEqual([start, start]);
  clock.now += hour - 1;
  await check(sessionid);
  await signIn('desk');
  expect(await lastUses()).toEqual([start, start]);
  clock.now += 1;
  await check(sessionid);
  expect(await lastUses()).toEqual([start + hour, start]);
  clock.now += hour;
  await signIn('desk');
  expect(await lastUses()).toEqual([start + 2 * hour, start]);
  expect(await devices()).toMatchObject([{ name: 'Desk' }, { name: '' }]);
  expect(await devices('berta')).toMatchObject([{ lastSeenAt: start }]);
});

test('a computer that the seller added has no last use until it signs in', async () => {
  const { ask, signIn, devices } = await openSeats(1);
  await ask('addhwiduser', { user: 'anna', hwid: deviceOf('added') });
  expect(await devices()).toMatchObject([{ name: '', system: '', lastSeenAt: null }]);
  await signIn('added', { computer: 'Added', system: 'macOS' });
  expect(await devices()).toMatchObject([{ name: 'Added', system: 'macOS', lastSeenAt: start }]);
});

test('a replayed sign-in returns the same computers', async () => {
  const { user, send, init } = await openSeats(2);
  const request = {
    type: 'login',
    sessionid: await init(),
    challenge: 'c'.repeat(43),
    username: user.username,
    pass: user.password,
    hwid: deviceOf('desk'),
  };
  const [first, again] = [await send(request), await send(request)];
  expect(infoOf(first.body)['computers']).toEqual({ used: 1, allowed: 2 });
  expect(again.body['info']).toEqual(first.body['info']);
});
