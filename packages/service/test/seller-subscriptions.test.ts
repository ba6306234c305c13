// Subscriptions (plans) in the seller API: what licenses of a level grant, and pausing them.
import { expect, test } from 'vitest';
import { withFold } from '../src/database/names.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

const start = 1_800_000_000;
const day = 86_400;

async function open() {
  const clock = { now: start };
  const wire = await openWire({ now: () => clock.now * 1000 });
  const ask = sellerOf(wire.service);
  const subsOf = async (user: string) => (await ask('usersub', { user })).body['subs'];
  return { ...wire, clock, ask, subsOf };
}

test('creates, lists, edits and removes a subscription', async () => {
  const { ask, clock } = await open();
  clock.now += 1;
  expect(await ask('addsub', { name: 'Max', level: '20' })).toMatchObject({
    message: 'Successfully created subscription!',
  });
  expect(await ask('addsub', { name: 'Max', level: '3' })).toMatchObject({
    status: 400,
    message: 'Subscription already exists!',
  });
  expect(await ask('editsub', { sub: 'Max', level: '0' })).toMatchObject({
    message: 'Subscription successfully edited',
  });
  expect((await ask('fetchallsubs')).body).toEqual({
    success: true,
    message: 'Successfully retrieved subscriptions',
    subs: [
      { name: 'Pro', level: '1', computers: '1', gracedays: '0' },
      { name: 'Max', level: '0', computers: '1', gracedays: '0' },
    ],
  });
  expect((await ask('fetchallsubs', { limit: '1' })).body).toMatchObject({ more: true });
  expect((await ask('delappsub', { name: 'Max' })).body).toMatchObject({ users: '0' });
  expect((await ask('fetchallsubs')).body['subs']).toEqual([
    { name: 'Pro', level: '1', computers: '1', gracedays: '0' },
  ]);
});

test.each([
  [{ name: '' }, 'The parameter "name" is missing.'],
  [{ name: 'n'.repeat(101) }, 'The parameter "name" is not valid.'],
  [{ level: '' }, 'The parameter "level" is missing.'],
  [{ level: 'high' }, 'The parameter "level" is not valid.'],
  [{ level: '-1' }, 'The parameter "level" is not valid.'],
  [{ level: '007' }, 'The parameter "level" is not valid.'],
  [{ level: '1'.repeat(13) }, 'The parameter "level" is not valid.'],
])('creates no subscription with %j', async (change, message) => {
  const { ask } = await open();
  expect(await ask('addsub', { name: 'Max', level: '2', ...change })).toMatchObject({
    status: 400,
    message,
  });
});

test('a redeemed license grants the subscription that has its level at that time', async () => {
  const { service, ask, subsOf } = await open();
  const { username: user } = await service.addUser({ subscription: 'none' });
  const key = await service.addLicense({ days: 5, level: '20' });
  expect(await ask('assignkey', { user, key })).toMatchObject({ success: false });
  await ask('addsub', { name: 'Max', level: '20' });
  expect(await ask('assignkey', { user, key })).toMatchObject({ success: true });
  expect(await subsOf(user)).toMatchObject([{ subscription: 'Max', timeleft: 5 * day }]);
  // Users keep it under its new level.
  await ask('editsub', { sub: 'Max', level: '21' });
  expect(await subsOf(user)).toMatchObject([{ subscription: 'Max', level: '21' }]);
});

test('removes a subscription from all users, and returns the number of users', async () => {
  const { service, ask, subsOf } = await open();
  await service.removeNeighbour();
  const [ann, bob, cid] = [
    await service.addUser(),
    await service.addUser({ subscription: 'paused' }),
    await service.addUser({ subscription: 'expired' }),
  ];
  await ask('addsub', { name: 'Max', level: '2' });
  await ask('extend', { user: ann.username, sub: 'Max', expiry: '3' });
  expect((await ask('delappsub', { name: 'Pro' })).body['users']).toBe('2');
  expect(await subsOf(ann.username)).toMatchObject([{ subscription: 'Max' }]);
  for (const { username } of [bob, cid]) expect(await subsOf(username)).toEqual([]);
});

test('a pause of a subscription preserves the time of all users until it resumes', async () => {
  const { service, ask, clock, subsOf } = await open();
  await service.removeNeighbour();
  const users = [await service.addUser(), await service.addUser({ subscription: { days: 7 } })];
  const expired = await service.addUser({ subscription: 'expired' });
  clock.now += 3600;
  for (let again = 0; again < 2; again += 1) {
    expect(await ask('pausesub', { subscription: 'Pro' })).toMatchObject({
      message: 'Successfully paused subscription!',
    });
    clock.now += 100 * day;
  }
  expect((await ask('countsubs', { name: 'Pro' })).body['count']).toBe('0');
  for (let again = 0; again < 2; again += 1)
    expect(await ask('unpausesub', { subscription: 'Pro' })).toMatchObject({
      message: 'Successfully unpaused subscription!',
    });
  for (const [index, days] of [30, 7].entries())
    expect(await subsOf(users[index]?.username ?? '')).toMatchObject([
      { timeleft: days * day - 3600, paused: false },
    ]);
  expect(await subsOf(expired.username)).toEqual([]);
  expect((await ask('countsubs', { name: 'Pro' })).body['count']).toBe('2');
});

test('a pause ends the sessions of users without another running subscription', async () => {
  const { service, ask, init, send } = await open();
  await service.removeNeighbour();
  await ask('addsub', { name: 'Max', level: '2' });
  const sessions: string[] = [];
  const users = [await service.addUser(), await service.addUser()];
  await ask('extend', { user: users[1]?.username ?? '', sub: 'Max', expiry: '3' });
  for (const { username, password } of users) {
    const sessionid = await init();
    await send({ type: 'login', sessionid, username, pass: password, hwid });
    sessions.push(sessionid);
  }
  await ask('pausesub', { subscription: 'Pro' });
  const answers = await Promise.all(
    sessions.map((sessionid) => send({ type: 'check', sessionid })),
  );
  expect(answers.map(({ body }) => body['success'])).toEqual([false, true]);
  expect(answers[0]?.body['reason']).toBe('subscription-paused');
});

test('cannot reach subscriptions of another application', async () => {
  const { service, ask } = await open();
  const { database } = service;
  const row = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const other = { ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' };
  await database.insertInto('applications').values(other).execute();
  const name = withFold('name', 'Theirs');
  const theirs = { id: 'theirs', applicationId: 'other', ...name, level: '5', createdAt: 1 };
  await database.insertInto('plans').values(theirs).execute();
  const named = { sub: 'Theirs', name: 'Theirs', subscription: 'Theirs', level: '6' };
  for (const type of ['editsub', 'delappsub', 'pausesub', 'unpausesub', 'countsubs'])
    expect(await ask(type, named)).toMatchObject({
      status: 400,
      message: 'Subscription not found!',
    });
  const feature = { sub: 'Theirs', feature: 'export', value: 'yes' };
  expect(await ask('setfeature', feature)).toMatchObject({ message: 'Subscription not found!' });
  expect(
    await database.selectFrom('plans').selectAll().where('id', '=', 'theirs').execute(),
  ).toEqual([{ ...theirs, computers: 1, graceDays: 0, features: null }]);
});
