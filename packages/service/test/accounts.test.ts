// Reseller and manager accounts in the seller API, and what their balances accept.
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

async function open(interleave = false) {
  const { service } = await openWire({ interleave, now: () => 1_800_000_000_000 });
  return { service, ask: sellerOf(service) };
}

const rita = { role: 'Reseller', user: 'Rita', pass: 'a secret of Rita' };
const empty = {
  day: '0',
  week: '0',
  month: '0',
  three_month: '0',
  six_month: '0',
  lifetime: '0',
  year: '0',
};

test('refuses a name that differs from an existing one only in case', async () => {
  const { ask } = await open();
  await ask('addAccount', rita);
  for (const user of ['rita', 'RITA', 'Rita'])
    expect(await ask('addAccount', { ...rita, user })).toMatchObject({
      message: 'Account already exists!',
    });
  const both = await Promise.all(
    ['Zoë', 'ZOË', 'zoë'].map((user) => ask('addAccount', { ...rita, user })),
  );
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  expect((await ask('fetchallaccounts')).body['accounts']).toHaveLength(2);
});

test('finds an account in any case of its name', async () => {
  const { ask } = await open();
  await ask('addAccount', rita);
  expect(await ask('banaccount', { user: 'rITA' })).toMatchObject({ success: true });
  expect((await ask('fetchallaccounts')).body['accounts']).toMatchObject([
    { username: 'Rita', state: 'banned' },
  ]);
  expect(await ask('setbalance', { username: 'RITA', day: '5' })).toMatchObject({ success: true });
  expect((await ask('getbalance', { username: 'rita' })).body).toMatchObject({
    balance: { ...empty, day: '5' },
  });
  const audit = JSON.stringify((await ask('fetchauditlog')).body['auditlog']);
  expect(audit).toContain('"user=Rita reason=');
  expect(audit).toContain('"username=Rita ');
  expect(audit).not.toMatch(/rITA|RITA/);
  expect(await ask('deleteAccount', { user: 'rita' })).toMatchObject({ success: true });
});

test('creates, lists and removes an account', async () => {
  const { service, ask } = await open();
  const more = { keylevels: '1|2', email: 'Rita@example.org', perms: '5' };
  expect(await ask('addAccount', { ...rita, ...more })).toMatchObject({
    message: 'Successfully created account!',
  });
  await ask('addAccount', { role: 'Manager', user: 'Mia', pass: 'p' });
  expect((await ask('fetchallaccounts')).body['accounts']).toEqual([
    {
      username: 'Mia',
      role: 'Manager',
      keylevels: '',
      perms: '0',
      scopes: '',
      state: 'disabled',
      createdate: '1800000000',
      banreason: '',
      invited: '0',
      joined: false,
      haskey: false,
      balance: empty,
    },
    {
      username: 'Rita',
      role: 'Reseller',
      keylevels: '1|2',
      perms: '5',
      scopes: '',
      state: 'disabled',
      createdate: '1800000000',
      banreason: '',
      invited: '0',
      joined: false,
      haskey: false,
      balance: empty,
    },
  ]);
  const rows = await service.database.selectFrom('accounts').selectAll().execute();
  const row = rows.find(({ username }) => username === 'Rita');
  expect(JSON.stringify(rows)).not.toContain(rita.pass);
  expect(row?.passwordHash).toBe('');
  expect(row?.emailHash).toMatch(/^k1\.[0-9a-f]{64}$/);
  expect(await ask('deleteAccount', { user: 'Rita' })).toMatchObject({
    message: 'Successfully deleted account!',
  });
  expect((await ask('fetchallaccounts', { limit: '1' })).body['accounts']).toHaveLength(1);
});

test('creates an account once under concurrent requests', async () => {
  const { ask } = await open(true);
  const answers = await Promise.all([1, 2, 3].map(() => ask('addAccount', rita)));
  expect(answers.map(({ message }) => message).sort()).toEqual([
    'Account already exists!',
    'Account already exists!',
    'Successfully created account!',
  ]);
});

test('adds to and subtracts from a balance under both operation names', async () => {
  const { service, ask } = await open();
  await ask('addAccount', rita);
  const username = 'Rita';
  const first = { day: '1', week: '2', month: '3', threemonth: '4', sixmonth: '5', year: '6' };
  expect(await ask('setbalance', { username, ...first, lifetime: '7' })).toMatchObject({
    message: 'Balance Successfully Added',
  });
  await ask('balance', { username, day: '10', lifetime: '-7' });
  const { name: appname } = service.app;
  expect((await ask('getbalance', { username, appname })).body).toEqual({
    success: true,
    message: 'Balance Successfully Retrieved',
    balance: {
      day: '11',
      week: '2',
      month: '3',
      three_month: '4',
      six_month: '5',
      lifetime: '0',
      year: '6',
    },
  });
});

test('loses no addition when concurrent requests change a balance', async () => {
  const { ask } = await open(true);
  await ask('addAccount', rita);
  await Promise.all(
    Array.from({ length: 10 }, () => ask('setbalance', { username: 'Rita', month: '3' })),
  );
  const { body } = await ask('getbalance', { username: 'Rita' });
  expect(body['balance']).toMatchObject({ month: '30' });
});

test('rejects a change beyond the limits of a balance, and applies no part of it', async () => {
  const { service, ask } = await open();
  await ask('addAccount', rita);
  await ask('setbalance', { username: 'Rita', day: '5', year: '1000000' });
  for (const change of [
    { day: '1', week: '-1' },
    { day: '1', year: '1' },
  ])
    expect(await ask('setbalance', { username: 'Rita', ...change })).toMatchObject({
      status: 400,
      message: 'A balance must stay between 0 and 1000000',
    });
  const { body } = await ask('getbalance', { username: 'Rita' });
  expect(body['balance']).toEqual({ ...empty, day: '5', year: '1000000' });
  const audit = await service.database.selectFrom('auditLogs').select('type').execute();
  expect(audit).toHaveLength(2);
});

test.each([
  ['addAccount', { ...rita, role: 'Owner' }, 'The parameter "role" is not valid.'],
  ['addAccount', { ...rita, scopes: 'read' }, 'Only managers have scopes'],
  [
    'addAccount',
    { role: 'Manager', user: 'Mia', scopes: 'sell,x' },
    'The parameter "scopes" is not valid.',
  ],
  ['editaccount', { user: 'Rita', scopes: 'read' }, 'Only managers have scopes'],
  ['editaccount', { user: 'Nobody' }, 'Account not found!'],
  ['newaccountkey', { user: 'Nobody' }, 'Account not found!'],
  ['endaccountkey', { user: 'Rita' }, 'This account has no seller key'],
  ['inviteaccount', { user: 'Nobody' }, 'Account not found!'],
  ['banaccount', { user: 'Nobody' }, 'Account not found!'],
  ['unbanaccount', { user: 'Nobody' }, 'Account not found!'],
  ['fetchbalance', { username: 'Nobody' }, 'Account not found!'],
  ['fetchcustomers', { username: 'Nobody' }, 'Account not found!'],
  ['setbalance', { username: 'Rita', level: 'x' }, 'The parameter "level" is not valid.'],
  ['addAccount', { ...rita, perms: '-1' }, 'The parameter "perms" is not valid.'],
  ['setbalance', { username: 'Rita', day: '1000001' }, 'The parameter "day" is not valid.'],
  ['setbalance', { username: 'Rita', day: '1.5' }, 'The parameter "day" is not valid.'],
  ['setbalance', { username: 'Nobody', day: '1' }, 'Account not found!'],
  ['balance', { username: 'Nobody', day: '1' }, 'Account not found!'],
  ['getbalance', { username: 'Nobody' }, 'Account not found!'],
  ['getbalance', { username: 'Rita', appname: 'Another' }, 'Account not found!'],
  ['deleteAccount', { user: 'Nobody' }, 'Account not found!'],
])('%s rejects %j', async (type, request, message) => {
  const { ask } = await open();
  if (type !== 'addAccount') await ask('addAccount', rita);
  expect(await ask(type, request)).toMatchObject({ status: 400, message });
});

test('cannot reach accounts of another application', async () => {
  const { service, ask } = await open();
  const { database } = service;
  await ask('addAccount', rita);
  const row = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const other = { ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' };
  await database.insertInto('applications').values(other).execute();
  await database.updateTable('accounts').set({ applicationId: 'other' }).execute();
  for (const [type, request] of [
    ['deleteAccount', { user: 'Rita' }],
    ['setbalance', { username: 'Rita', day: '1' }],
    ['getbalance', { username: 'Rita' }],
  ] as const)
    expect(await ask(type, request)).toMatchObject({ message: 'Account not found!' });
  expect((await ask('fetchallaccounts')).body['accounts']).toEqual([]);
});
