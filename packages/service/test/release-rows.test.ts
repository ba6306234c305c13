// Seller operations on releases, while another application has the same manifests and lines.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReleaseRow } from '../src/database/schema-releases.ts';
import { addOtherApplication } from './support/another-application.ts';
import { ownApplicationId } from './support/own-application.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

const hash = (of: string) => of.repeat(64);

const line = { kind: 'program', channel: 'stable', platform: 'linux-x64', version: '1' } as const;
const state = { rollout: 100, required: 0, retracted: 0, begunAt: 1, publishedAt: 1 } as const;
const sizes = { manifestSize: 1, contents: 0, size: 1, stored: 1 };
const release = { ...line, ...state, ...sizes, keyid: '0'.repeat(16), signature: '', notes: '' };

async function open() {
  const wire = await openWire();
  const { database: db, dataFolder } = wire.service;
  const { id: nextDoor } = await addOtherApplication(wire.service, { id: 'next-door' });
  const add = async (
    manifest: string,
    sequence: number,
    { applicationId = ownApplicationId, ...more }: Partial<ReleaseRow> = {},
  ) => {
    const named = { applicationId, manifestSha256: hash(manifest), sequence };
    await db
      .insertInto('releases')
      .values({ ...release, ...named, ...more })
      .execute();
  };
  const needs = async (manifest: string, contents: string[], applicationId = ownApplicationId) => {
    const rows = contents.map((sha256) => ({
      applicationId,
      manifestSha256: hash(manifest),
      sha256,
      size: 1,
    }));
    await db.insertInto('releaseContents').values(rows).execute();
  };
  const changed = async () => {
    const rows = db.selectFrom('releases').selectAll().orderBy('manifestSha256');
    return (await rows.execute())
      .filter(
        ({ publishedAt, retracted, rollout }) =>
          publishedAt !== 1 || retracted !== 0 || rollout !== 100,
      )
      .map(({ applicationId, manifestSha256 }) => `${applicationId} ${manifestSha256.charAt(0)}`);
  };
  const folder = join(dataFolder, 'files', ownApplicationId);
  const store = (sha256: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, sha256), 'x');
  };
  const has = (sha256: string) => existsSync(join(folder, sha256));
  return { ...wire, ask: sellerOf(wire.service), nextDoor, db, add, needs, changed, store, has };
}

test('publishes only the given release, and no other that is being uploaded', async () => {
  const { ask, add, needs, changed, nextDoor } = await open();
  for (const [manifest, sequence] of [
    ['a', 1],
    ['b', 2],
  ] as const)
    await add(manifest, sequence, { publishedAt: null });
  await add('a', 1, { applicationId: nextDoor, publishedAt: null });
  const before = ['next-door a', 'the-own-application a', 'the-own-application b'];
  expect((await changed()).sort()).toEqual(before);
  await needs('b', [hash('1')]);
  await needs('a', [hash('2')], nextDoor);
  // Missing chunks of other releases do not count, not even of the same one in another application.
  expect((await ask('missingchunks', { manifest: hash('a') })).body).toMatchObject({ missing: [] });
  expect((await ask('publishrelease', { manifest: hash('a') })).success).toBe(true);
  expect((await ask('missingchunks', { manifest: hash('b') })).body).toMatchObject({
    missing: [hash('1')],
  });
  expect((await ask('publishrelease', { manifest: hash('b') })).success).toBe(false);
  const states = ((await ask('fetchreleases')).body['releases'] as { state: string }[]).map(
    ({ state }) => state,
  );
  expect(states.sort()).toEqual(['published', 'uploading']);
});

test('a session that may fetch a release gets the contents of that release, and no others', async () => {
  const { add, needs, nextDoor, store, send, signIn, service } = await open();
  await add('a', 1);
  await add('b', 1, { channel: 'beta' });
  await needs('a', [hash('1')]);
  await needs('b', [hash('2')]);
  await needs('a', [hash('3')], nextDoor);
  for (const of of ['1', '2', '3']) store(hash(of));
  const sessionid = await signIn(await service.addUser());
  const parameters = { channel: 'stable', platform: 'linux-x64' };
  const { body } = await send({ type: 'release', sessionid, ...parameters });
  const { chunks } = body['release'] as { readonly chunks: string }; // as its schema says
  const statusOf = async (of: string) => (await fetch(service.url + chunks + hash(of))).status;
  expect([await statusOf('1'), await statusOf('2'), await statusOf('3')]).toEqual([200, 400, 400]);
});

test('retracts and rolls out a release only for its own kind, channel and platform', async () => {
  const { ask, add, changed, nextDoor } = await open();
  await add('a', 7);
  await add('b', 7, { kind: 'loader' });
  await add('c', 7, { channel: 'beta' });
  await add('d', 7, { platform: 'win32-x64' });
  await add('e', 6);
  await add('a', 7, { applicationId: nextDoor });
  const named = { channel: 'stable', platform: 'linux-x64', sequence: '7' };
  for (const [type, more] of [
    ['retractrelease', {}],
    ['rolloutrelease', { rollout: '5' }],
  ] as const) {
    expect((await ask(type, { ...named, ...more })).success).toBe(true);
    expect(await changed()).toEqual([`${ownApplicationId} a`]);
  }
});

test('prunes any number of contents of a removed release, and none of another application', async () => {
  const { ask, db, needs, nextDoor, store, has } = await open();
  // More contents than fit into one part.
  const contents = Array.from({ length: 501 }, (_, index) => index.toString(16).padStart(64, '0'));
  await needs('a', contents);
  await needs('b', contents.slice(0, 1), nextDoor);
  for (const sha256 of contents) store(sha256);
  expect((await ask('prunereleases', { keep: '1' })).success).toBe(true);
  expect(contents.filter(has)).toEqual([]);
  const left = db.selectFrom('releaseContents').select(['applicationId', 'manifestSha256']);
  expect(await left.execute()).toEqual([{ applicationId: nextDoor, manifestSha256: hash('b') }]);
});
