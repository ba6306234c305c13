// The states of users: banned, paused, expired, and what each operation of the seller does to their time. No time is lost.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sellerOf } from '../support/seller-client.ts';
import { hwid, openWire } from '../support/service-client.ts';

const start = 1_800_000_000;
const day = 86_400;

async function open(interleave = false) {
  const clock = { now: start };
  const wire = await openWire({ now: () => clock.now * 1000, interleave });
  const { service, send } = wire;
  const ask = sellerOf(service);
  const subsOf = async (user: string) =>
    (await ask('usersub', { user })).body['subs'] as {
      subscription: string;
      timeleft: number;
      paused: boolean;
    }[]; // as its schema says
  const reasonAtLogin = async (username: string, pass: string, sessionid: string) => {
    const { body } = await send({ type: 'login', sessionid, username, pass, hwid });
    return body['reason'] ?? 'signed in';
  };
  return { ...wire, clock, ask, subsOf, reasonAtLogin };
}

type State = 'running' | 'expired' | 'paused' | 'never';
const seeds = {
  running: { days: 30 },
  expired: 'expired',
  paused: 'paused',
  never: 'none',
} as const;
const noneActive = 'No active subscription(s) found';

/** For each state: the message, then days left and whether they are paused; null: nothing is owned. */
const table: readonly (readonly [
  string,
  Record<string, string>,
  Record<State, readonly [string, readonly [number, boolean] | null]>,
])[] = [
  [
    'extend',
    { expiry: '5' },
    {
      running: ['Successfully extended user(s)!', [35, false]],
      expired: ['Successfully extended user(s)!', [5, false]],
      paused: ['Successfully extended user(s)!', [15, true]],
      never: ['Successfully extended user(s)!', [5, false]],
    },
  ],
  [
    'extend',
    { expiry: '5', activeOnly: '1' },
    {
      running: ['Successfully extended user(s)!', [35, false]],
      expired: [noneActive, null],
      paused: ['Successfully extended user(s)!', [15, true]],
      never: [noneActive, null],
    },
  ],
  [
    'subtract',
    { seconds: String(4 * day) },
    {
      running: ['Successfully subtracted time from subscription', [26, false]],
      expired: [noneActive, null],
      paused: ['Successfully subtracted time from subscription', [6, true]],
      never: [noneActive, null],
    },
  ],
  [
    'subtract',
    { seconds: String(4000 * day) },
    {
      running: ['Successfully subtracted time from subscription', null],
      expired: [noneActive, null],
      paused: ['Successfully subtracted time from subscription', null],
      never: [noneActive, null],
    },
  ],
  [
    'delsub',
    {},
    {
      running: ['Successfully deleted subscription!', null],
      expired: ['Successfully deleted subscription!', null],
      paused: ['Successfully deleted subscription!', null],
      never: ['Subscription not found!', null],
    },
  ],
  [
    'pauseuser',
    {},
    {
      running: ['Successfully paused user!', [30, true]],
      expired: ['Successfully paused user!', null],
      paused: ['Successfully paused user!', [10, true]],
      never: ['Successfully paused user!', null],
    },
  ],
  [
    'unpauseuser',
    {},
    {
      running: ['Successfully unpaused user!', [30, false]],
      expired: ['Successfully unpaused user!', null],
      paused: ['Successfully unpaused user!', [10, false]],
      never: ['Successfully unpaused user!', null],
    },
  ],
];

const cases = table.flatMap(([type, more, becomes]) =>
  (['running', 'expired', 'paused', 'never'] as const).map((state) => ({
    type,
    more,
    state,
    message: becomes[state][0],
    left: becomes[state][1],
  })),
);

test.each(cases)('$type $more of a user whose time is $state', async (one) => {
  const { service, ask, subsOf } = await open();
  const { username: user } = await service.addUser({ subscription: seeds[one.state] });
  const { username: other } = await service.addUser();
  const answer = await ask(one.type, { user, username: user, sub: 'Pro', ...one.more });
  expect(answer.message).toBe(one.message);
  const subs = (await subsOf(user)).map(({ timeleft, paused }) => [timeleft / day, paused]);
  expect(subs).toEqual(one.left === null ? [] : [one.left]);
  expect(await subsOf(other)).toMatchObject([{ timeleft: 30 * day, paused: false }]);
});

test.each(['extend', 'subtract', 'delsub', 'countsubs', 'editsub', 'delappsub', 'pausesub'])(
  '%s of a subscription that is not there',
  async (type) => {
    const { service, ask } = await open();
    const { username: user } = await service.addUser();
    const none = { user, sub: 'None', name: 'None', subscription: 'None' };
    expect(await ask(type, { ...none, expiry: '1', seconds: '1', level: '1' })).toMatchObject({
      status: 400,
      message: 'Subscription not found!',
    });
  },
);

test.each([
  ['extend', { expiry: 'x' }, 'Expiry not set correctly, must be number of days'],
  ['extend', { expiry: '0' }, 'Subscription expiry must be set in the future!'],
  ['extend', { expiry: '1', activeOnly: '2' }, 'The parameter "activeOnly" is not valid.'],
  ['subtract', { seconds: '0' }, 'The parameter "seconds" is not valid.'],
  ['subtract', { seconds: '-5' }, 'The parameter "seconds" is not valid.'],
  ['setcooldown', { cooldown: '-1' }, 'The parameter "cooldown" is not valid.'],
  ['addhwiduser', { hwid: '' }, 'The parameter "hwid" is missing.'],
  ['banuser', { reason: 'r'.repeat(100) }, 'The parameter "reason" is not valid.'],
  ['unbanuser', { user: '' }, 'The parameter "user" is missing.'],
])('%s does not take %j', async (type, more, message) => {
  const { service, ask } = await open();
  const { username: user } = await service.addUser();
  expect(await ask(type, { user, sub: 'Pro', ...more })).toMatchObject({ status: 400, message });
});

test('what is in every state, a client is told', async () => {
  const { service, ask, init, reasonAtLogin } = await open();
  await service.removeNeighbour();
  const { username: user, password } = await service.addUser();
  // Made before the ban, which blacklists this very address.
  const sessions = await Promise.all(Array.from({ length: 15 }, () => init()));
  const step = async (type: string, more: Record<string, string> = {}) => {
    await ask(type, { user, username: user, sub: 'Pro', ...more });
    return reasonAtLogin(user, password, sessions.pop() ?? '');
  };
  expect(await step('verifyuser')).toBe('signed in');
  expect(await step('pauseuser')).toBe('subscription-paused');
  expect(await step('banuser')).toBe('banned');
  expect(await step('unpauseuser')).toBe('banned');
  expect(await step('unbanuser')).toBe('signed in');
  expect(await step('subtract', { seconds: String(40 * day) })).toBe('no-subscription');
  expect(await step('extend', { expiry: '1' })).toBe('signed in');
  await service.bindDevice(user, 'x'.repeat(64));
  expect(await step('verifyuser')).toBe('wrong-device');
  expect(await step('resetuser')).toBe('signed in');
  await service.bindDevice(user, 'x'.repeat(64));
  expect(await step('resetalluser')).toBe('signed in');
  await service.bindDevice(user, 'x'.repeat(64));
  expect(await step('addhwiduser', { hwid })).toBe('signed in');
  expect(await step('deluser')).toBe('bad-credentials');
});

test('a pause keeps exactly the time that was left, however long and however often', async () => {
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

test('no order of pauses, resumes and waits loses or gains a second', async () => {
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

test('while the application is paused, nobody resumes without it, and who is paused alone stays so', async () => {
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

test('time that is given while the application is paused waits for it', async () => {
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

test('everybody is extended at once; only the word is everybody', async () => {
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

test('two extensions at once both count', async () => {
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

test('expired users are removed, not those who are paused', async () => {
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
