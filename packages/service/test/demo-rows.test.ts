// The demo data: its listing contains only rows of the demo application.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import { demoApplication, demoUsers } from '../src/host/demo-data.ts';
import { emptyListing, listDemo } from '../src/host/demo-listing.ts';
import { seedDemo } from '../src/host/demo-seed.ts';
import { createPasswords } from '../src/secrets/passwords.ts';
import { openServiceSecret } from '../src/secrets/service-secret.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { cheapCost } from './support/cheap-cost.ts';
import { databaseOptionsOf, dropDatabaseOf } from './support/postgresql.ts';

const sellerkey = 'of-this-demo';

async function openDemo() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-demo-'));
  const options = await databaseOptionsOf(dataFolder, 'empty');
  const db = await openDatabase({ ...options, dataFolder, onIdleFault: () => undefined });
  onTestFinished(async () => {
    await db.destroy();
    rmSync(dataFolder, { recursive: true });
    await dropDatabaseOf(dataFolder);
  });
  const secret = openServiceSecret(join(dataFolder, 'secret'));
  const passwords = await createPasswords(cheapCost);
  await seedDemo(db, { secret, passwords, sellerkey }, unixMs(1_800_000_000_000));
  const { id } = await db.selectFrom('applications').select('id').executeTakeFirstOrThrow();
  return { db, id };
}

test('counts the keys and users that it adds, so that the numbers agree with the lists', async () => {
  const { db } = await openDemo();
  const counts = await db.selectFrom('newCounts').select(['kind', 'count']).execute();
  expect(Object.fromEntries(counts.map(({ kind, count }) => [kind, count]))).toEqual({
    made: 8,
    redeemed: 1,
    newusers: demoUsers.length,
  });
});

test('omits rows of other applications', async () => {
  const { db, id } = await openDemo();
  const whole = await listDemo(db, sellerkey);
  expect(whole.users).toHaveLength(demoUsers.length);
  const row = await db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const { revision: _, ...own } = row;
  const other = { id: 'other', ownerid: 'otherOwner', sellerkeyHash: 'other', pageName: null };
  await db
    .insertInto('applications')
    .values({ ...own, ...other })
    .execute();
  expect(await listDemo(db, sellerkey)).toEqual(whole);
  for (const table of ['users', 'licenses', 'variables', 'webhooks'] as const)
    await db
      .updateTable(table)
      .set({ applicationId: 'other' })
      .where('applicationId', '=', id)
      .execute();
  expect(await listDemo(db, sellerkey)).toEqual({
    ...emptyListing,
    app: { ...demoApplication, sellerkey },
  });
});

test.each([
  { name: 'Northwind' },
  { ownerid: 'somebody' },
  { sellerkeyHash: hashToken('another key') },
])('an application with %o is not the demo application', async (change) => {
  const { db } = await openDemo();
  await db.updateTable('applications').set(change).execute();
  expect(await listDemo(db, sellerkey)).toEqual(emptyListing);
});

test('exactly one user has a paused subscription', async () => {
  const { db } = await openDemo();
  const paused = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .select('username')
    .where('remainingSeconds', 'is not', null)
    .execute();
  expect(paused).toEqual([{ username: 'paul' }]);
});
