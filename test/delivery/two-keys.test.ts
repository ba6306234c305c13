// Two pinned publisher keys share one series of sequences: no key allows a downgrade.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createReleaseVerifier } from '../../src/main/core/delivery/verified-release.ts';
import { deliveryWorker, memory, testFolder } from './delivery-parts.ts';
import {
  application,
  makeRelease,
  serveRelease,
  testKey,
  type MadeRelease,
} from './handmade-release.ts';
import { plainRun, plainStore, type PlainPlace } from './plain-store.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

const [one, two, unpinned] = [testKey(), testKey(), testKey()];
const files = { 'run.sh': '#!/bin/sh\n' };
const older = makeRelease(one, 90, { ...files, 'data/a': 'with a hole' });
const newer = makeRelease(two, 91, { ...files, 'data/a': 'mended' });
const refused = { ok: false, problem: { kind: 'older' } };

async function bench(publisherKeys = [one.publicKey, two.publicKey]) {
  const server = await serveRelease(older);
  onTestFinished(() => server.close());
  const place: PlainPlace = {
    workerFile: await deliveryWorker(),
    url: server.url,
    publicKey: one.publicKey,
    folder: path.join(testFolder(), 'program'),
  };
  const sequences = memory();
  const open = (keys = publisherKeys) => plainStore(place, { publisherKeys: keys, sequences });
  const run = (kind: 'install' | 'repair', release: MadeRelease, store = open()) => {
    server.serve = release;
    return store[kind](release.offer, plainRun(release.offer));
  };
  return { place, sequences, open, run };
}

test.each(['install', 'repair'] as const)(
  '%s refuses a lower sequence that another pinned key signed',
  async (kind) => {
    const { open, run } = await bench();
    expect(await run('install', older)).toMatchObject({ ok: true });
    expect(await run('install', newer)).toMatchObject({ ok: true });
    expect(await run(kind, older)).toEqual(refused);
    expect(await open().installed()).toMatchObject({ sequence: 91 });
    expect(await open().ready()).toMatchObject({ ok: true });
    // The control: a key may sign the next sequence.
    expect(await run('install', makeRelease(one, 92, files))).toMatchObject({ ok: true });
    expect(await run('repair', makeRelease(one, 92, files))).toMatchObject({ ok: true });
  },
);

test('a lower sequence is refused although the program and its records were removed', async () => {
  const { place, run } = await bench();
  expect(await run('install', newer)).toMatchObject({ ok: true });
  rmSync(path.dirname(place.folder), { recursive: true });
  mkdirSync(path.dirname(place.folder), { mode: 0o700 });
  expect(await run('install', older)).toEqual(refused);
  expect(await run('install', newer)).toMatchObject({ ok: true });
});

test('a lower sequence is refused although state.json was lost', async () => {
  const { sequences, run } = await bench();
  expect(await run('install', newer)).toMatchObject({ ok: true });
  sequences.all.clear();
  expect(await run('install', older)).toEqual(refused);
  expect(await run('repair', older)).toEqual(refused);
});

test('the limit of skipped numbers applies to all pinned keys', async () => {
  const { run } = await bench();
  expect(await run('install', newer)).toMatchObject({ ok: true });
  const far = { ok: false, problem: { kind: 'not-genuine' } };
  expect(await run('install', makeRelease(one, 1_000_092, files))).toEqual(far);
  expect(await run('install', makeRelease(one, 1_000_091, files))).toMatchObject({ ok: true });
});

test('the sequences of a key that is no longer pinned do not count', async () => {
  const { open, run } = await bench([one.publicKey, unpinned.publicKey]);
  expect(await run('install', makeRelease(unpinned, 500_000, files))).toMatchObject({ ok: true });
  const later = open([one.publicKey, two.publicKey]);
  expect(await run('install', older, later)).toMatchObject({ ok: true });
  expect(await later.installed()).toMatchObject({ sequence: 90 });
});

test('a release names the lines of all pinned keys, for its channel and platform only', () => {
  const line = { ...application, channel: 'stable', platform: 'linux-x64' };
  const verifier = createReleaseVerifier([one.publicKey, two.publicKey], line);
  const { bytes, signature, offer } = newer;
  const release = verifier.verify(bytes, signature, offer.manifestSha256);
  expect(release?.lines).toHaveLength(2);
  expect(release?.lines).toContain(release?.line);
  for (const name of release?.lines ?? []) expect(name).toMatch(/ program stable linux-x64$/);
});
