// `importrows` loses nothing silently: texts are cleaned, contradictions are refused, and `equal`
// means that every given field is equal.
import { expect, test } from 'vitest';
import { day, grant, hash, open, start } from './imports-parts.ts';
import { hwid } from './support/service-client.ts';

test('texts of a row are trimmed and in NFC, except the password', async () => {
  const { states, service, ask, init, client } = await open();
  const user = { username: 'anna', hwids: ['ABC-1 '], banned: ' cafe\u0301 ' };
  const subscriptions = [{ subscription: ' Pro', seconds: day }];
  const ben = { username: 'ben', password: ' e\u0301 ', subscriptions };
  expect(await states('users', [user, ben])).toEqual(['created', 'created']);
  const devices = await service.database.selectFrom('devices').select('hwid').execute();
  expect(devices).toEqual([{ hwid: 'ABC-1' }]);
  expect((await ask('userdata', { user: 'anna' })).body['banned']).toBe('caf\u00e9');
  expect(await states('users', [user])).toEqual(['equal']);
  const sessionid = await init();
  const signIn = { type: 'login', sessionid, username: 'ben', pass: ben.password, hwid };
  expect((await client(signIn)).body).toMatchObject({ success: true });
  const key = { key: 'OLD-KEY-1000', expires: day, order: ' 7\n', note: ' e\u0301 ' };
  expect(await states('keys', [key])).toEqual(['created']);
  const stored = service.database.selectFrom('licenses').select(['orderNumber', 'note']);
  expect(await stored.execute()).toEqual([{ orderNumber: '7', note: '\u00e9' }]);
});

test('a subscription has exactly one time, or only grants', async () => {
  const { states } = await open();
  const grants = [{ ...grant, revoked: String(start), revokedby: 'ban' }];
  const [expiry, seconds, timeleft] = [start + day, day, day];
  const wrong = [
    {},
    { paused: true },
    { timeleft },
    { paused: true, expiry },
    { paused: true, seconds },
    { paused: true, timeleft, expiry },
    { expiry, timeleft },
    { expiry, seconds },
    { paused: true, grants },
    { timeleft, grants },
  ];
  const right = [{ expiry }, { seconds }, { paused: true, timeleft }, { grants }];
  const rows = [...wrong, ...right].map((time, index) => ({
    username: `user${index}`,
    subscriptions: [{ subscription: 'Pro', ...time }],
  }));
  expect(await states('users', rows)).toEqual([
    ...wrong.map(() => 'subscriptions.0 value-invalid'),
    ...right.map(() => 'created'),
  ]);
});

test('a license whose user does not exist yet is created with a warning, and later differs', async () => {
  const { rowsOf, states } = await open();
  const row = { key: 'OLD-KEY-1000', expires: day, usedby: 'anna', usedon: start - day };
  const warned = [{ state: 'created', warning: 'No user is named "anna", so nobody redeemed it.' }];
  expect(await rowsOf('keys', [row], { dryrun: '1' })).toEqual(warned);
  expect(await rowsOf('keys', [row])).toEqual(warned);
  expect(await states('keys', [row])).toEqual(['equal']);
  await states('users', [{ username: 'anna' }]);
  expect(await states('keys', [row])).toEqual(['usedby differs']);
  expect(await rowsOf('keys', [{ ...row, key: 'OLD-KEY-1001' }])).toEqual([{ state: 'created' }]);
});

test('fields that a row lacks are not compared', async () => {
  const { states } = await open();
  const subscriptions = [{ subscription: 'Pro', seconds: day }];
  const user = { username: 'anna', passwordHash: hash, banned: 'shared', subscriptions };
  expect(await states('users', [user])).toEqual(['created']);
  const others = [{}, { banned: 'shared' }, { subscriptions }, { banned: null }];
  expect(
    await states(
      'users',
      [...others, { subscriptions: [] }].map((fields) => ({ username: 'anna', ...fields })),
    ),
  ).toEqual(['equal', 'equal', 'equal', 'banned differs', 'subscriptions differs']);
  const full = { level: '2', note: 'moved', order: '7', status: 'Banned', banned: 'refund' };
  const key = { key: 'OLD-KEY-1000', expires: day };
  expect(await states('keys', [{ ...key, ...full }])).toEqual(['created']);
  const same = Object.entries(full).map(([field, value]) => ({ ...key, [field]: value }));
  // Without a status, the row means a license that is not banned.
  const compared = same.filter((row) => !('banned' in row));
  expect(await states('keys', [key, ...compared])).toEqual(Array(5).fill('equal'));
  const other = { level: '1', note: '', order: '8', status: 'Used' };
  expect(
    await states(
      'keys',
      Object.entries(other).map(([field, value]) => ({ ...key, [field]: value })),
    ),
  ).toEqual(Object.keys(other).map((field) => `${field} differs`));
});

test('time that waits with the application is compared', async () => {
  const { states, clock, ask, service } = await open();
  await service.removeNeighbour();
  const row = (username: string, time: object) => ({
    username,
    subscriptions: [{ subscription: 'Pro', ...time }],
  });
  const rowsOf = (prefix: string, more = 0) => [
    row(`${prefix}1`, { seconds: 30 * day + more }),
    row(`${prefix}2`, { expiry: start + 30 * day + more, since: start - 9 * day }),
    row(`${prefix}3`, { paused: true, timeleft: 30 * day + more }),
  ];
  // Some are imported before the pause, and some during it.
  await states('users', rowsOf('before'));
  clock.now += day;
  await ask('pauseapp');
  await states('users', rowsOf('after'));
  clock.now += day;
  const both = (more: number) => [...rowsOf('before', more), ...rowsOf('after', more)];
  expect(await states('users', both(0))).toEqual(Array(6).fill('equal'));
  for (const more of [-5 * day, 5 * day])
    expect(await states('users', both(more))).toEqual(Array(6).fill('subscriptions differs'));
});

test('free texts of a row have no control characters', async () => {
  const { states } = await open();
  const time = { subscription: 'Pro', expiry: start + day };
  expect(
    await states('users', [
      { username: 'anna', subscriptions: [{ ...time, grants: [{ ...grant, actor: 'a\0b' }] }] },
      { username: 'ben', hwids: ['a\0b'] },
      { username: 'ben', email: 'a\0b@example.com' },
      { username: 'ben', passwordHash: `${hash}\0` },
      { username: 'ben', subscriptions: [{ ...time, subscription: 'P\0' }] },
      { username: 'carl' },
    ]),
  ).toEqual([
    'subscriptions.0.grants.0.actor value-invalid',
    'hwids.0 value-invalid',
    'email value-invalid',
    'passwordHash password-hash-invalid',
    'subscriptions.0.subscription value-invalid',
    'created',
  ]);
});
