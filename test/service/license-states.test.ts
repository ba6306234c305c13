// Every operation on a license in every state that it can be in, and what happens where two come at once.
import { expect, test } from 'vitest';
import { sellerOf } from '../support/seller-client.ts';
import { hwid, openWire } from '../support/service-client.ts';

const now = 1_800_000_000;

async function open(interleave = false) {
  const wire = await openWire({ now: () => now * 1000, interleave });
  const { service } = wire;
  const ask = sellerOf(service);
  const statusOf = async (key: string) => (await ask('info', { key })).body['status'];
  const subsOf = async (user: string) =>
    ((await ask('usersub', { user })).body['subs'] as { timeleft: number }[]).map(
      ({ timeleft }) => timeleft / 86_400, // as its schema says
    );
  const bannedOf = async (user: string) => (await ask('userdata', { user })).body['banned'];
  return { ...wire, ask, statusOf, subsOf, bannedOf };
}

type Opened = Awaited<ReturnType<typeof open>>;
type State = 'unused' | 'used' | 'banned unused' | 'banned used';

async function makeKey({ service, ask }: Opened, state: State) {
  const { username: user } = await service.addUser({ subscription: 'none' });
  const key = await service.addLicense({ days: 10 });
  if (state === 'used' || state === 'banned used') await ask('assignkey', { user, key });
  if (state.startsWith('banned')) await ask('ban', { key, reason: 'stolen' });
  return { user, key };
}

const used = 'License key has already been used';
const banned = 'Your license is banned';

/** Operation, then for each state the message and the status that follows; null: it is gone. */
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
  '$type of a license that is $state',
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

test.each(states)('what a client is told of a license that is %s', async (state) => {
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

test('a key whose user is gone is not new after its ban is lifted', async () => {
  const opened = await open();
  const { ask, statusOf } = opened;
  const { user, key } = await makeKey(opened, 'banned used');
  await ask('deluser', { user });
  await ask('unban', { key });
  expect(await statusOf(key)).toBe('Used');
});

test('a ban bans the user too only where that is asked for', async () => {
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

test('a user who was banned for something else stays banned', async () => {
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

test('a ban of an unused license with its user has nobody to ban', async () => {
  const opened = await open();
  const { user, key } = await makeKey(opened, 'unused');
  expect(await opened.ask('ban', { key, userToo: '1' })).toMatchObject({ success: true });
  expect(await opened.bannedOf(user)).toBeNull();
});

test('a removed license takes what is left of what it gave, and no time of others', async () => {
  const opened = await open();
  const { service, ask, subsOf } = opened;
  const { user, key } = await makeKey(opened, 'used');
  const other = await makeKey(opened, 'used');
  const { id: applicationId } = await service.database
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  await service.database
    .insertInto('tokens')
    .values(
      [key, other.key].map((assigned) => ({
        applicationId,
        token: `token of ${assigned}`,
        kind: 'license' as const,
        assigned,
        bannedReason: null,
        hash: null,
        createdAt: now,
      })),
    )
    .execute();
  await ask('del', { key });
  expect(await subsOf(user)).toEqual([]);
  expect(await subsOf(other.user)).toEqual([10]);
  const tokens = await service.database.selectFrom('tokens').select('assigned').execute();
  expect(tokens).toEqual([{ assigned: other.key }]);
  expect(await ask('verifyuser', { user })).toMatchObject({ success: true });
});

test('a removed license leaves what others added', async () => {
  const { service, ask, subsOf } = await open();
  const key = await service.addLicense({ days: 10 });
  await ask('activate', { user: 'Ann', pass: 'p', key });
  await ask('assignkey', { user: 'Ann', key: await service.addLicense({ days: 5 }) });
  await ask('del', { key });
  expect(await subsOf('Ann')).toEqual([5]);
});

test('a removed license takes its user only where that is asked for', async () => {
  const opened = await open();
  const { ask } = opened;
  const [one, two, three] = [
    await makeKey(opened, 'used'),
    await makeKey(opened, 'used'),
    await makeKey(opened, 'unused'),
  ];
  expect(
    await ask('delmultiple', { key: `${one.key}, ${three.key},GONE`, userToo: '1' }),
  ).toMatchObject({ body: { deleted: 2 } });
  expect(await ask('verifyuser', { user: one.user })).toMatchObject({ success: false });
  for (const { user } of [two, three])
    expect(await ask('verifyuser', { user })).toMatchObject({ success: true });
  expect(await ask('verify', { key: two.key })).toMatchObject({ success: true });
});

test('clearing away licenses leaves users what they have of them', async () => {
  const opened = await open();
  const { user } = await makeKey(opened, 'used');
  for (const type of ['delused', 'delalllicenses']) {
    await opened.ask(type);
    expect(await opened.subsOf(user)).toEqual([10]);
  }
});

test('added time goes to every unused license', async () => {
  const opened = await open();
  const keys = [await makeKey(opened, 'unused'), await makeKey(opened, 'unused')];
  await opened.ask('addtime', { time: '0.5' });
  for (const { key } of keys)
    expect((await opened.ask('info', { key })).body['duration']).toBe(String(10.5 * 86_400));
});

test('a ban while a client redeems: whoever got it is banned too, or got nothing', async () => {
  const opened = await open(true);
  const { service, ask, send, init, statusOf, subsOf, bannedOf } = opened;
  for (let round = 0; round < 12; round += 1) {
    const { username } = await service.addUser({ subscription: 'none' });
    const key = await service.addLicense({ days: 10 });
    const sessionid = await init();
    const redeem = () => send({ type: 'upgrade', sessionid, username, key });
    const ban = () => ask('ban', { key, reason: 'stolen', userToo: '1' });
    const [first, second] = round % 2 === 0 ? [redeem, ban] : [ban, redeem];
    const answers = await Promise.all([first(), second()]);
    const redeemed = answers[round % 2]?.body ?? {};
    expect(await statusOf(key)).toBe('Banned');
    expect(await subsOf(username)).toEqual([]);
    if (redeemed['success'] === true) {
      expect(answers[1 - (round % 2)]?.body).toMatchObject({ takenBack: [{ user: username }] });
      expect(await bannedOf(username)).toBe('stolen');
    } else {
      expect(redeemed['reason']).toBe('key-banned');
      expect(await bannedOf(username)).toBeNull();
    }
  }
});

test('of a client and a seller who redeem at once, one gets it', async () => {
  const opened = await open(true);
  const { service, ask, send, init, subsOf } = opened;
  for (let round = 0; round < 8; round += 1) {
    const key = await service.addLicense({ days: 10 });
    const [{ username: one }, { username: user }] = [
      await service.addUser({ subscription: 'none' }),
      await service.addUser({ subscription: 'none' }),
    ];
    const sessionid = await init();
    const [client, seller] = await Promise.all([
      send({ type: 'upgrade', sessionid, username: one, key }),
      ask('assignkey', { user, key }),
    ]);
    expect([client.body['success'], seller.success].filter(Boolean)).toHaveLength(1);
    expect([...(await subsOf(one)), ...(await subsOf(user))]).toEqual([10]);
  }
});

test('a license that bans its user ends the session at once', async () => {
  const opened = await open();
  const { service, ask, init, send } = opened;
  const { username, password } = await service.addUser({ subscription: 'none' });
  const key = await service.addLicense({ days: 10 });
  await ask('assignkey', { user: username, key });
  const sessionid = await init();
  await send({ type: 'login', sessionid, username, pass: password, hwid });
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({ success: true });
  await ask('ban', { key, userToo: '1' });
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({ success: false });
});

test('the programs of the seller are told of bans and redeems, with keys masked', async () => {
  const opened = await open();
  const { service, ask } = opened;
  const baseurl = 'https://hook.example/';
  await ask('addwebhook', { baseurl, events: 'ban,redeem,register' });
  const { user, key } = await makeKey(opened, 'used');
  await ask('ban', { key, reason: 'stolen' });
  await ask('ban', { key, reason: 'stolen', userToo: '1' });
  await ask('banuser', { user, reason: 'rude' });
  const fresh = await service.addLicense({ days: 1 });
  await ask('activate', { user: 'New', pass: 'p', key: fresh });
  const rows = await service.database.selectFrom('deliveries').select('body').execute();
  const told = rows.map(({ body }) => JSON.parse(body) as { event: string; facts: unknown }); // as events.ts writes it
  const license = `****${key.slice(-4)}`;
  expect(told).toHaveLength(5);
  for (const [event, facts] of [
    ['redeem', { username: user, license, subscription: 'Pro' }],
    ['ban', { license, reason: 'stolen' }],
    ['ban', { username: user, license, reason: 'stolen' }],
    ['ban', { username: user, reason: 'rude' }],
    ['register', { username: 'New', license: `****${fresh.slice(-4)}` }],
  ] as const)
    expect(told.map((one) => ({ event: one.event, facts: one.facts }))).toContainEqual({
      event,
      facts,
    });
});
