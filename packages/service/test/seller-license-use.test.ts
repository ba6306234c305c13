// Work with existing licenses: notes, durations, assignment, lists, and their audit rows.
import { expect, test } from 'vitest';
import { sellerOf, sellerText } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

const now = 1_800_000_000;

async function open() {
  const wire = await openWire({ now: () => now * 1000 });
  return { ...wire, ask: sellerOf(wire.service) };
}

test('sets note and duration, and returns the key of a user', async () => {
  const { service, ask } = await open();
  const key = await service.addLicense({ days: 3 });
  expect(await ask('verify', { key })).toMatchObject({ message: 'Key Successfully Verified' });
  await ask('setnote', { key, note: 'second\nline' });
  await ask('edit', { key, expiry: '0.5' });
  expect((await ask('info', { key })).body).toMatchObject({
    note: 'second\nline',
    duration: '43200',
  });
  const { username: user } = await service.addUser();
  expect(await ask('getkey', { user })).toMatchObject({ message: 'License not found' });
  expect(await ask('assignkey', { user, key })).toMatchObject({ success: true });
  expect((await ask('getkey', { user })).body).toEqual({ success: true, message: '', key });
  expect(await sellerText(service, { type: 'getkey', user })).toBe(key);
  expect(await ask('edit', { key, expiry: '9' })).toMatchObject({
    status: 400,
    message: 'License key has already been used',
  });
});

test.each([
  ['verify', {}, 'Key Not Found'],
  ['info', {}, 'Key Not Found'],
  ['edit', { expiry: '1' }, 'Key Not Found'],
  ['setnote', { note: 'x' }, 'Failed to set note'],
  ['del', {}, 'Failed to delete license!'],
  ['delmultiple', {}, 'Failed to delete license!'],
  ['ban', {}, 'Failed to ban license!'],
  ['unban', {}, 'Failed to unban license!'],
])('%s rejects an unknown key', async (type, more, message) => {
  const { service, ask } = await open();
  const { database } = service;
  const row = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  await database
    .insertInto('applications')
    .values({ ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' })
    .execute();
  await service.addLicense({ days: 1 });
  await database.updateTable('licenses').set({ applicationId: 'other', key: 'THEIRS' }).execute();
  // SECURITY: unknown keys and keys of another application are rejected.
  for (const key of ['NOWHERE', 'THEIRS'])
    expect(await ask(type, { key, ...more })).toMatchObject({ status: 400, message });
});

test('assigning a key fails for the same reasons as redeeming it', async () => {
  const { service, ask } = await open();
  const { username: user } = await service.addUser();
  const key = await service.addLicense({ days: 3 });
  const cases = [
    [{ user, key: 'NOWHERE' }, 'Invalid license key'],
    [{ user, key: await service.addLicense({ days: 1, banned: '' }) }, 'Your license is banned'],
    [{ user: 'nobody-here', key }, 'Invalid username'],
    // SECURITY: here "all" is not a user, and never means every user.
    [{ user: 'all', key }, 'Invalid username'],
    [
      { user, key: await service.addLicense({ days: 1, level: '77' }) },
      'There is no subscription created for your key level. Contact application developer.',
    ],
  ] as const;
  for (const [request, message] of cases)
    expect(await ask('assignkey', request)).toMatchObject({ status: 400, message });
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask('assignkey', { user, key })));
  expect(answers.map(({ message }) => message).sort()).toEqual([
    'License key has already been used',
    'License key has already been used',
    'License key has already been used',
    'Upgraded successfully',
  ]);
});

test('lists keys in pages, newest first', async () => {
  const { service, ask } = await open();
  const keys = await Promise.all([1, 2, 3].map(() => service.addLicense({ days: 1 })));
  await service.database
    .updateTable('licenses')
    .set({ createdAt: now + 5 })
    .where('key', '=', keys[1] ?? '')
    .execute();
  const first = await ask('fetchallkeys', { limit: '1' });
  expect(first.body).toMatchObject({ more: true, keys: [{ key: keys[1] }] });
  const rest = await ask('fetchallkeys', { offset: '1' });
  expect(rest.body['keys']).toHaveLength(2);
  expect(rest.body).not.toHaveProperty('more');
});

test('the audit log has no complete key, even as a user name', async () => {
  const { service, ask } = await open();
  const keys = await Promise.all([1, 2, 3, 4].map(() => service.addLicense({ days: 1 })));
  const [key = '', named = '', ...others] = keys;
  await service.addUser({ username: named });
  await ask('setnote', { key, note: 'kept' });
  await ask('ban', { key, reason: 'why' });
  await ask('unban', { key });
  await ask('edit', { key, expiry: '2' });
  await ask('assignkey', { user: named, key });
  await ask('add', { expiry: '1', mask: 'OWN-SECRET', force: '1' });
  await ask('delmultiple', { key: others.join(', ') });
  const rows = await service.database.selectFrom('auditLogs').select(['type', 'detail']).execute();
  expect(rows).toHaveLength(7);
  const text = JSON.stringify(rows);
  for (const secret of [...keys, 'OWN-SECRET']) expect(text).not.toContain(secret);
  expect(text).toContain(`key=****${key.slice(-4)} note=kept`);
  expect(text).toContain(`user=****${named.slice(-4)} key=****${key.slice(-4)}`);
  expect(text).toContain(others.map((other) => `****${other.slice(-4)}`).join(','));
});
