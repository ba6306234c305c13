// The states of users (banned, paused, expired), and what each seller operation does to their time.
import { expect, test } from 'vitest';
import { hwid } from './support/service-client.ts';
import { day, open, seeds } from './user-states-parts.ts';

type State = 'running' | 'expired' | 'paused' | 'never';
const noneActive = 'No active subscription(s) found';

/** By state: the message, the days left, and whether they are paused. null: nothing is left. */
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

test.each(cases)(
  '$type $more of a user whose time is $state has the documented effect',
  async (one) => {
    const { service, ask, subsOf } = await open();
    const { username: user } = await service.addUser({ subscription: seeds[one.state] });
    const { username: other } = await service.addUser();
    const answer = await ask(one.type, { user, username: user, sub: 'Pro', ...one.more });
    expect(answer.message).toBe(one.message);
    const subs = (await subsOf(user)).map(({ timeleft, paused }) => [timeleft / day, paused]);
    expect(subs).toEqual(one.left === null ? [] : [one.left]);
    expect(await subsOf(other)).toMatchObject([{ timeleft: 30 * day, paused: false }]);
  },
);

test.each(['extend', 'subtract', 'delsub', 'countsubs', 'editsub', 'delappsub', 'pausesub'])(
  '%s rejects an unknown subscription',
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
])('%s rejects %j', async (type, more, message) => {
  const { service, ask } = await open();
  const { username: user } = await service.addUser();
  expect(await ask(type, { user, sub: 'Pro', ...more })).toMatchObject({ status: 400, message });
});

test('a sign-in reports the state of its user', async () => {
  const { service, ask, init, reasonAtLogin } = await open();
  await service.removeNeighbour();
  const { username: user, password } = await service.addUser();
  // Created before the ban, which blacklists this very address.
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
