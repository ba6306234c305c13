// What the seller API returns about users: about one, about all, and about missing ones.
import { expect, test } from 'vitest';
import { sellerText } from './support/seller-client.ts';
import { hwid } from './support/service-client.ts';
import { now, day, pro, open } from './seller-users-parts.ts';

test('returns the stored facts about a user', async () => {
  const { service, ask, tryLogin } = await open();
  const { username: user, password } = await service.addUser({ username: 'Ann' });
  await tryLogin(user, password);
  await ask('addhwiduser', { user, hwid: 'e'.repeat(64) });
  await ask('setcooldown', { user, cooldown: '600' });
  expect((await ask('userdata', { user })).body).toEqual({
    success: true,
    message: 'Successfully retrieved user',
    username: 'Ann',
    subscriptions: [{ subscription: 'Pro', expiry: String(now + 30 * day), timeleft: 30 * day }],
    ip: '127.0.0.1',
    hwid,
    hwids: [hwid, 'e'.repeat(64)],
    createdate: String(now),
    lastlogin: String(now),
    cooldown: String(now + 600),
    banned: null,
    twofactor: false,
    recoverycodes: '0',
    hasemail: false,
    deletesat: null,
    sessions: '1',
    token: '',
  });
  expect((await ask('usersub', { user })).body['subs']).toEqual([
    {
      subscription: 'Pro',
      expiry: String(now + 30 * day),
      timeleft: 30 * day,
      level: '1',
      key: null,
      paused: false,
    },
  ]);
});

test('lists every user once for any number of owned rows', async () => {
  const { service, ask } = await open();
  await service.removeNeighbour();
  await service.addUser({ username: 'c', subscription: 'expired' });
  await service.addUser({ username: 'a' });
  await service.addUser({ username: 'b', banned: 'rude', subscription: 'paused' });
  await service.bindDevice('a', hwid);
  await ask('addhwiduser', { user: 'a', hwid: 'f'.repeat(64) });
  await ask('addsub', { name: 'Max', level: '2' });
  await ask('extend', { user: 'a', sub: 'Max', expiry: '60' });
  const { body } = await ask('fetchallusers');
  expect(body['users']).toMatchObject([
    { username: 'a', hwid, subscriptions: [{ subscription: 'Max' }, { subscription: 'Pro' }] },
    { username: 'b', hwid: null, banned: 'rude', subscriptions: [] },
    { username: 'c', subscriptions: [] },
  ]);
  expect((await ask('fetchallusers', { offset: '1', limit: '1' })).body).toMatchObject({
    users: [{ username: 'b' }],
    more: true,
  });
  expect((await ask('fetchallusers', { offset: '3' })).body['users']).toEqual([]);
  expect((await ask('fetchallusernames', { limit: '2' })).body).toMatchObject({
    usernames: [{ username: 'a' }, { username: 'b' }],
    more: true,
  });
  for (const type of ['fetchallusernames', 'fetchallusers'])
    expect(await sellerText(service, { type })).toBe('a\r\nb\r\nc');
});

test.each([
  ['deluser', {}, 'User not found!'],
  ['resetpw', {}, 'User not found!'],
  ['editemail', { email: '' }, 'User not found!'],
  ['disable2fa', {}, 'User not found!'],
  ['banuser', {}, 'User not found!'],
  ['unbanuser', {}, 'User not found!'],
  ['resetuser', {}, 'User not found!'],
  ['addhwiduser', { hwid: 'x' }, 'User not found!'],
  ['setcooldown', { cooldown: '1' }, 'User not found!'],
  ['pauseuser', {}, 'Failed to pause user!'],
  ['unpauseuser', {}, 'Failed to unpause user!'],
  ['editusername', { newUsername: 'New' }, 'User not found!'],
  ['extend', pro, 'User not found!'],
  ['subtract', { sub: 'Pro', seconds: '1' }, 'User not found!'],
  ['delsub', { sub: 'Pro' }, 'User not found!'],
  ['verifyuser', {}, 'User Not Found'],
  ['userdata', {}, 'User not found'],
  ['usersub', {}, 'User not found'],
  ['getkey', {}, 'License not found'],
])('%s rejects an unknown user', async (type, more, message) => {
  const { service, ask } = await open();
  const row = await service.database
    .selectFrom('applications')
    .selectAll()
    .executeTakeFirstOrThrow();
  const other = { ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' };
  await service.database.insertInto('applications').values(other).execute();
  await service.addUser({ username: 'Theirs' });
  await service.database.updateTable('users').set({ applicationId: 'other' }).execute();
  // SECURITY: unknown users, users of other applications and, unless allowed, `all` are rejected.
  for (const name of ['Nobody', 'Theirs', ...(type === 'extend' ? [] : ['all'])]) {
    const names = { user: name, username: name, currentUsername: name };
    expect(await ask(type, { ...names, ...more })).toMatchObject({ status: 400, message });
  }
  expect(await service.database.selectFrom('users').selectAll().execute()).toHaveLength(1);
});
