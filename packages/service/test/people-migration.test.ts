// Migrations 039 and 040: accounts of earlier versions give no access, and their counters
// become opening entries of balances.
import { expect, test } from 'vitest';
import { migrate } from '../src/database/migrate.ts';
import { migrationsUpTo, openEmptyDatabase } from './support/old-database.ts';

const application = {
  ...{ id: 'own', name: 'own', ownerid: 'testOwner1', sellerkey_hash: 'own', version: '1.0' },
  ...{ download: '', enabled: 1, paused: 0, hwid_lock: 0, force_hwid: 0, min_hwid: 0 },
  ...{ session_seconds: 3600, created_at: 1 },
};

const account = (username: string, counters: Readonly<Record<string, number>>) => ({
  ...{ id: `id-${username}`, application_id: 'own', role: 'Reseller', username, key_levels: '1' },
  ...{ password_hash: 'an old hash', permissions: 2047, created_at: 77, ...counters },
});

test('keeps accounts but clears their passwords and scopes, and adds opening balances', async () => {
  const { db, raw, toThisVersion } = await openEmptyDatabase();
  await migrate(db, migrationsUpTo('035-own-account'));
  await raw.insertInto('applications').values(application).execute();
  await raw
    .insertInto('accounts')
    .values(account('Rita', { day: 5, three_month: 2, lifetime: 7 }))
    .execute();
  await raw.insertInto('accounts').values(account('Berta', {})).execute();
  await raw
    .insertInto('licenses')
    .values({
      ...{ application_id: 'own', key: 'Old', key_fold: 'old', level: '1', seconds: 1 },
      ...{ status: 'unused', created_at: 1 },
    })
    .execute();
  await toThisVersion();
  const accounts = await raw.selectFrom('accounts').selectAll().orderBy('username').execute();
  for (const row of accounts) {
    expect(row).toMatchObject({ password_hash: '', permissions: 2047, scopes: '' });
    expect(row).toMatchObject({ person_id: null, banned_reason: null });
    expect(row).not.toHaveProperty('day');
  }
  const balances = await raw.selectFrom('balances').selectAll().orderBy('duration').execute();
  const opened = { account_id: 'id-Rita', level: '', used: 0 };
  expect(balances).toEqual([
    { ...opened, duration: 'day', granted: 5 },
    { ...opened, duration: 'lifetime', granted: 7 },
    { ...opened, duration: 'threemonth', granted: 2 },
  ]);
  const entries = await raw.selectFrom('balance_entries').selectAll().orderBy('duration').execute();
  expect(
    entries.map(({ kind, duration, amount, written_at }) => [kind, duration, amount, written_at]),
  ).toEqual([
    ['opening', 'day', 5, 77],
    ['opening', 'lifetime', 7, 77],
    ['opening', 'threemonth', 2, 77],
  ]);
  expect(await raw.selectFrom('licenses').selectAll().execute()).toMatchObject([
    { account_id: null, charge: null, is_charged: 0 },
  ]);
});
