// Names in any case in the seller API: only the named row changes, and of two only the exact one.
import { expect, test } from 'vitest';
import { withFold } from '../src/database/names.ts';
import { key, openMixedCase, usedKey } from './support/named-in-requests.ts';

test('changes only the named row, in any case of its name', async () => {
  const { ask } = await openMixedCase();
  await ask('extend', { user: 'ANNA', sub: 'PRO', expiry: '10' });
  const subs = (await ask('usersub', { user: 'anna' })).body['subs'] as { timeleft: number }[];
  expect(subs).toHaveLength(1);
  expect(Math.round((subs[0]?.timeleft ?? 0) / 86_400)).toBe(45);
  await ask('editchan', { name: 'LOBBY', delay: '9' });
  expect((await ask('fetchallchats')).body['chats']).toEqual([{ name: 'Lobby', delay: '9' }]);
  await ask('setvar', { user: 'BERTA', var: 'COLOUR', data: 'changed' });
  expect((await ask('fetchalluservars')).body['vars']).toMatchObject([
    { user: 'Anna', name: 'Colour', data: 'Anna' },
    { user: 'Berta', name: 'Colour', data: 'changed' },
  ]);
  const { token } = (await ask('addtoken', { user: 'aNNa' })).body;
  expect((await ask('fetchalltokens')).body['tokens']).toMatchObject([{ token, assigned: 'Anna' }]);
  // A user's tokens are banned with them, in whatever case they were requested.
  await ask('banuser', { user: 'ANNA', reason: 'x' });
  expect((await ask('fetchalltokens')).body['tokens']).toMatchObject([{ token, banned: true }]);
  expect((await ask('getkey', { user: 'ANNA' })).body['key']).toBe(usedKey);
  expect(
    (await ask('delmultiple', { key: `${key.toUpperCase()},nothing,${key}` })).body,
  ).toMatchObject({
    deleted: 1,
  });
  expect((await ask('verify', { key: usedKey.toLowerCase() })).success).toBe(true);
});

test('a variable of all users is changed in any case of its name, and added for users without it', async () => {
  const { service, ask } = await openMixedCase();
  await service.removeNeighbour();
  await ask('adduser', { user: 'Carl', sub: 'Pro', expiry: '1' });
  await ask('setvar', { user: 'all', var: 'COLOUR', data: 'grey' });
  const vars = async () =>
    (
      (await ask('fetchalluservars')).body['vars'] as { user: string; name: string; data: string }[]
    ).map(({ user, name, data }) => [user, name, data]);
  expect(await vars()).toEqual([
    ['Anna', 'Colour', 'grey'],
    ['Berta', 'Colour', 'grey'],
    ['Carl', 'COLOUR', 'grey'],
  ]);
  await ask('massUserVarDelete', { name: 'colouR' });
  expect(await vars()).toEqual([]);
});

test('only the exact word "all" means all users', async () => {
  const { service, ask, database } = await openMixedCase();
  await service.removeNeighbour();
  // Versions before 0.19 allowed a reserved name in another width.
  await database
    .updateTable('users')
    .set(withFold('username', 'Ａll'))
    .where('username', '=', 'Berta')
    .execute();
  const timeOf = async (user: string) =>
    ((await ask('usersub', { user })).body['subs'] as { timeleft: number }[])[0]?.timeleft ?? 0;
  const [anna, all] = [await timeOf('Anna'), await timeOf('Ａll')];
  await ask('extend', { user: 'all', sub: 'Pro', expiry: '1' });
  expect((await timeOf('Anna')) - anna).toBeGreaterThan(86_000);
  expect((await timeOf('Ａll')) - all).toBeGreaterThan(86_000);
  await ask('extend', { user: 'ALL', sub: 'Pro', expiry: '10' });
  expect((await timeOf('Anna')) - anna).toBeLessThan(90_000);
  expect((await timeOf('Ａll')) - all).toBeGreaterThan(900_000);
});

test('rejects new names that exist in any case', async () => {
  const { ask } = await openMixedCase();
  for (const [type, asked] of [
    ['adduser', { user: 'ANNA', sub: 'Pro', expiry: '1' }],
    ['adduser', { user: 'ａnna', sub: 'Pro', expiry: '1' }],
    ['activate', { user: 'ANNA', key, pass: 'x' }],
    ['editusername', { currentUsername: 'Berta', newUsername: 'aNNA' }],
    ['addsub', { name: 'PRO', level: '1' }],
    ['addchannel', { name: 'lobby', delay: '0' }],
    ['addvar', { name: 'MOTD', data: 'x' }],
    ['add', { mask: key.toUpperCase(), expiry: '1', force: '1' }],
  ] as const)
    expect((await ask(type, asked)).message, type).toMatch(/already|exists/i);
  expect((await ask('fetchallusernames')).body['usernames']).toEqual([
    { username: 'Anna' },
    { username: 'Berta' },
  ]);
  expect((await ask('info', { key })).body['status']).toBe('Not Used');
});
