// Names in another case in the seller API (contract 0.19): every operation finds what is meant, its answer and its audit row
// say the name as it is, and nobody of another name or application notices.
import { expect, test } from 'vitest';
import { sellerApi, type SellerType } from '../../src/shared/wire/seller-api.ts';
import type { SellerSpec } from '../../src/shared/wire/seller-spec.ts';
import { maskKey } from '../../src/service/licenses/key-mask.ts';
import { spelled } from '../../src/service/database/names.ts';
import { sellerOf } from '../support/seller-client.ts';
import { openWire } from '../support/service-client.ts';
import { addTwin, swapped, twinRows, unguard } from '../support/twin-application.ts';

const key = 'Wave-7Q2x-KLMN';
const usedKey = 'Used-8r3Y-OPQR';

/** Anna and Berta, who have one of everything. */
async function open() {
  const { service } = await openWire();
  const { database } = service;
  const ask = sellerOf(service);
  for (const mask of [key, usedKey, 'Spare-9s4Z'])
    await ask('add', { mask, expiry: '5', force: '1' });
  for (const user of ['Anna', 'Berta']) {
    await ask('adduser', { user, sub: 'Pro', expiry: '30' });
    await ask('setvar', { user, var: 'Colour', data: user });
  }
  await ask('assignkey', { user: 'Anna', key: usedKey });
  await ask('addchannel', { name: 'Lobby', delay: '5' });
  await ask('addvar', { name: 'Motd', data: 'hello' });
  await ask('addvar', { name: 'Other', data: 'other' });
  await ask('delauditlog');
  return { service, database, ask };
}

/** As they are; the test sends each name of a thing in the other case. */
const requests: Readonly<Partial<Record<SellerType, Readonly<Record<string, string>>>>> = {
  banuser: { user: 'Anna', reason: 'x' },
  unbanuser: { user: 'Anna' },
  pauseuser: { username: 'Anna' },
  unpauseuser: { username: 'Anna' },
  resetuser: { user: 'Anna' },
  addhwiduser: { user: 'Anna', hwid: 'd'.repeat(40) },
  setcooldown: { user: 'Anna', cooldown: '100' },
  extend: { user: 'Anna', sub: 'Pro', expiry: '1' },
  subtract: { user: 'Anna', sub: 'Pro', seconds: '60' },
  delsub: { user: 'Anna', sub: 'Pro' },
  countsubs: { name: 'Pro' },
  adduser: { user: 'Zoe', sub: 'Pro', expiry: '1' },
  deluser: { user: 'Anna' },
  resetpw: { user: 'Anna', passwd: 'new' },
  editemail: { user: 'Anna', email: 'a@example.com' },
  editusername: { currentUsername: 'Anna', newUsername: 'Zoe' },
  setvar: { user: 'Anna', var: 'Colour', data: 'x' },
  getvar: { user: 'Anna', var: 'Colour' },
  deluservar: { user: 'Anna', var: 'Colour' },
  editvar: { varid: 'Motd', data: 'x' },
  retrvvar: { name: 'Motd' },
  delvar: { name: 'Motd' },
  editsub: { sub: 'Pro', level: '2' },
  delappsub: { name: 'Pro' },
  pausesub: { subscription: 'Pro' },
  unpausesub: { subscription: 'Pro' },
  editchan: { name: 'Lobby', delay: '9' },
  delchannel: { name: 'Lobby' },
  clearchannel: { name: 'Lobby' },
  muteuser: { user: 'Anna', time: '60' },
  addtoken: { user: 'Anna' },
  activate: { user: 'Zoe', key, pass: 'x' },
  assignkey: { user: 'Anna', key },
  ban: { key, reason: 'x' },
  del: { key },
  delmultiple: { key: `${key},Spare-9s4Z` },
  verify: { key },
  getkey: { user: 'Anna' },
  info: { key },
  edit: { key, expiry: '9' },
  setnote: { key, note: 'x' },
  verifyuser: { user: 'Anna' },
  userdata: { user: 'Anna' },
  usersub: { user: 'Anna' },
  refund: { key },
  add: { expiry: '1', sub: 'Pro' },
  usergrants: { user: 'Anna' },
  keygrants: { key },
  setgrants: { user: 'Anna', sub: 'Pro', grants: '[]' },
  importkey: { key: 'New-1', expires: '60', status: 'Used', usedby: 'Anna' },
};
/** These need a state of their own, and have a test of their own below. */
const apart: readonly SellerType[] = ['disable2fa', 'unmuteuser', 'unban'];

const specs = Object.entries(sellerApi) as [SellerType, SellerSpec][];
const withNames = specs.filter(([, { names }]) => names !== undefined).map(([type]) => type);

test('every parameter that names something is known as one, or is the name of something new', () => {
  const madeHere: Readonly<Record<string, string>> = {
    adduser: 'user',
    activate: 'user',
    editusername: 'newUsername',
    addvar: 'name',
    addchannel: 'name',
    addsub: 'name',
    importkey: 'key',
    // The variables of all users, whose names are looked for with them.
    massUserVarDelete: 'name',
  };
  // Accounts of resellers, which are no users; mails; and what a file or a webhook is called is no name of these.
  const others = [
    ...['addAccount', 'deleteAccount', 'setbalance', 'balance', 'getbalance'],
    ...['upload', 'editfile'],
    // Of what is counted.
    'countrows',
  ];
  const words = [
    'user',
    'username',
    'currentUsername',
    'newUsername',
    'key',
    'sub',
    'subscription',
    'usedby',
    'varid',
    'var',
    'name',
  ];
  const left = specs
    .filter(([type]) => !others.includes(type))
    .flatMap(([type, { request, names = {} }]) =>
      Object.keys(request.shape)
        .filter((name) => words.includes(name) && !(name in names) && madeHere[type] !== name)
        .map((name) => `${type} ${name}`),
    );
  expect(left).toEqual([]);
  expect(Object.keys(requests).concat(apart).sort()).toEqual([...withNames].sort());
});

/** What these are about is of all users who have it. */
const ofAllUsers = ['delappsub', 'pausesub', 'unpausesub'];

test.each(Object.entries(requests))('%s', async (type, asked) => {
  const { service, database, ask } = await open();
  if (ofAllUsers.includes(type)) await service.removeNeighbour();
  await addTwin(database);
  const before = await twinRows(database);
  const names: Readonly<Record<string, string>> =
    (sellerApi[type as SellerType] as SellerSpec).names ?? {};
  const other = Object.fromEntries(
    Object.entries(asked).map(([name, text]) => [name, name in names ? swapped(text) : text]),
  );
  const answer = await ask(type, other);
  expect(answer).toMatchObject({ success: true });
  const audit = (await ask('fetchauditlog')).body['auditlog'] as { type: string; detail: string }[];
  const text = JSON.stringify(audit) + JSON.stringify(answer.body);
  const { changes } = sellerApi[type as SellerType] as SellerSpec;
  for (const [name, thing] of Object.entries(names)) {
    const stored = (asked[name] ?? '').split(',');
    const hidden = (one: string) => (thing === 'license' ? maskKey(one) : one);
    for (const one of stored.filter((text) => text !== ''))
      expect(text).not.toContain(hidden(swapped(one)));
    if (name in asked && changes?.includes(name) === true)
      expect(audit[0]?.detail).toContain(`${name}=${stored.map(hidden).join(',')}`);
  }
  expect(await twinRows(database)).toEqual(before);
  // Whoever else there is has what they had.
  expect((await ask('getvar', { user: 'Berta', var: 'Colour' })).body['response']).toBe('Berta');
  expect((await ask('userdata', { user: 'Berta' })).body).toMatchObject({
    banned: null,
    cooldown: '0',
    hwids: [],
  });
  expect((await ask('retrvvar', { name: 'Other' })).message).toBe('other');
});

test('what needs a state of its own', async () => {
  const { database, ask } = await open();
  await database.updateTable('users').set({ totpSecret: 'X' }).execute();
  expect(await ask('disable2fa', { user: 'ANNA' })).toMatchObject({ success: true });
  const on = await database
    .selectFrom('users')
    .select('username')
    .where('totpSecret', '=', 'X')
    .execute();
  expect(on).toEqual([{ username: 'Berta' }]);
  for (const user of ['anna', 'berta']) await ask('muteuser', { user, time: '60' });
  expect(await ask('unmuteuser', { user: 'ANNA' })).toMatchObject({ success: true });
  expect((await ask('fetchallmutes')).body['mutes']).toMatchObject([{ user: 'Berta' }]);
  await ask('ban', { key: swapped(usedKey), userToo: '1' });
  expect((await ask('userdata', { user: 'Anna' })).body['banned']).toBe('');
  expect(await ask('unban', { key: usedKey.toLowerCase() })).toMatchObject({ success: true });
  expect((await ask('userdata', { user: 'Anna' })).body['banned']).toBeNull();
});

test('the effects are those of the exact name', async () => {
  const { ask } = await open();
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
  // The user's tokens go with them, whatever the case they were asked for in.
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

test('a variable of all users is changed where it is, in whatever case, and added where it is not', async () => {
  const { service, ask } = await open();
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

test('the word for all users is that word only', async () => {
  const { service, ask, database } = await open();
  await service.removeNeighbour();
  // As before 0.19, when nobody looked at the width of a reserved name.
  await database
    .updateTable('users')
    .set(spelled('username', 'Ａll'))
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

test('nothing new has the name of what is there, in any case', async () => {
  const { ask } = await open();
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

test('of two that differ in case only from before, each is meant by its exact name alone', async () => {
  const { service, ask, database } = await open();
  await service.removeNeighbour();
  for (const table of [
    'plans',
    'channels',
    'variables',
    'licenses',
    'userVariables',
    'users',
  ] as const)
    await unguard(database, table);
  const plan = await database.selectFrom('plans').selectAll().executeTakeFirstOrThrow();
  await database
    .insertInto('plans')
    .values({ ...plan, id: 'pro', ...spelled('name', 'PRO') })
    .execute();
  const channel = await database.selectFrom('channels').selectAll().executeTakeFirstOrThrow();
  await database
    .insertInto('channels')
    .values({ ...channel, ...spelled('name', 'LOBBY') })
    .execute();
  const motd = await database
    .selectFrom('variables')
    .selectAll()
    .where('varid', '=', 'Motd')
    .executeTakeFirstOrThrow();
  await database
    .insertInto('variables')
    .values({ ...motd, ...spelled('varid', 'MOTD'), value: 'two' })
    .execute();
  const license = await database
    .selectFrom('licenses')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  await database
    .insertInto('licenses')
    .values({ ...license, ...spelled('key', key.toUpperCase()) })
    .execute();
  const colour = await database.selectFrom('userVariables').selectAll().executeTakeFirstOrThrow();
  await database
    .insertInto('userVariables')
    .values({ ...colour, ...spelled('name', 'COLOUR') })
    .execute();
  const third = [
    ['countsubs', { name: 'pro' }],
    ['editchan', { name: 'lobby', delay: '1' }],
    ['retrvvar', { name: 'motd' }],
    ['verify', { key: key.toLowerCase() }],
    ['setvar', { user: 'Anna', var: 'colour', data: 'x' }],
  ] as const;
  for (const [type, asked] of third) expect((await ask(type, asked)).success, type).toBe(false);
  expect((await ask('setvar', { user: 'Anna', var: 'colour', data: 'x' })).message).toBe(
    'Several variables differ from this name in case only: write one of them as it is',
  );
  expect((await ask('retrvvar', { name: 'MOTD' })).message).toBe('two');
  expect((await ask('retrvvar', { name: 'Motd' })).message).toBe('hello');
  await ask('editsub', { sub: 'PRO', level: '7' });
  expect((await ask('fetchallsubs')).body['subs']).toEqual(
    expect.arrayContaining([
      { name: 'Pro', level: '1' },
      { name: 'PRO', level: '7' },
    ]),
  );
  await ask('setnote', { key, note: 'mine' });
  expect((await ask('info', { key: key.toUpperCase() })).body['note']).toBe('');
  expect((await ask('add', { mask: key.toLowerCase(), expiry: '1', force: '1' })).success).toBe(
    false,
  );
  // In bulk, those of whom it is not certain which is meant are left alone.
  await ask('setvar', { user: 'all', var: 'colour', data: 'grey' });
  const vars = (await ask('fetchalluservars')).body['vars'] as { data: string }[];
  expect(vars.filter(({ data }) => data === 'grey')).toHaveLength(1);
  expect((await ask('delmultiple', { key: `${key.toLowerCase()},${key}` })).body['deleted']).toBe(
    1,
  );
  expect((await ask('verify', { key: key.toUpperCase() })).success).toBe(true);
});
