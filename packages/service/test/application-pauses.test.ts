// Pauses of users and of the whole application.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day, open, seeds } from './user-states-parts.ts';

test('repeated pauses of any length preserve the remaining time exactly', async () => {
  const { service, ask, clock, subsOf } = await open();
  const { username } = await service.addUser();
  clock.now += 1234;
  await ask('pauseuser', { username });
  clock.now += 500 * day;
  await ask('pauseuser', { username });
  expect(await subsOf(username)).toMatchObject([{ timeleft: 30 * day - 1234, paused: true }]);
  await ask('unpauseuser', { username });
  await ask('unpauseuser', { username });
  expect(await subsOf(username)).toMatchObject([{ timeleft: 30 * day - 1234, paused: false }]);
  clock.now += 100;
  await ask('unpauseuser', { username });
  expect(await subsOf(username)).toMatchObject([{ timeleft: 30 * day - 1334 }]);
});

test('any sequence of pauses, resumes and waits preserves every second', async () => {
  const { service, ask, clock, subsOf } = await open();
  await service.removeNeighbour();
  const moves = fc.array(
    fc.oneof(
      fc.constantFrom('pauseuser', 'unpauseuser', 'pausesub', 'unpausesub'),
      fc.integer({ min: 1, max: day }),
    ),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(moves, async (steps) => {
      const { username } = await service.addUser();
      let [left, paused] = [30 * day, false];
      for (const step of steps) {
        if (typeof step === 'number') {
          clock.now += step;
          if (!paused) left -= step;
          continue;
        }
        await ask(step, { username, subscription: 'Pro' });
        paused = step.startsWith('pause');
      }
      expect(await subsOf(username)).toMatchObject([{ timeleft: left, paused }]);
      await ask('deluser', { user: username });
    }),
    { numRuns: 25 },
  );
});

test('users cannot be resumed while the application is paused, and their own pauses stay afterwards', async () => {
  const { service, ask, subsOf } = await open();
  const { database } = service;
  const [{ username: ann }, { username: bob }] = [await service.addUser(), await service.addUser()];
  await ask('pauseuser', { username: ann });
  await database.updateTable('applications').set({ paused: 1 }).execute();
  await database
    .updateTable('subscriptions')
    .set({ expiresAt: null, remainingSeconds: 7, pausedWithApplication: 1 })
    .where('expiresAt', 'is not', null)
    .execute();
  const flags = async () => {
    const rows = await database
      .selectFrom('subscriptions')
      .innerJoin('users', 'users.id', 'subscriptions.userId')
      .select(['username', 'pausedWithApplication'])
      .execute();
    const of = (name: string) => rows.find(({ username }) => username === name);
    return [of(ann)?.pausedWithApplication, of(bob)?.pausedWithApplication];
  };
  expect(await flags()).toEqual([0, 1]);
  for (const username of [ann, bob]) await ask('unpauseuser', { username });
  for (const username of [ann, bob])
    expect(await subsOf(username)).toMatchObject([{ paused: true }]);
  expect(await flags()).toEqual([1, 1]);
  await ask('pauseuser', { username: bob });
  expect(await flags()).toEqual([1, 0]);
  await database.updateTable('applications').set({ paused: 0 }).execute();
  await ask('unpauseuser', { username: ann });
  expect(await subsOf(ann)).toMatchObject([{ paused: true }]);
});

test('time granted while the application is paused starts after the pause', async () => {
  const { service, ask, clock, subsOf } = await open();
  await service.removeNeighbour();
  const [{ username: ann }, { username: bob }] = [
    await service.addUser({ subscription: 'none' }),
    await service.addUser({ subscription: 'expired' }),
  ];
  const keys = [await service.addLicense({ days: 5 }), await service.addLicense({ days: 5 })];
  await ask('pauseapp');
  await ask('adduser', { user: 'New', sub: 'Pro', expiry: '5' });
  await ask('activate', { user: 'Act', pass: 'p', key: keys[0] ?? '' });
  await ask('assignkey', { user: bob, key: keys[1] ?? '' });
  await ask('extend', { user: 'all', sub: 'Pro', expiry: '1' });
  clock.now += 50 * day;
  const left = { [ann]: 1, [bob]: 6, New: 6, Act: 6 };
  for (const [user, days] of Object.entries(left))
    expect(await subsOf(user)).toMatchObject([{ timeleft: days * day, paused: true }]);
  await ask('unpauseapp');
  for (const [user, days] of Object.entries(left))
    expect(await subsOf(user)).toMatchObject([{ timeleft: days * day, paused: false }]);
});

test('extend applies to every user only for the exact word "all"', async () => {
  const { service, ask, subsOf } = await open();
  await service.removeNeighbour();
  const all = { user: 'all', sub: 'Pro', expiry: '5' };
  expect(await ask('extend', all)).toMatchObject({ message: 'User not found!' });
  const users = await Promise.all(
    (['running', 'expired', 'paused', 'never'] as const).map((state) =>
      service.addUser({ subscription: seeds[state] }),
    ),
  );
  const days = async () =>
    Promise.all(
      users.map(async ({ username }) => ((await subsOf(username))[0]?.timeleft ?? 0) / day),
    );
  await ask('extend', { ...all, activeOnly: '1' });
  expect(await days()).toEqual([35, 0, 15, 0]);
  await ask('extend', all);
  expect(await days()).toEqual([40, 5, 20, 5]);
  expect(await ask('extend', { ...all, user: 'All' })).toMatchObject({ success: false });
  expect((await ask('countsubs', { name: 'Pro' })).body['count']).toBe('3');
});

test('concurrent extensions add up', async () => {
  const { service, ask, subsOf } = await open(true);
  await service.removeNeighbour();
  const { username: user } = await service.addUser({ subscription: 'none' });
  await Promise.all(
    [1, 2, 3, 4].map((_, index) =>
      ask('extend', { user: index % 2 === 0 ? user : 'all', sub: 'Pro', expiry: '5' }),
    ),
  );
  expect(await subsOf(user)).toMatchObject([{ timeleft: 20 * day }]);
});

test('delexpusers removes expired users, but not paused ones', async () => {
  const { service, ask } = await open();
  await service.removeNeighbour();
  expect(await ask('delexpusers')).toMatchObject({ message: 'You have no users!' });
  for (const [username, state] of Object.entries(seeds))
    await service.addUser({ username, subscription: state });
  expect(await ask('delexpusers')).toMatchObject({ success: true });
  const { body } = await ask('fetchallusernames');
  expect(body['usernames']).toEqual([{ username: 'paused' }, { username: 'running' }]);
  expect(await ask('delexpusers')).toMatchObject({ message: 'No users are expired!' });
  expect(await ask('delallusers')).toMatchObject({ success: true });
  for (const type of ['delallusers', 'resetalluser'])
    expect(await ask(type)).toMatchObject({ status: 400, message: 'You have no users!' });
});
