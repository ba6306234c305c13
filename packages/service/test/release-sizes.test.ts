// Releases from before sizes were stored: a migration adds one size, a repeated push the other.
import { expect, test } from 'vitest';
import { migrate } from '../src/database/migrate.ts';
import { openEmptyDatabase, migrationsUpTo } from './support/old-database.ts';
import { ownApplicationId } from './support/own-application.ts';
import { openReleases, program } from './releases-parts.ts';

test('the migration adds the stored size of each release, without the manifest', async () => {
  const old = await openEmptyDatabase();
  await migrate(old.db, migrationsUpTo('023-retention'));
  const { raw } = old;
  const begun = [
    ['one', 'a', [100, 20, 3]],
    ['one', 'b', [100]],
    ['two', 'a', [100, 7]],
    ['two', 'c', []],
  ] as const;
  const tables = await raw.introspection.getTables();
  const columns = tables.find(({ name }) => name === 'applications')?.columns ?? [];
  for (const id of ['one', 'two']) {
    const row = columns.map(({ name, dataType }) => [name, /text/i.test(dataType) ? id : 1]);
    await raw
      .insertInto('applications')
      .values(Object.fromEntries(row) as Record<string, unknown>)
      .execute();
  }
  for (const [application_id, manifest_sha256, sizes] of begun) {
    const own = { application_id, manifest_sha256 };
    await raw
      .insertInto('releases')
      .values({ ...own, ...release })
      .execute();
    for (const [at, size] of sizes.entries())
      await raw
        .insertInto('release_contents')
        .values({ ...own, sha256: at === 0 ? manifest_sha256 : `${manifest_sha256}${at}`, size })
        .execute();
  }
  await old.toThisVersion();
  const rows = await old.db
    .selectFrom('releases')
    .select(['applicationId', 'manifestSha256', 'size', 'stored'])
    .orderBy('applicationId')
    .orderBy('manifestSha256')
    .execute();
  expect(rows).toEqual([
    { applicationId: 'one', manifestSha256: 'a', size: null, stored: 23 },
    { applicationId: 'one', manifestSha256: 'b', size: null, stored: 0 },
    { applicationId: 'two', manifestSha256: 'a', size: null, stored: 7 },
    { applicationId: 'two', manifestSha256: 'c', size: null, stored: 0 },
  ]);
});

test('a repeated push adds the size of an older release, and changes nothing else', async () => {
  const { made, push, offer, service, signIn } = await openReleases();
  const session = await signIn(await service.addUser());
  const release = await made(1);
  await push(release, '--rollout', '100');
  const whole = await offer(session);
  expect(whole?.size).toBe(sum(Object.values(program).map(({ length }) => length)));
  await service.database
    .updateTable('releases')
    .set({ size: null })
    .where('applicationId', '=', ownApplicationId)
    .execute();
  expect(await offer(session)).toMatchObject({ size: null, stored: whole?.stored });
  expect((await push(release)).exitCode).toBe(0);
  const { size, stored, sequence, manifestSha256 } = (await offer(session)) ?? {};
  expect({ size, stored, sequence, manifestSha256 }).toEqual({
    size: whole?.size,
    stored: whole?.stored,
    sequence: 1,
    manifestSha256: whole?.manifestSha256,
  });
});

const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);

/** A release, in the columns of the version before the migration. */
const release = {
  manifest_size: 100,
  keyid: '0'.repeat(16),
  signature: '0'.repeat(128),
  kind: 'program',
  channel: 'stable',
  platform: 'linux-x64',
  sequence: 1,
  version: '1.0',
  notes: '',
  rollout: 100,
  required: 0,
  retracted: 0,
  contents: 3,
  begun_at: 1,
  published_at: 1,
};
