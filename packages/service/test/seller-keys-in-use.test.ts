// Seller keys in use: until they end, only for their application, and recorded in the audit log.
import { expect, test } from 'vitest';
import { addOtherApplication } from './support/another-application.ts';
import { openWithKeys as open, start } from './support/seller-keys.ts';

test('a key expires exactly at its end', async () => {
  const { ask, addKey, service, setNow } = await open();
  const sellerkey = await addKey('sell');
  const { database } = service;
  await database
    .updateTable('sellerKeys')
    .set({ endsAt: start + 3600 })
    .execute();
  expect((await ask('setseller', { sellerkey })).success).toBe(true);
  setNow(start + 3599);
  expect((await ask('add', { expiry: '1', sellerkey })).success).toBe(true);
  setNow(start + 3600);
  expect(await ask('add', { expiry: '1', sellerkey })).toMatchObject({
    status: 400,
    message: 'Invalid seller key',
  });
  expect((await ask('setseller')).success).toBe(true);
});

test("a key works only for its application, and from the seller's address", async () => {
  const { ask, addKey, service } = await open();
  const other = await addOtherApplication(service, { id: 'second' });
  const theirs = await addKey('sell', 'shop', other.id);
  const key = String((await ask('add', { expiry: '1' })).body['key']);
  expect((await ask('verify', { key, sellerkey: theirs })).message).toBe('Key Not Found');
  const created = await ask('add', { expiry: '1', sellerkey: theirs });
  expect((await ask('verify', { key: String(created.body['key']) })).message).toBe('Key Not Found');
  await service.database
    .updateTable('applications')
    .set({ sellerAddress: '192.0.2.1' })
    .where('id', '=', other.id)
    .execute();
  expect((await ask('setseller', { sellerkey: theirs })).message).toBe(
    'The setting selleraddress does not allow your IP',
  );
});

test("the application's own key still works, and its reads are not audited", async () => {
  const { ask, audit, addKey, service } = await open();
  await service.removeNeighbour();
  await service.addUser();
  await addKey('sell');
  expect((await ask('fetchallkeys')).success).toBe(true);
  expect((await ask('delallusers')).success).toBe(true);
  expect(await audit()).toEqual(['delallusers']);
});

test('the audit log has every use of another key with its label, even reads and refusals', async () => {
  const { ask, audit, addKey, service } = await open();
  const sellerkey = await addKey('sell', 'the shop');
  const { username } = await service.addUser();
  const key = String((await ask('add', { expiry: '1', order: '1', sellerkey })).body['key']);
  await ask('add', { expiry: '1', order: '1', sellerkey });
  await ask('info', { key, sellerkey });
  await ask('userdata', { user: username, sellerkey });
  await ask('verify', { key: 'none', sellerkey });
  await ask('nonsense', { sellerkey });
  // All of them are from the same moment.
  expect((await audit()).sort()).toEqual([
    "the shop - refused: Type doesn't exist",
    'the shop add amount=1 expiry=86400 owner=SellerAPI order=1 note=',
    'the shop add amount=1 expiry=86400 owner=SellerAPI order=1 note= repeated',
    `the shop info key=****${key.slice(-4)}`,
    'the shop userdata refused: The scope of this seller key does not allow this operation. Use a key with the scope "read" or "support".',
    'the shop verify refused: Key Not Found',
  ]);
  const rows = await service.database.selectFrom('auditLogs').select('detail').execute();
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(JSON.stringify(rows)).not.toContain(sellerkey);
});
