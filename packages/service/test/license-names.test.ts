// Which names are license keys: only keys and users of the same application count.
import { expect, test } from 'vitest';
import { findLicenseKeyNames } from '../src/secrets/license-names.ts';
import { openWire } from './support/service-client.ts';

test('a key of another application counts as an ordinary user name', async () => {
  const { service } = await openWire();
  const { database } = service;
  const own = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const key = await service.addLicense({ days: 1 });
  const license = await database.selectFrom('licenses').selectAll().executeTakeFirstOrThrow();
  const { username } = await service.addUser();
  const user = await database
    .selectFrom('users')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const other = { ...own, id: 'other', name: 'Other', sellerkeyHash: 'other' };
  await database.insertInto('applications').values(other).execute();
  const theirs = { applicationId: 'other', key: 'THEIRS', keyFold: 'theirs' };
  await database
    .insertInto('licenses')
    .values({ ...license, ...theirs })
    .execute();
  const named = { username: 'NAMED', usernameFold: 'named', nameIsKey: 1 as const };
  await database
    .insertInto('users')
    .values({ ...user, ...named, id: 'another', applicationId: 'other' })
    .execute();
  const asked = [key, 'Theirs', 'Named', username];
  expect(await findLicenseKeyNames(database, own.id, asked)).toEqual(new Set([key]));
  expect(await findLicenseKeyNames(database, 'other', asked)).toEqual(new Set(['Theirs', 'Named']));
});
