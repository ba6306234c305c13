// `importrows`: each row is created completely or not at all, and a repeated import changes nothing.
import { expect, test } from 'vitest';
import { day, fullKeys, fullUsers, grant, hash, open, start } from './imports-parts.ts';
import { hwid } from './support/service-client.ts';

test('imports users with everything that belongs to them', async () => {
  const { ask, states, service } = await open();
  const [user] = fullUsers(1);
  expect(await states('users', [user, { username: 'ben', passwordHash: hash }])).toEqual([
    'created',
    'created',
  ]);
  const { body } = await ask('usergrants', { user: 'user0' });
  expect(body['subs']).toMatchObject([
    { subscription: 'Gold', paused: true, timeleft: 5 * day, expiry: null },
    { subscription: 'Pro', paused: false, expiry: String(start + 29 * day), grants: [grant] },
  ]);
  const { body: found } = await ask('userdata', { user: 'user0' });
  expect(found).toMatchObject({ banned: 'shared', hwid: 'device-of-0-0123456789' });
  const { database } = service;
  const all = await database
    .selectFrom('users')
    .select(['username', 'cooldownAt', 'emailHash'])
    .where('username', 'in', ['user0', 'ben'])
    .orderBy('username')
    .execute();
  expect(all).toMatchObject([
    { username: 'ben', cooldownAt: 0, emailHash: null },
    {
      username: 'user0',
      cooldownAt: start + day,
      emailHash: expect.stringMatching(/^k1\./) as unknown,
    },
  ]);
  const blacklisted = (await ask('fetchallblacks')).body['blacklists'];
  expect(JSON.stringify(blacklisted)).toContain('second-of-0-0123456789');
});

test('imported users sign in with their password, and others with none', async () => {
  const { init, states, service, client } = await open();
  const time = [{ subscription: 'Pro', seconds: day }];
  const rows = [
    { username: 'anna', passwordHash: hash, subscriptions: time },
    { username: 'ben', password: 'a word', subscriptions: time },
    { username: 'carl', password: 'a word', subscriptions: time },
    { username: 'dora', subscriptions: time },
  ];
  expect(await states('users', rows)).toEqual(['created', 'created', 'created', 'created']);
  const signIn = async (username: string, pass: string) => {
    const sessionid = await init();
    const { body } = await client({ type: 'login', sessionid, username, pass, hwid });
    return body['success'] === true ? 'signed in' : body['reason'];
  };
  expect(await signIn('anna', 'tea')).toBe('signed in');
  expect(await signIn('ben', 'a word')).toBe('signed in');
  expect(await signIn('ben', 'tea')).toBe('bad-credentials');
  expect(await signIn('dora', 'a word')).toBe('bad-credentials');
  const hashes = await service.database.selectFrom('users').select('passwordHash').execute();
  expect(new Set(hashes.map(({ passwordHash }) => passwordHash)).size).toBe(hashes.length);
  // A sign-in replaces bcrypt and binds a computer, and the row is still the same.
  expect(await states('users', [rows[0], rows[3]])).toEqual(['equal', 'equal']);
  expect(await states('users', rows.slice(1, 2))).toEqual(['password differs']);
});

test('imports licenses with their use, and marks users whose name is a key', async () => {
  const { ask, states, service } = await open();
  await states('users', [...fullUsers(2), { username: 'old-key-1004', passwordHash: hash }]);
  expect(await states('keys', fullKeys(6))).toEqual(Array(6).fill('created'));
  expect((await ask('info', { key: 'OLD-KEY-1000' })).body).toMatchObject({
    ...{ usedby: 'user0', level: '1', status: 'Used', note: 'moved', createdby: 'shop' },
  });
  const { nameIsKey } = await service.database
    .selectFrom('users')
    .select('nameIsKey')
    .where('username', '=', 'old-key-1004')
    .executeTakeFirstOrThrow();
  expect(nameIsKey).toBe(1);
  const orders = await service.database.selectFrom('orders').select(['number', 'amount']).execute();
  expect(orders).toHaveLength(6);
});

test('names each problem with its column, and creates all other rows', async () => {
  const { states } = await open();
  const user = { username: 'anna', passwordHash: hash, email: 'a@example.com' };
  const pro = (time: object) => [{ subscription: 'Pro', ...time }];
  const rows: readonly (readonly [unknown, string])[] = [
    [user, 'created'],
    [user, 'equal'],
    [{ ...user, username: 'Anna' }, 'username spelled-otherwise'],
    [{ ...user, username: 'ben' }, 'email email-taken'],
    [{ ...user, email: 'b@example.com' }, 'email differs'],
    [{ ...user, hwids: ['x'.repeat(30)] }, 'hwids differs'],
    [{ ...user, banned: '' }, 'banned differs'],
    [{ ...user, passwordHash: hash.replace('04', '05') }, 'passwordHash differs'],
    [{ ...user, subscriptions: pro({ seconds: 5 }) }, 'subscriptions differs'],
    [{ username: 'all', passwordHash: hash }, 'username username-reserved'],
    [{ username: 'c', passwordHash: 'md5' }, 'passwordHash password-hash-invalid'],
    [{ username: 'c', passwordHash: hash, password: 'x' }, 'password password-or-hash'],
    [
      { username: 'c', subscriptions: [{ subscription: 'Max', seconds: 9 }] },
      'subscriptions subscription-unknown',
    ],
    [
      { username: 'c', subscriptions: [...pro({ seconds: 9 }), ...pro({ seconds: 9 })] },
      'subscriptions subscription-twice',
    ],
    [
      { username: 'c', subscriptions: pro({ expiry: start + 9 * day, grants: [] }) },
      'subscriptions grants-too-short',
    ],
    [
      { username: 'c', subscriptions: pro({ expiry: 'soon' }) },
      'subscriptions.0.expiry value-invalid',
    ],
    [{ username: 'c', subscriptions: pro({ end: 1 }) }, 'subscriptions.0.end column-unknown'],
    [{ username: 'c', colour: 'red' }, 'colour column-unknown'],
    [{ username: 'c', '<b>': 'red' }, ' column-unknown'],
    [{ passwordHash: hash }, 'username value-invalid'],
    ['anna', ' value-invalid'],
    [null, ' value-invalid'],
    [{ username: 'c', passwordHash: hash }, 'created'],
  ];
  const sent = rows.map(([row]) => row);
  const expected = rows.map(([, state]) => state);
  expect(await states('users', sent, { dryrun: '1' })).toEqual(expected);
  expect(await states('users', sent)).toEqual(expected);
  const key = { key: 'ABCD-1234-EFGH', level: '1', expires: day };
  const keys: readonly (readonly [unknown, string])[] = [
    [key, 'created'],
    [key, 'equal'],
    [{ ...key, key: 'abcd1234efgh' }, 'key spelled-otherwise'],
    [{ ...key, expires: 2 * day }, 'expires differs'],
    [{ ...key, level: '2' }, 'level differs'],
    [{ ...key, status: 'Used' }, 'status differs'],
    [{ ...key, note: 'x' }, 'note differs'],
    [{ ...key, order: '7' }, 'order differs'],
    [{ ...key, key: 'NEXT-1234', level: '9' }, 'level level-unknown'],
    [{ ...key, key: 'NEXT-1234', expires: 0 }, 'expires value-invalid'],
    [{ ...key, key: 'NEXT-1234', expires: '86400' }, 'expires value-invalid'],
    [{ ...key, key: 'NEXT-1234' }, 'created'],
  ];
  for (const more of [{ dryrun: '1' }, undefined])
    expect(
      await states(
        'keys',
        keys.map(([row]) => row),
        more,
      ),
    ).toEqual(keys.map(([, state]) => state));
});

test('a dry run answers what the import answers, and changes nothing', async () => {
  const { rowsOf, content } = await open();
  const users = [
    ...fullUsers(90),
    { username: 'USER3' },
    { username: '\u0430nna' },
    { username: 'anna' },
  ];
  const keys = [...fullKeys(120), { key: 'old-key-1003', expires: 5 }];
  for (const [kind, rows] of [
    ['users', users],
    ['keys', keys],
  ] as const) {
    const before = await content();
    const dry = await rowsOf(kind, rows, { dryrun: '1' });
    expect(await content()).toEqual(before);
    expect(await rowsOf(kind, rows)).toEqual(dry);
    if (kind === 'users') expect(dry.at(-1)?.warning).toContain('looks like that of the user');
  }
});

test('a dry run knows what the import creates first', async () => {
  const { states } = await open();
  const rows = [{ username: 'anna', subscriptions: [{ subscription: 'Max', seconds: 9 }] }];
  const planned = JSON.stringify({ subscriptions: [{ name: 'max', level: '7' }] });
  expect(await states('users', rows, { dryrun: '1', planned })).toEqual(['created']);
  expect(
    await states('keys', [{ key: 'NEXT-1', level: '7', expires: 5 }], { dryrun: '1', planned }),
  ).toEqual(['created']);
  expect(await states('users', rows, { planned })).toEqual(['subscriptions subscription-unknown']);
  const short = JSON.stringify({ minusernamelength: 5 });
  expect(await states('users', [{ username: 'ben' }], { dryrun: '1', planned: short })).toEqual([
    'username username-too-short',
  ]);
  const pair = ['ann', 'bob'].map((username) => ({ username, email: 'x@example.com' }));
  const shared = JSON.stringify({ sharedemails: 'allow' });
  expect(await states('users', pair, { dryrun: '1', planned: shared })).toEqual([
    'created',
    'created',
  ]);
});

test('time from the import on is the same in a later repetition', async () => {
  const { states, clock, ask } = await open();
  const rows = [{ username: 'anna', subscriptions: [{ subscription: 'Pro', seconds: 30 * day }] }];
  expect(await states('users', rows)).toEqual(['created']);
  clock.now += day;
  expect(await states('users', rows)).toEqual(['equal']);
  await ask('extend', { user: 'anna', sub: 'Pro', expiry: '1' });
  expect(await states('users', rows)).toEqual(['subscriptions differs']);
});

test('users of a paused application wait with it', async () => {
  const { states, ask, service } = await open();
  await service.removeNeighbour();
  await ask('pauseapp');
  const rows = [{ username: 'anna', subscriptions: [{ subscription: 'Pro', seconds: 30 * day }] }];
  expect(await states('users', rows)).toEqual(['created']);
  expect(await states('users', rows)).toEqual(['equal']);
  const paused = async () =>
    ((await ask('usergrants', { user: 'anna' })).body['subs'] as { paused: boolean }[])[0]?.paused;
  expect(await paused()).toBe(true);
  await ask('unpauseapp');
  expect(await paused()).toBe(false);
});

test('writes one audit row with counts, and sends no webhook', async () => {
  const { ask, send, service } = await open();
  await ask('addwebhook', { baseurl: 'http://127.0.0.1:9/', events: 'ban' });
  await ask('delauditlog');
  await send('users', [...fullUsers(90), { username: 'USER1' }]);
  await send('users', fullUsers(90), { dryrun: '1' });
  const rows = await service.database.selectFrom('auditLogs').select(['type', 'detail']).execute();
  expect(rows.filter(({ type }) => type === 'importrows')).toEqual([
    { type: 'importrows', detail: 'kind=users created=90 equal=0 problems=1' },
  ]);
  expect(await service.database.selectFrom('deliveries').selectAll().execute()).toEqual([]);
});

test('a repetition with the same challenge has no effect and the same answer', async () => {
  const { rowsOf } = await open();
  const challenge = 'a-challenge-of-this-test';
  const first = await rowsOf('users', fullUsers(90), { challenge });
  expect(await rowsOf('users', fullUsers(90), { challenge })).toEqual(first);
});
