// Searches and checks of whole releases use the connection for long reads, so that no other
// application waits for them, and applications take turns there.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RootOperationNode } from 'kysely';
import { expect, test } from 'vitest';
import { WriteShare, longReadLimits, onBehalfOf } from '../src/database/write-share.ts';
import { ownApplicationId } from './support/own-application.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

const manifest = 'a'.repeat(64);
/** Enough contents for more than two parts. */
const contents = 4001;

async function open() {
  const noted: string[] = [];
  const wire = await openWire({
    wrapDatabase: (db) =>
      db.withPlugin({
        transformQuery({ node }: { readonly node: RootOperationNode }) {
          noted.push(JSON.stringify(node));
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }),
  });
  const { service } = wire;
  const ask = sellerOf(service);
  /** Long statements on the connection that answers. */
  const long = () =>
    noted.splice(0).filter((node) => / like |"like"|"release_contents"/.test(node));
  return { ...wire, ask, db: service.database, long };
}

async function openRelease() {
  const wire = await open();
  const { service, db } = wire;
  const own = { applicationId: ownApplicationId, manifestSha256: manifest };
  const line = { kind: 'program', channel: 'stable', platform: 'linux-x64', version: '1' } as const;
  const sizes = { manifestSize: 1, contents, size: 1, stored: 1 };
  const states = { rollout: 0, required: 0, retracted: 0, begunAt: 1, publishedAt: null } as const;
  const signed = { keyid: '0'.repeat(16), signature: '', notes: '', sequence: 1 };
  await db
    .insertInto('releases')
    .values({ ...own, ...line, ...sizes, ...states, ...signed })
    .execute();
  const hashes = Array.from({ length: contents }, (_, at) =>
    createHash('sha256').update(String(at)).digest('hex'),
  );
  for (let at = 0; at < contents; at += 500)
    await db
      .insertInto('releaseContents')
      .values(hashes.slice(at, at + 500).map((sha256) => ({ ...own, sha256, size: 1 })))
      .execute();
  const folder = join(service.dataFolder, 'files', ownApplicationId);
  mkdirSync(folder, { recursive: true });
  const store = (some: readonly string[]) => {
    for (const sha256 of some) writeFileSync(join(folder, sha256), '');
  };
  return { ...wire, hashes, store };
}

test('searches read licenses and users on the connection for long reads', async () => {
  const { ask, long, service, db } = await open();
  await service.addUser({ username: 'Anna' });
  await ask('add', { expiry: '1', note: 'June' });
  long();
  expect((await ask('findkey', { text: 'June' })).body['keys']).toHaveLength(1);
  expect((await ask('finduser', { text: 'Ann' })).body['users']).toHaveLength(1);
  expect(long()).toEqual([]);
  // Ensures that such a statement would have been noticed.
  await db.selectFrom('users').select('id').where('username', 'like', 'A%').execute();
  await db.selectFrom('releaseContents').select('sha256').execute();
  expect(long()).toHaveLength(2);
});

test('a release is checked in parts on the connection for long reads', async () => {
  const { ask, long, hashes, store } = await openRelease();
  const missing = [hashes[7] ?? '', hashes[2500] ?? '', hashes.at(-1) ?? ''];
  store(hashes.filter((hash) => !missing.includes(hash)));
  long();
  expect((await ask('missingchunks', { manifest })).body).toEqual({
    success: true,
    message: 'Successfully retrieved missing chunks',
    missing: missing.toSorted(),
  });
  expect((await ask('publishrelease', { manifest })).success).toBe(false);
  store(missing);
  expect((await ask('missingchunks', { manifest })).body['missing']).toEqual([]);
  expect((await ask('publishrelease', { manifest })).body).toMatchObject({ sequence: 1 });
  expect(long()).toEqual([]);
});

test('an application with many long reads delays another by at most one of them', async () => {
  const share = new WriteShare(longReadLimits);
  const order: string[] = [];
  const reading = (application: string) =>
    onBehalfOf(application, () =>
      share.within(() => {
        order.push(application);
        return Promise.resolve();
      }),
    );
  await Promise.all([...Array.from({ length: 20 }, () => reading('large')), reading('small')]);
  expect(order.indexOf('small')).toBeLessThanOrEqual(2);
  expect(order).toHaveLength(21);
});
