// Migration 030 marks users of earlier versions whose name is a license key, and their passwords.
import { expect, test } from 'vitest';
import { migrate } from '../src/database/migrate.ts';
import { migrationsUpTo, openEmptyDatabase } from './support/old-database.ts';

const application = (id: string) => ({
  ...{ id, name: id, ownerid: 'testOwner1', sellerkey_hash: id, version: '1.0', download: '' },
  ...{ enabled: 1, paused: 0, hwid_lock: 0, force_hwid: 0, min_hwid: 0 },
  ...{ session_seconds: 3600, created_at: 1 },
});

const user = (application_id: string, username: string, name_is_key: 0 | 1) => ({
  ...{ id: `${application_id}-${username}`, application_id, username, name_is_key },
  ...{ username_fold: username.toLowerCase(), password_hash: '', totp_step: 0, created_at: 1 },
});

test('marks a name that is a key of its own application, and passwords of such users', async () => {
  const { db, raw, toThisVersion } = await openEmptyDatabase();
  await migrate(db, migrationsUpTo('028-ends-in-order'));
  for (const id of ['own', 'other']) {
    await raw.insertInto('applications').values(application(id)).execute();
    for (const [username, isKey] of [
      ['IMPORTED', 0],
      ['KNOWN', 1],
      ['Anna', 0],
    ] as const)
      await raw
        .insertInto('users')
        .values(user(id, username, isKey))
        .execute();
  }
  await raw
    .insertInto('licenses')
    .values({
      ...{ application_id: 'own', key: 'Imported', key_fold: 'imported', level: '1', seconds: 1 },
      ...{ status: 'used', used_by: null, used_at: 1, created_at: 1 },
    })
    .execute();
  await toThisVersion();
  const rows = await raw
    .selectFrom('users')
    .select(['id', 'name_is_key', 'password_is_key'])
    .orderBy('id')
    .execute();
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    'other-Anna 0 0',
    'other-IMPORTED 0 0',
    'other-KNOWN 1 1',
    'own-Anna 0 0',
    'own-IMPORTED 1 1',
    'own-KNOWN 1 1',
  ]);
});
