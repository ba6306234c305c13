// Pausing an application suspends it: it stops immediately, ends no session, and costs no user a
// second.
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';
import type { TestServiceOptions } from './support/service.ts';

const startAt = 1_800_000_000_000;
const day = 86_400;

async function open(options: TestServiceOptions = {}) {
  const clock = { ms: startAt };
  const wire = await openWire({ now: () => clock.ms, ...options });
  await wire.service.removeNeighbour();
  const owned = async () => {
    const rows = await wire.service.database
      .selectFrom('subscriptions')
      .innerJoin('users', 'users.id', 'subscriptions.userId')
      .select(['username', 'expiresAt', 'remainingSeconds', 'pausedWithApplication'])
      .execute();
    return Object.fromEntries(rows.map(({ username, ...row }) => [username, row]));
  };
  return { ...wire, ask: sellerOf(wire.service), owned, clock };
}

const paused = { status: 200, message: 'Subscription paused application' };
const resumed = { status: 200, message: 'Subscription unpaused application' };
const at = startAt / 1000;

test('a paused application refuses everything but logout, and its sessions continue afterwards', async () => {
  const { ask, service, signIn, init, send } = await open();
  const user = await service.addUser();
  const [signedIn, initialised, loggedOut] = [await signIn(user), await init(), await signIn(user)];
  const reasonOf = async (type: string, sessionid: string) =>
    (await send({ type, sessionid })).body['reason'];
  expect(await ask('pauseapp')).toMatchObject(paused);
  for (const sessionid of [signedIn, initialised, loggedOut])
    for (const type of ['check', 'fetchStats', 'fetchOnline'])
      expect(await reasonOf(type, sessionid)).toBe('app-paused');
  expect((await send({ type: 'init', ver: '1.0' })).body).toMatchObject({ reason: 'app-paused' });
  expect((await send({ type: 'logout', sessionid: loggedOut })).body).toMatchObject({
    success: true,
  });
  expect(await ask('unpauseapp')).toMatchObject(resumed);
  expect((await send({ type: 'check', sessionid: signedIn })).body).toMatchObject({
    success: true,
    info: { username: user.username },
  });
  const { username, password: pass } = user;
  expect(
    (await send({ type: 'login', sessionid: initialised, username, pass, hwid })).body,
  ).toMatchObject({ success: true });
  expect(await reasonOf('check', loggedOut)).toBe('session-gone');
});

test('during a pause, sessions still expire and are still ended by bans', async () => {
  const { ask, service, signIn, init, send, clock } = await open();
  const user = await service.addUser({ subscription: { days: 30 } });
  const banned = await service.addUser({ subscription: { days: 30 } });
  const [signedIn, initialised, ofBanned] = [
    await signIn(user),
    await init(),
    await signIn(banned),
  ];
  await ask('pauseapp');
  await ask('banuser', { user: banned.username, reason: 'x' });
  clock.ms += 3_600_000;
  await ask('unpauseapp');
  const check = async (sessionid: string) => (await send({ type: 'check', sessionid })).body;
  expect(await check(initialised)).toMatchObject({ reason: 'session-gone' });
  expect(await check(signedIn)).toMatchObject({ success: true });
  expect(await check(ofBanned)).toMatchObject({ reason: 'banned' });
  expect(await check(ofBanned)).toMatchObject({ reason: 'session-gone' });
  await ask('pauseapp');
  clock.ms += 5 * 3_600_000;
  await ask('unpauseapp');
  expect(await check(signedIn)).toMatchObject({ reason: 'session-gone' });
});

test('the seller can end sessions during a pause', async () => {
  const { ask, service, signIn, send } = await open();
  const sessionid = await signIn(await service.addUser());
  await ask('pauseapp');
  expect(await ask('killall')).toMatchObject({ status: 200 });
  await ask('unpauseapp');
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({
    reason: 'session-gone',
  });
});

test('users that an unfinished resume has not reached keep their sessions', async () => {
  const { ask, service, signIn, init, send } = await open();
  const { database } = service;
  const user = await service.addUser({ username: 'waiting' });
  const other = await service.addUser({ username: 'paused' });
  const [sessionid, ofOther] = [await signIn(user), await signIn(other)];
  await ask('pauseapp');
  await ask('pauseuser', { username: 'paused' });
  // The resume has begun, but has reached no user.
  await database.updateTable('applications').set({ paused: 0 }).execute();
  const reasonOf = async (parameters: Record<string, string>) =>
    (await send(parameters)).body['reason'];
  const { username, password: pass } = user;
  for (const type of ['check', 'fetchOnline'])
    expect(await reasonOf({ type, sessionid })).toBe('app-paused');
  expect(await reasonOf({ type: 'login', sessionid: await init(), username, pass, hwid })).toBe(
    'app-paused',
  );
  // Control: the seller paused this user, so the session ends.
  expect(await reasonOf({ type: 'check', sessionid: ofOther })).toBe('subscription-paused');
  expect(await reasonOf({ type: 'check', sessionid: ofOther })).toBe('session-gone');
  await database.updateTable('applications').set({ paused: 1 }).execute();
  await ask('unpauseapp');
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({ success: true });
});

test('a pause preserves the time of running subscriptions, and changes no other subscriptions', async () => {
  const { ask, service, owned, clock } = await open();
  await service.addUser({ username: 'running', subscription: { days: 30 } });
  await service.addUser({ username: 'expired', subscription: 'expired' });
  await service.addUser({ username: 'paused', subscription: 'paused' });
  const before = await owned();
  await ask('pauseapp');
  expect(await owned()).toEqual({
    ...before,
    running: { expiresAt: null, remainingSeconds: 30 * day, pausedWithApplication: 1 },
  });
  clock.ms += 100 * day * 1000;
  await ask('unpauseapp');
  expect(await owned()).toEqual({
    ...before,
    running: { expiresAt: at + 130 * day, remainingSeconds: null, pausedWithApplication: 0 },
  });
});

test('a repeated pause or resume is refused, and users lose no time', async () => {
  const { ask, service, owned, clock } = await open();
  await service.addUser({ username: 'running', subscription: { days: 30 } });
  expect(await ask('unpauseapp')).toMatchObject({
    status: 400,
    message: 'Application is not paused!',
  });
  await ask('pauseapp');
  clock.ms += day * 1000;
  expect(await ask('pauseapp')).toMatchObject({
    status: 400,
    message: 'Application is already paused!',
  });
  expect(await owned()).toMatchObject({ running: { remainingSeconds: 30 * day } });
  await ask('unpauseapp');
  clock.ms += day * 1000;
  expect(await ask('unpauseapp')).toMatchObject({ status: 400 });
  expect(await owned()).toMatchObject({ running: { expiresAt: at + 31 * day } });
});

test('only one of several concurrent pauses or resumes takes effect', async () => {
  const { ask, service, owned } = await open({ interleave: true });
  await service.addUser({ username: 'running', subscription: { days: 30 } });
  const pauses = await Promise.all([ask('pauseapp'), ask('pauseapp'), ask('pauseapp')]);
  expect(pauses.filter(({ success }) => success)).toHaveLength(1);
  const resumes = await Promise.all([ask('unpauseapp'), ask('unpauseapp'), ask('unpauseapp')]);
  expect(resumes.filter(({ success }) => success)).toHaveLength(1);
  expect(await owned()).toMatchObject({ running: { expiresAt: at + 30 * day } });
});

test('a pause does not affect another application', async () => {
  const { ask, service, owned } = await open();
  const { database } = service;
  await service.addUser({ username: 'theirs', subscription: { days: 30 } });
  const row = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const other = { ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' };
  await database.insertInto('applications').values(other).execute();
  for (const table of ['users', 'plans'] as const)
    await database.updateTable(table).set({ applicationId: 'other' }).execute();
  // Give one user of ours the last id: a change in parts must skip the ids of others before it.
  const theirs = await database.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  await database
    .insertInto('users')
    .values({ ...theirs, id: 'zzz', applicationId: row.id })
    .execute();
  const before = await owned();
  await ask('pauseapp');
  expect(await owned()).toEqual(before);
  expect(
    await database.selectFrom('applications').select('paused').where('id', '=', 'other').execute(),
  ).toEqual([{ paused: 0 }]);
});

test('time granted during an unfinished pause is paused immediately, and no other time is', async () => {
  const { ask, service } = await open();
  const { database } = service;
  await ask('addsub', { name: 'Max', level: '2' });
  for (const username of ['given', 'beside']) await service.addUser({ username });
  for (const user of ['given', 'beside']) await ask('extend', { user, sub: 'Max', expiry: '1' });
  // The pause has begun, but has not reached the others, who lose nothing.
  await database.updateTable('applications').set({ paused: 1 }).execute();
  await ask('extend', { user: 'given', sub: 'Max', expiry: '1' });
  const running = await database
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select(['username', 'name'])
    .where('expiresAt', 'is not', null)
    .execute();
  expect(running.map(({ username, name }) => `${username} ${name}`).sort()).toEqual([
    'beside Max',
    'beside Pro',
    'given Pro',
  ]);
});

test('the audit log records pause and resume, but no refused request', async () => {
  const { ask, service } = await open();
  for (const type of ['pauseapp', 'pauseapp', 'unpauseapp', 'unpauseapp']) await ask(type);
  const rows = await service.database.selectFrom('auditLogs').select('type').execute();
  expect(rows.map(({ type }) => type).sort()).toEqual(['pauseapp', 'unpauseapp']);
});
