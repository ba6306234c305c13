// Managers and resellers who act with their seller keys: audit log, changed scopes, ended keys.
import { expect, test } from 'vitest';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { operationSets } from '../src/host/seller-operations.ts';
import { permit } from '../src/api/seller-permission.ts';
import { accessOf, findPerson, sellerOfPerson } from '../src/features/people/people.ts';
import { addOtherApplication } from './support/another-application.ts';
import { openWithPeople } from './support/people.ts';
import { openWithResellers } from './support/resellers.ts';

test('the audit log records everything that an account does, under its name', async () => {
  const { ask, addReseller, audit } = await openWithResellers();
  await ask('addAccount', { role: 'Manager', user: 'Mia', scopes: 'support' });
  const sellerkey = String((await ask('newaccountkey', { user: 'Mia' })).body['sellerkey']);
  const rita = await addReseller('Rita');
  const [key = ''] = await rita.make();
  await rita.act('info', { key });
  await rita.act('banuser', { user: 'Anna' });
  await ask('extend', { sellerkey, user: 'Anna', sub: 'Pro', expiry: '1' });
  await ask('fetchallusers', { sellerkey });
  // Rows that are written at the same moment have no fixed order.
  const lines = (await audit()).sort();
  const masked = `****${key.slice(-4)}`;
  expect(lines.filter((line) => line.startsWith('account Rita'))).toEqual([
    expect.stringContaining('account Rita add amount=1'),
    expect.stringContaining('account Rita banuser refused: The scope'),
    `account Rita info key=${masked}`,
  ]);
  expect(lines.filter((line) => line.startsWith('account Mia'))).toEqual([
    expect.stringContaining('account Mia extend refused'),
    'account Mia fetchallusers',
  ]);
  expect(lines.filter((line) => line.startsWith('newaccountkey'))).toEqual([
    'newaccountkey user=Mia',
    'newaccountkey user=Rita',
  ]);
  expect(lines.join('\n')).not.toContain(sellerkey);
});

test('editing an account changes what its key may do, and a new key ends the earlier one', async () => {
  const { ask, addReseller, service } = await openWithResellers();
  await ask('addAccount', { role: 'Manager', user: 'Mia', scopes: 'read' });
  const newKey = async () =>
    String((await ask('newaccountkey', { user: 'Mia' })).body['sellerkey']);
  const bystander = await addReseller('Berta');
  const first = await newKey();
  expect((await ask('fetchallkeys', { sellerkey: first })).success).toBe(true);
  await ask('editaccount', { user: 'Mia', scopes: 'sell' });
  expect((await ask('fetchallkeys', { sellerkey: first })).body['reason']).toBe('scope');
  expect((await ask('add', { sellerkey: first, expiry: '1' })).success).toBe(true);
  await ask('editaccount', { user: 'Mia', scopes: '' });
  expect((await ask('setseller', { sellerkey: first })).body['reason']).toBe('scope');
  const second = await newKey();
  const refused = { status: 400, message: 'Invalid seller key' };
  expect(await ask('setseller', { sellerkey: first })).toMatchObject(refused);
  await ask('endaccountkey', { user: 'Mia' });
  expect(await ask('setseller', { sellerkey: second })).toMatchObject(refused);
  const third = await newKey();
  await ask('banaccount', { user: 'Mia' });
  await ask('unbanaccount', { user: 'Mia' });
  expect(await ask('setseller', { sellerkey: third })).toMatchObject(refused);
  await ask('deleteAccount', { user: 'Mia' });
  const rows = await service.database.selectFrom('sellerKeys').select('keyHash').execute();
  expect(rows).toEqual([{ keyHash: hashToken(bystander.sellerkey) }]);
  expect((await bystander.act('setseller')).success).toBe(true);
});

test('a manager with several scopes sees unused keys as each scope does', async () => {
  const { ask } = await openWithResellers();
  await ask('addAccount', { role: 'Manager', user: 'Mia', scopes: 'support,sell' });
  const sellerkey = String((await ask('newaccountkey', { user: 'Mia' })).body['sellerkey']);
  const key = String((await ask('add', { sellerkey, expiry: '1' })).body['key']);
  const masked = `****${key.slice(-4)}`;
  expect((await ask('fetchallkeys', { sellerkey })).body['keys']).toMatchObject([{ key: masked }]);
  expect((await ask('verify', { sellerkey, key })).success).toBe(true);
});

test('a person may act where an account allows it, and an owner in every application', async () => {
  const { ask, service, invite, accept, parts } = await openWithPeople();
  await accept(await invite('Mia', { scopes: 'read' }));
  await accept(await invite('Rita', { role: 'Reseller', scopes: '', keylevels: '1' }));
  const other = await addOtherApplication(service, { id: 'other', ownerid: 'testOwner1' });
  await addOtherApplication(service, { id: 'foreign' });
  const { db } = parts;
  const mia = await findPerson(db, 'testOwner1', 'Mia');
  const rita = await findPerson(db, 'testOwner1', 'Rita');
  if (mia === undefined || rita === undefined) throw new Error('Nobody was invited');
  const seller = await sellerOfPerson(db, mia, service.app.name);
  expect(seller?.key).toMatchObject({ scopes: ['read'], label: 'account Mia' });
  expect(await sellerOfPerson(db, mia, other.name)).toBeUndefined();
  const keyOfRita = (await sellerOfPerson(db, rita, service.app.name))?.key;
  if (keyOfRita === undefined) throw new Error('Rita may not act');
  const permitted = Object.entries(sellerApi).filter(
    ([type, spec]) =>
      !('refusal' in permit(operationSets, keyOfRita, type as keyof typeof sellerApi, spec)), // its key
  );
  expect(permitted.map(([type]) => type)).toHaveLength(9);
  const olga = { ...mia, id: 'olga', name: 'Olga', nameFold: 'olga', isOwner: 1 as const };
  await db.insertInto('people').values(olga).execute();
  const access = await accessOf(db, olga);
  expect(access.map(({ application, key }) => [application.id, key.label, ...key.scopes])).toEqual([
    ['other', 'account Olga', 'all'],
    ['the-own-application', 'account Olga', 'all'],
  ]);
  await ask('banaccount', { user: 'Mia' });
  expect(await accessOf(db, mia)).toEqual([]);
});
