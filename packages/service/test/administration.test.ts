// The functions behind `latchkey app`, which create applications on the service's own machine.
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createApplication,
  inspectData,
  listApplications,
  renewSellerKey,
  type DataLocation,
} from '../src/host/administration.ts';
import type { Database } from '../src/database/schema.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { databaseKind, environmentOf } from './support/postgresql.ts';
import { temporaryFolder } from './support/service-command.ts';
import { openDatabase } from '../src/database/open.ts';

async function newPlace(): Promise<DataLocation> {
  const dataFolder = temporaryFolder();
  return { dataFolder, environment: await environmentOf(dataFolder, 'empty') };
}

const one = {
  name: 'One',
  ownerid: 'abcde12345',
  version: '1.0',
  plan: { name: 'Pro', level: '1' },
};

async function storedHashes(place: DataLocation) {
  return withDatabase(place, async (db) => {
    const rows = await db.selectFrom('applications').select('sellerkeyHash').execute();
    return rows.map(({ sellerkeyHash }) => sellerkeyHash);
  });
}

async function withDatabase<T>(
  { dataFolder, environment }: DataLocation,
  use: (db: Database) => Promise<T>,
): Promise<T> {
  const databaseUrl = environment.DATABASE_URL;
  const db = await openDatabase({ dataFolder, databaseUrl, onIdleFault: () => undefined });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

test('stores the hash of the returned seller key, and replaces it on renewal', async () => {
  const place = await newPlace();
  const created = await createApplication(place, one);
  if (!created.ok) throw new Error(created.sentence);
  expect(created.value.sellerkey).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(await storedHashes(place)).toEqual([hashToken(created.value.sellerkey)]);
  const renewed = await renewSellerKey(place, 'One', undefined);
  if (!renewed.ok) throw new Error(renewed.sentence);
  expect(renewed.value).toMatchObject({ ownerid: one.ownerid, publicKey: created.value.publicKey });
  expect(await storedHashes(place)).toEqual([hashToken(renewed.value.sellerkey)]);
  expect(renewed.value.sellerkey).not.toBe(created.value.sellerkey);
});

test('a new application refuses bodies of shops without an order number', async () => {
  const place = await newPlace();
  await createApplication(place, one);
  const row = await withDatabase(place, (db) =>
    db.selectFrom('applications').select('unknownOrders').executeTakeFirstOrThrow(),
  );
  expect(row.unknownOrders).toBe('refuse');
});

test('a renewed seller key works from any address', async () => {
  const place = await newPlace();
  await createApplication(place, one);
  await withDatabase(place, (db) =>
    db.updateTable('applications').set({ sellerAddress: '192.0.2.1' }).execute(),
  );
  expect((await renewSellerKey(place, 'One', undefined)).ok).toBe(true);
  const row = await withDatabase(place, (db) =>
    db.selectFrom('applications').select('sellerAddress').executeTakeFirstOrThrow(),
  );
  expect(row.sellerAddress).toBeNull();
});

test('creates an application with the same name and owner once, even concurrently', async () => {
  const place = await newPlace();
  await listApplications(place);
  const all: Awaited<ReturnType<typeof createApplication>>[] = [];
  // Connections of one process to a SQLite file share a thread, so they cannot wait for each other.
  if (databaseKind === 'sqlite')
    for (let made = 0; made < 5; made += 1) all.push(await createApplication(place, one));
  else
    all.push(
      ...(await Promise.all(Array.from({ length: 5 }, () => createApplication(place, one)))),
    );
  expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  for (const result of all) if (!result.ok) expect(result.sentence).toContain('already');
  expect(await listApplications(place)).toMatchObject({
    ok: true,
    value: {
      applications: [{ name: 'One', ownerid: one.ownerid, isEnabled: true, isPaused: false }],
    },
  });
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ ownerid: 'abc' }, '--ownerid'],
  [{ version: '' }, 'version'],
  [{ plan: { name: '', level: '1' } }, '--sub'],
])('rejects %j before opening the database', async (change, word) => {
  const place = await newPlace();
  rmSync(place.dataFolder, { recursive: true });
  const result = await createApplication(place, { ...one, ...change });
  expect(result).toMatchObject({ ok: false, sentence: expect.stringContaining(word) as unknown });
});

test.runIf(databaseKind === 'postgresql')('changes nothing without a signing key', async () => {
  const place = await newPlace();
  const created = await createApplication(place, one);
  const before = await storedHashes(place);
  const { DATABASE_URL } = place.environment;
  const keyless = { ...place, environment: { DATABASE_URL } };
  expect(created.ok).toBe(true);
  const sentence = expect.stringContaining('LATCHKEY_SIGNING_KEY_FILE') as unknown;
  expect(await createApplication(keyless, { ...one, name: 'Two' })).toEqual({
    ok: false,
    sentence,
  });
  expect(await renewSellerKey(keyless, 'One', undefined)).toEqual({ ok: false, sentence });
  expect(await storedHashes(place)).toEqual(before);
});

test('an inspection changes nothing', async () => {
  const place = await newPlace();
  // Free disk space varies.
  const look = async () => (await inspectData(place)).filter(({ what }) => !what.includes('disk'));
  const before = await look();
  expect(before.some(({ isOk }) => !isOk)).toBe(true);
  expect(await look()).toEqual(before);
  await createApplication(place, one);
  const none = expect.stringContaining('None is recorded.') as string;
  for (const { isOk, what, advice } of await look())
    expect([what, isOk, advice]).toEqual([what, true, what.startsWith('The last ') ? none : '']);
});
