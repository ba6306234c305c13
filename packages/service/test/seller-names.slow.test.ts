// Names in another case in the seller API (docs/protocol.md#names); answers and audit have the
// stored name.
import { expect, test } from 'vitest';
import { sellerApi, type SellerType } from '@latchkey/protocol/seller-api.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { maskKey } from '../src/secrets/key-mask.ts';
import { addTwin, swapCase, twinRows } from './support/twin-application.ts';
import { openMixedCase, requests, usedKey } from './support/named-in-requests.ts';

/** Operations that need a prepared state, and have a separate test below. */
const apart: readonly SellerType[] = [
  ...(['disable2fa', 'unmuteuser', 'unban', 'eraseuser'] as const),
  // In user-computers.test.ts and password-links.test.ts.
  ...(['removecomputer', 'passwordlink'] as const),
];

const specs = Object.entries(sellerApi) as [SellerType, SellerSpec][];
const withNames = specs.filter(([, { names }]) => names !== undefined).map(([type]) => type);

test('every parameter that takes a name is declared as a name, unless it creates something', () => {
  const madeHere: Readonly<Record<string, string>> = {
    addAccount: 'user',
    adduser: 'user',
    activate: 'user',
    editusername: 'newUsername',
    addvar: 'name',
    addchannel: 'name',
    addsub: 'name',
    importkey: 'key',
    // Variables of all users are found by their name together with the users.
    massUserVarDelete: 'name',
  };
  // Names of files and webhooks are not such names.
  const others = [
    ...['upload', 'editfile'],
    // The name of what is counted.
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

/** Operations that affect all users with the subscription. */
const ofAllUsers = ['delappsub', 'pausesub', 'unpausesub'];

test.each(Object.entries(requests))('%s finds names in another case', async (type, asked) => {
  const { service, database, ask } = await openMixedCase();
  if (ofAllUsers.includes(type)) await service.removeNeighbour();
  await addTwin(database);
  const before = await twinRows(database);
  const names: Readonly<Record<string, string>> =
    (sellerApi[type as SellerType] as SellerSpec).names ?? {};
  const other = Object.fromEntries(
    Object.entries(asked).map(([name, text]) => [name, name in names ? swapCase(text) : text]),
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
      expect(text).not.toContain(hidden(swapCase(one)));
    if (name in asked && changes?.includes(name) === true)
      expect(audit[0]?.detail).toContain(`${name}=${stored.map(hidden).join(',')}`);
  }
  expect(await twinRows(database)).toEqual(before);
  // The other user is unchanged.
  expect((await ask('getvar', { user: 'Berta', var: 'Colour' })).body['response']).toBe('Berta');
  expect((await ask('userdata', { user: 'Berta' })).body).toMatchObject({
    banned: null,
    cooldown: '0',
    hwids: [],
  });
  expect((await ask('retrvvar', { name: 'Other' })).message).toBe('other');
});

test('disable2fa, unmuteuser, unban and eraseuser find names in another case', async () => {
  const { database, ask } = await openMixedCase();
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
  await ask('ban', { key: swapCase(usedKey), userToo: '1' });
  expect((await ask('userdata', { user: 'Anna' })).body['banned']).toBe('');
  expect(await ask('unban', { key: usedKey.toLowerCase() })).toMatchObject({ success: true });
  expect((await ask('userdata', { user: 'Anna' })).body['banned']).toBeNull();
  expect(await ask('eraseuser', { user: 'ANNA' })).toMatchObject({ success: true });
  expect((await ask('verifyuser', { user: 'Anna' })).success).toBe(false);
  expect((await ask('verifyuser', { user: 'Berta' })).success).toBe(true);
});
