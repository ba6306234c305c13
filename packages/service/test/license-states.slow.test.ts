// Every operation on a license in every state.
import { expect, test } from 'vitest';
import { open, type State, makeKey } from './license-states-parts.ts';

const used = 'License key has already been used';
const banned = 'Your license is banned';

/** Operation, then for each state the message and the resulting status; null: deleted. */
const table: readonly (readonly [
  string,
  Record<string, string>,
  Record<State, readonly [string, string | null]>,
])[] = [
  [
    'assignkey',
    {},
    {
      unused: ['Upgraded successfully', 'Used'],
      used: [used, 'Used'],
      'banned unused': [banned, 'Banned'],
      'banned used': [banned, 'Banned'],
    },
  ],
  [
    'ban',
    { reason: 'again' },
    {
      unused: ['Successfully banned license!', 'Banned'],
      used: ['Successfully banned license!', 'Banned'],
      'banned unused': ['Successfully banned license!', 'Banned'],
      'banned used': ['Successfully banned license!', 'Banned'],
    },
  ],
  [
    'unban',
    {},
    {
      unused: ['Failed to unban license!', 'Not Used'],
      used: ['Failed to unban license!', 'Used'],
      'banned unused': ['Successfully unbanned license!', 'Not Used'],
      'banned used': ['Successfully unbanned license!', 'Used'],
    },
  ],
  [
    'addtime',
    { time: '1' },
    {
      unused: ['Added time to unused licenses!', 'Not Used'],
      used: ['Failed to add time!', 'Used'],
      'banned unused': ['Failed to add time!', 'Banned'],
      'banned used': ['Failed to add time!', 'Banned'],
    },
  ],
  [
    'edit',
    { expiry: '3' },
    {
      unused: ['License Edit Successful', 'Not Used'],
      used: [used, 'Used'],
      'banned unused': ['License Edit Successful', 'Banned'],
      'banned used': [used, 'Banned'],
    },
  ],
  ['setnote', { note: 'n' }, always('Successfully set note')],
  ['verify', {}, always('Key Successfully Verified')],
  ['info', {}, always('Key Successfully Retrieved')],
  ['del', {}, gone('Successfully deleted license!')],
  ['delmultiple', {}, gone('Successfully deleted license!')],
  ['delalllicenses', {}, gone('Deleted All Keys!')],
  [
    'delunused',
    {},
    {
      unused: ['Deleted All Unused Keys!', null],
      used: ["Didn't find any unused keys!", 'Used'],
      'banned unused': ["Didn't find any unused keys!", 'Banned'],
      'banned used': ["Didn't find any unused keys!", 'Banned'],
    },
  ],
  [
    'delused',
    {},
    {
      unused: ["Didn't find any used keys!", 'Not Used'],
      used: ['Deleted All Used Keys!', null],
      'banned unused': ["Didn't find any used keys!", 'Banned'],
      'banned used': ["Didn't find any used keys!", 'Banned'],
    },
  ],
];

function always(message: string): Record<State, readonly [string, string | null]> {
  return {
    unused: [message, 'Not Used'],
    used: [message, 'Used'],
    'banned unused': [message, 'Banned'],
    'banned used': [message, 'Banned'],
  };
}

function gone(message: string): Record<State, readonly [string, string | null]> {
  return {
    unused: [message, null],
    used: [message, null],
    'banned unused': [message, null],
    'banned used': [message, null],
  };
}

const states: readonly State[] = ['unused', 'used', 'banned unused', 'banned used'];
const cases = table.flatMap(([type, more, becomes]) =>
  states.map((state) => ({
    type,
    more,
    state,
    message: becomes[state][0],
    then: becomes[state][1],
  })),
);

test.each(cases)(
  '$type of a license that is $state has the documented effect',
  async ({ type, more, state, message, then }) => {
    const opened = await open();
    const { ask, statusOf } = opened;
    const { user, key } = await makeKey(opened, state);
    const parameters = { key, ...more, ...(type === 'assignkey' && { user }) };
    const before = (await ask('info', { key })).body;
    const answer = await ask(type, parameters);
    expect(answer.message).toBe(message);
    expect(await statusOf(key)).toBe(then ?? undefined);
    if (!answer.success) expect((await ask('info', { key })).body).toEqual(before);
    if (then === null)
      expect(await ask('verify', { key })).toMatchObject({ message: 'Key Not Found' });
  },
);

test.each(states)('upgrade with a license that is %s has the documented result', async (state) => {
  const opened = await open();
  const { key } = await makeKey(opened, state);
  const { username } = await opened.service.addUser();
  const sessionid = await opened.init();
  const { body } = await opened.send({ type: 'upgrade', sessionid, username, key });
  const reason = {
    unused: undefined,
    used: 'key-used',
    'banned unused': 'key-banned',
    'banned used': 'key-banned',
  }[state];
  expect(body['reason']).toBe(reason);
});

test('a key of a deleted user stays used after its ban is lifted', async () => {
  const opened = await open();
  const { ask, statusOf } = opened;
  const { user, key } = await makeKey(opened, 'banned used');
  await ask('deluser', { user });
  await ask('unban', { key });
  expect(await statusOf(key)).toBe('Used');
});

test('a ban of a key bans its user only on request', async () => {
  const opened = await open();
  const { ask, bannedOf } = opened;
  const { user, key } = await makeKey(opened, 'used');
  await ask('ban', { key, reason: 'stolen' });
  expect(await bannedOf(user)).toBeNull();
  await ask('ban', { key, reason: 'stolen', userToo: '1' });
  expect(await bannedOf(user)).toBe('stolen');
  await ask('unban', { key });
  expect(await bannedOf(user)).toBeNull();
});

test('a user with another ban stays banned', async () => {
  const opened = await open();
  const { ask, bannedOf } = opened;
  const first = await makeKey(opened, 'used');
  await ask('banuser', { user: first.user, reason: 'rude' });
  await ask('ban', { key: first.key, reason: 'stolen', userToo: '1' });
  await ask('unban', { key: first.key });
  expect(await bannedOf(first.user)).toBe('rude');
  const second = await makeKey(opened, 'used');
  await ask('ban', { key: second.key, reason: 'stolen', userToo: '1' });
  await ask('banuser', { user: second.user, reason: 'rude' });
  await ask('unban', { key: second.key });
  expect(await bannedOf(second.user)).toBe('rude');
});

test('a ban of an unused license with its user bans no user', async () => {
  const opened = await open();
  const { user, key } = await makeKey(opened, 'unused');
  expect(await opened.ask('ban', { key, userToo: '1' })).toMatchObject({ success: true });
  expect(await opened.bannedOf(user)).toBeNull();
});
