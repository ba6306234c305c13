// What the next start of the loader finds after an unfinished run, with another worker on the same
// folder.
import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { deliveryWorker, testFolder } from './delivery-parts.ts';
import {
  makeRelease,
  serveRelease,
  sha256,
  testKey,
  type MadeRelease,
} from './handmade-release.ts';
import { plainRun, plainStore, recordsOf, type PlainPlace } from './plain-store.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

const key = testKey();
const files = { 'run.sh': '#!/bin/sh\n', 'data/a': 'aaa '.repeat(50), 'data/b': 'bbb' };
const one = makeRelease(key, 1, files);
const two = makeRelease(key, 2, { ...files, 'data/b': 'new', 'data/c': 'more' });

const storedOf = ({ manifest }: MadeRelease, ...contents: readonly string[]) =>
  contents.reduce(
    (sum, content) =>
      sum + (manifest.chunks.find((chunk) => chunk.sha256 === sha256(content))?.stored ?? NaN),
    0,
  );

async function bench() {
  const server = await serveRelease(one);
  onTestFinished(() => server.close());
  const place: PlainPlace = {
    workerFile: await deliveryWorker(),
    url: server.url,
    publicKey: key.publicKey,
    folder: path.join(testFolder(), 'program'),
  };
  const store = plainStore(place);
  const at = (...names: string[]) => path.join(place.folder, ...names);
  /** Stops a run that waits for the chunk with this content, once `noted` others are recorded. */
  const stopAt = async (release: MadeRelease, content: string, noted: number, repairs = false) => {
    const held = release.manifest.chunks.find((chunk) => chunk.sha256 === sha256(content));
    const stop = new AbortController();
    const areNoted = () => {
      expect(existsSync(at('next.chunks'))).toBe(true);
      expect(statSync(at('next.chunks')).size).toBe(64 + noted * 4);
    };
    server.serve = release;
    server.misbehave = (hash) => {
      if (hash !== held?.storedSha256) return false;
      void vi.waitFor(areNoted, 20_000).then(() => stop.abort());
      return true;
    };
    const run = plainRun(release.offer, { signal: stop.signal });
    const done = await (repairs
      ? store.repair(release.offer, run)
      : store.install(release.offer, run));
    expect(done).toEqual({ ok: false, problem: { kind: 'stopped' } });
    server.misbehave = () => false;
  };
  /** Reads the unfinished run as the next start does. */
  const begun = () => plainStore(place).unfinishedRun();
  return { server, place, store, at, stopAt, begun };
}

test('no unfinished run is reported without a folder or after a complete run', async () => {
  const { store, begun } = await bench();
  expect(await begun()).toBeNull();
  expect(await store.install(one.offer, plainRun(one.offer))).toMatchObject({ ok: true });
  expect(await begun()).toBeNull();
});

test('an unfinished installation reports downloaded and total bytes', async () => {
  const { stopAt, begun, store } = await bench();
  await stopAt(one, files['data/a'], 2);
  expect(await begun()).toEqual({
    manifestSha256: one.offer.manifestSha256,
    doneBytes: storedOf(one, files['run.sh'], files['data/b']),
    totalBytes: storedOf(one, ...Object.values(files)),
  });
  await store.discard();
  expect(await begun()).toBeNull();
});

test('an unfinished update counts only bytes that are not already on the disk', async () => {
  const { at, stopAt, store, begun } = await bench();
  expect(await store.install(one.offer, plainRun(one.offer))).toMatchObject({ ok: true });
  // Two chunks were copied, and one was downloaded.
  await stopAt(two, 'new', 3);
  const left = {
    manifestSha256: two.offer.manifestSha256,
    doneBytes: storedOf(two, 'more'),
    totalBytes: storedOf(two, 'new', 'more'),
  };
  expect(await begun()).toEqual(left);
  // A kill before the first copy: chunks that can be copied are still not in the total.
  writeFileSync(at('next.chunks'), two.offer.manifestSha256);
  expect(await begun()).toEqual({ ...left, doneBytes: 0 });
});

test('an unfinished repair reports downloaded bytes, and no total', async () => {
  const { at, stopAt, store, begun } = await bench();
  expect(await store.install(one.offer, plainRun(one.offer))).toMatchObject({ ok: true });
  writeFileSync(at('current/data/a'), 'altered');
  writeFileSync(at('current/data/b'), 'altered');
  await stopAt(one, files['data/a'], 1, true);
  expect(await begun()).toEqual({
    manifestSha256: one.offer.manifestSha256,
    doneBytes: storedOf(one, files['data/b']),
    totalBytes: null,
  });
});

test.each<[string, string, string]>([
  ['its record cannot be read', 'program/next.chunks', 'no hash'],
  [
    'its manifest does not match the signature',
    `records/manifests/${one.offer.manifestSha256}.json`,
    '{}',
  ],
])('no unfinished run is reported if %s', async (_, name, content) => {
  const { place, stopAt, begun } = await bench();
  await stopAt(one, files['data/a'], 2);
  const [start, ...rest] = name.split('/');
  const folder = start === 'records' ? recordsOf(place.folder) : place.folder;
  writeFileSync(path.join(folder, ...rest), content);
  expect(await begun()).toBeNull();
});
