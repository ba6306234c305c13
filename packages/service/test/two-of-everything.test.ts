// An operation on one of two users, licenses or the like neither changes nor mentions the other.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import { openPair } from './support/pair.ts';

/** A request, and the rows that it changes. */
type Step = readonly [string, Readonly<Record<string, string>>, ...rows: readonly string[]];

async function walk(steps: (tokens: ReadonlyMap<string, string>) => readonly Step[]) {
  const { ask, changed, tokens, removeNeighbour } = await openPair();
  await removeNeighbour();
  for (const [type, parameters, ...rows] of steps(tokens)) {
    expect(await ask(type, parameters)).toMatchObject({ success: true });
    expect([type, ...(await changed())]).toEqual([type, ...rows]);
  }
}

const pro = 'subscriptions Anna Pro';
const withAnna = ['tokens Anna', 'tokens Anna-used', 'users Anna'];

test('operations on licenses change only rows of the named license', async () => {
  await walk(() => [
    ['edit', { key: 'Anna-free', expiry: '9' }, 'licenses Anna-free'],
    ['setnote', { key: 'Anna-free', note: 'x' }, 'licenses Anna-free'],
    [
      'ban',
      { key: 'Anna-used', reason: 'x', userToo: '1' },
      ...['bans Anna Anna-used', 'blacklist hwid Anna-device', 'grants Anna Pro 2'],
      ...['licenses Anna-used', pro, ...withAnna],
    ],
    [
      'ban',
      { key: 'Anna-more', reason: 'y', userToo: '1' },
      ...['bans Anna Anna-more', 'grants Anna Pro 3', 'licenses Anna-more', pro, ...withAnna],
    ],
    [
      'unban',
      { key: 'Anna-used' },
      ...['bans Anna Anna-used', 'grants Anna Pro 2', 'licenses Anna-used', pro],
    ],
    [
      'unban',
      { key: 'Anna-more' },
      ...['bans Anna Anna-more', 'blacklist hwid Anna-device', 'grants Anna Pro 3'],
      ...['licenses Anna-more', pro, ...withAnna],
    ],
    ['refund', { key: 'Anna-used' }, 'grants Anna Pro 2', 'licenses Anna-used', pro],
    ['refund', { order: 'Anna-more-order' }, 'grants Anna Pro 3', 'licenses Anna-more', pro],
    ['del', { key: 'Anna-used' }, 'licenses Anna-used', 'tokens Anna-used'],
    [
      'delmultiple',
      { key: 'Anna-free,Anna-more' },
      ...['licenses Anna-free', 'licenses Anna-more', 'tokens Anna-free'],
    ],
    [
      'add',
      { mask: 'Anna-next', force: '1', expiry: '1', order: 'Anna-next-order' },
      ...['licenses Anna-next', 'orders Anna-next-order'],
    ],
    ['add', { mask: 'Anna-next', force: '1', expiry: '1', order: 'Anna-next-order' }],
    [
      'assignkey',
      { user: 'Anna', key: 'Anna-next' },
      ...['grants Anna Pro 4', 'history Anna', 'licenses Anna-next', pro],
    ],
    [
      'importkey',
      { key: 'Anna-old', expires: '60', status: 'Used', usedby: 'Anna' },
      'licenses Anna-old',
    ],
    [
      'del',
      { key: 'Anna-old', userToo: '1' },
      ...['chatMessages Anna in Anna', 'chatMessages Anna in Berta', 'chatMutes Anna'],
      ...['codeFailures Anna', 'devices Anna Anna-device', 'grants Anna Max 1'],
      ...['1', '2', '3', '4'].map((position) => `grants Anna Pro ${position}`),
      ...['history Anna', 'knownAddresses Anna Anna-address', 'licenses Anna-next'],
      ...['licenses Anna-old', 'passwordResets Anna', 'sessions Anna', 'subscriptions Anna Max'],
      ...[pro, 'tokens Anna', 'userVariables Anna Colour', 'userVariables Anna Size', 'users Anna'],
    ],
  ]);
});

test('operations on time and subscriptions change only rows of the named user or subscription', async () => {
  await walk(() => [
    [
      'subtract',
      { user: 'Anna', sub: 'Pro', seconds: '60' },
      ...['grants Anna Pro 3', 'grants Anna Pro 4', pro],
    ],
    ['extend', { user: 'Anna', sub: 'Pro', expiry: '1' }, 'grants Anna Pro 5', pro],
    ['pauseuser', { username: 'Anna' }, 'subscriptions Anna Max', pro],
    ['unpauseuser', { username: 'Anna' }, 'subscriptions Anna Max', pro],
    [
      'setgrants',
      { user: 'Anna', sub: 'Pro', timeleft: '60', paused: '1' },
      ...['1', '2', '3', '4', '5'].map((position) => `grants Anna Pro ${position}`),
      pro,
    ],
    ['delsub', { user: 'Anna', sub: 'Pro' }, 'grants Anna Pro 1', pro],
    ['editsub', { sub: 'Max', level: '3' }, 'plans Max'],
    ['pausesub', { subscription: 'Max' }, 'subscriptions Anna Max', 'subscriptions Berta Max'],
    ['unpausesub', { subscription: 'Max' }, 'subscriptions Anna Max', 'subscriptions Berta Max'],
    [
      'delappsub',
      { name: 'Max' },
      ...['grants Anna Max 1', 'grants Berta Max 1', 'plans Max'],
      ...['subscriptions Anna Max', 'subscriptions Berta Max'],
    ],
  ]);
});

test('operations on users change only rows of the named user', async () => {
  await walk((tokens) => [
    [
      'banuser',
      { user: 'Anna', reason: 'x' },
      ...['bans Anna ', 'blacklist hwid Anna-device', ...withAnna],
    ],
    [
      'banuser',
      { user: 'Berta', reason: 'x' },
      ...['bans Berta ', 'blacklist hwid Berta-device'],
      ...['tokens Berta', 'tokens Berta-used', 'users Berta'],
    ],
    ['banuser', { user: 'Anna', reason: 'z' }, 'bans Anna ', ...withAnna],
    ['unbanuser', { user: 'Anna' }, ...['bans Anna ', 'blacklist hwid Anna-device', ...withAnna]],
    ['resetuser', { user: 'Anna' }, 'devices Anna Anna-device', 'users Anna'],
    ['addhwiduser', { user: 'Anna', hwid: 'Anna-next' }, 'devices Anna Anna-next'],
    ['setcooldown', { user: 'Anna', cooldown: '100' }, 'users Anna'],
    [
      'resetpw',
      { user: 'Anna', passwd: 'new' },
      ...['passwordResets Anna', 'sessions Anna', 'users Anna'],
    ],
    ['editemail', { user: 'Anna', email: 'a@example.com' }, 'users Anna'],
    ['setvar', { user: 'Anna', var: 'Colour', data: 'x' }, 'userVariables Anna Colour'],
    ['deluservar', { user: 'Anna', var: 'Colour' }, 'userVariables Anna Colour'],
    ['unmuteuser', { user: 'Anna' }, 'chatMutes Anna'],
    ['muteuser', { user: 'Anna', time: '5' }, 'chatMutes Anna'],
    ['bantoken', { token: tokens.get('Anna') ?? '', reason: 'x' }, 'tokens Anna'],
    ['unbantoken', { token: tokens.get('Anna') ?? '' }, 'tokens Anna'],
    ['deltoken', { token: tokens.get('Anna-used') ?? '' }, 'tokens Anna-used'],
    [
      'editusername',
      { currentUsername: 'Anna', newUsername: 'Anne' },
      ...['tokens Anna', 'tokens Anne', 'users Anna', 'users Anne'],
    ],
    [
      'deluser',
      { user: 'Anne' },
      ...['chatMessages Anna in Anna', 'chatMessages Anna in Berta', 'chatMutes Anne'],
      ...['codeFailures Anne', 'devices Anne Anna-next', 'grants Anne Max 1'],
      ...['1', '2', '3'].map((position) => `grants Anne Pro ${position}`),
      'history Anne',
      ...['knownAddresses Anne Anna-address', 'licenses Anna-more', 'licenses Anna-used'],
      ...['subscriptions Anne Max', 'subscriptions Anne Pro', 'tokens Anne'],
      ...['userVariables Anne Size', 'users Anne'],
    ],
  ]);
});

test('operations on variables, channels, lists and accounts change only the named row', async () => {
  await walk(() => [
    ['editvar', { varid: 'Anna', data: 'x' }, 'variables Anna'],
    ['delvar', { name: 'Anna' }, 'variables Anna'],
    ['editchan', { name: 'Anna', delay: '9' }, 'channels Anna'],
    [
      'clearchannel',
      { name: 'Anna' },
      ...['chatMessages Anna in Anna', 'chatMessages Berta in Anna'],
    ],
    ['delchannel', { name: 'Anna' }, 'channels Anna'],
    ['delbutton', { value: 'Anna' }, 'buttons Anna'],
    ['delblack', { data: 'Anna-banned', blacktype: 'hwid' }, 'blacklist hwid Anna-banned'],
    ['delWhite', { ip: '203.0.113.1' }, 'whitelist 203.0.113.1'],
    ['setbalance', { username: 'Anna', day: '5' }, 'balances Anna-account day'],
    ['balance', { username: 'Anna', day: '5' }, 'balances Anna-account day'],
    ['editaccount', { user: 'Anna', scopes: 'read' }, 'accounts Anna'],
    ['banaccount', { user: 'Anna' }, 'accounts Anna'],
    ['unbanaccount', { user: 'Anna' }, 'accounts Anna'],
    ['deleteAccount', { user: 'Anna' }, 'accounts Anna', 'balances Anna-account day'],
    [
      'setvar',
      { user: 'all', var: 'New', data: 'x' },
      ...['userVariables Anna New', 'userVariables Berta New'],
    ],
    ['massUserVarDelete', { name: 'Size' }, 'userVariables Anna Size', 'userVariables Berta Size'],
  ]);
});

test('the tests above cover every operation that changes a named row', () => {
  const above = readFileSync(import.meta.filename, 'utf8').replaceAll(/\s+/g, ' ');
  const left = Object.entries(sellerApi).flatMap(([type, spec]) =>
    'names' in spec && spec.changes !== null && !above.includes(`'${type}', {`) ? [type] : [],
  );
  // These create something new, or have a test with a bystander in another file.
  const apart =
    'activate addtoken adduser delfeature disable2fa endaccountkey endsessions eraseuser exportuser ' +
    'inviteaccount mapproduct newaccountkey passwordlink removecomputer setfeature';
  expect(left.sort().join(' ')).toBe(apart);
});

test('answers about one user or license do not mention the other', async () => {
  const { ask } = await openPair();
  const about: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    fetchorder: { order: 'Anna-used-order' },
    findkey: { text: 'Anna-used-order' },
    verify: { key: 'Anna-used' },
    getkey: { user: 'Anna' },
    info: { key: 'Anna-used' },
    keygrants: { key: 'Anna-used' },
    userdata: { user: 'Anna' },
    usersub: { user: 'Anna' },
    usergrants: { user: 'Anna' },
    finduser: { text: 'Anna' },
    getvar: { user: 'Anna', var: 'Colour' },
    retrvvar: { name: 'Anna' },
    getbalance: { username: 'Anna' },
  };
  for (const [type, parameters] of Object.entries(about)) {
    const { success, body } = await ask(type, parameters);
    expect([type, success]).toEqual([type, true]);
    expect(JSON.stringify(body)).not.toContain('Berta');
  }
  const subs = (await ask('usergrants', { user: 'Berta' })).body['subs'] as {
    subscription: string;
    grants: { key: string | null }[];
  }[]; // as its schema says
  expect(
    subs.map(({ subscription, grants }) => [subscription, ...grants.map(({ key }) => key)]),
  ).toEqual([
    ['Max', null],
    ['Pro', null, 'Berta-used', 'Berta-more'],
  ]);
  expect((await ask('info', { key: 'Berta-free' })).body).toMatchObject({
    usedby: '',
    status: 'Not Used',
    order: 'Berta-free-order',
  });
  expect((await ask('getkey', { user: 'Berta' })).body['key']).toBe('Berta-more');
  const { balance } = (await ask('getbalance', { username: 'Berta' })).body;
  expect(balance).toMatchObject({ day: '5' });
  expect((await ask('keygrants', { key: 'Berta-used' })).body['grants']).toMatchObject([
    { user: 'Berta', key: 'Berta-used' },
  ]);
  expect((await ask('getvar', { user: 'Berta', var: 'Size' })).body['data']).toBe('Berta Size');
});
