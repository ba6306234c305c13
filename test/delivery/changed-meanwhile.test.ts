// Changes and losses during an installation: expired URLs, another manifest, removed files, a
// crashed worker and a missing disk.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { deliveryWorker, testFolder } from './delivery-parts.ts';
import { makeRelease, sendChunk } from './handmade-release.ts';
import { plainRun, plainStore } from './plain-store.ts';
import { key, large, release, largeHash, bench } from './faults-parts.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

test('expired URLs are renewed once for all chunks; without new URLs the release counts as withdrawn', async () => {
  const { server, store, install } = await bench();
  let renewed = 0;
  server.misbehave = (_hash, _request, response) => {
    if (renewed > 0) return false;
    response.writeHead(400).end('{"success":false,"reason":"bad-request"}');
    return true;
  };
  const gone = plainRun(release.offer, { renew: () => Promise.resolve(null) });
  expect(await store.install(release.offer, gone)).toEqual({
    ok: false,
    problem: { kind: 'not-offered' },
  });
  const other = { ...release.offer, manifestSha256: '0'.repeat(64) };
  const changed = plainRun(release.offer, { renew: () => Promise.resolve(other) });
  expect(await store.install(release.offer, changed)).toMatchObject({
    problem: { kind: 'not-offered' },
  });
  const renew = async () => {
    renewed += 1;
    return Promise.resolve(release.offer);
  };
  expect(await store.install(release.offer, plainRun(release.offer, { renew }))).toMatchObject({
    ok: true,
  });
  expect(renewed).toBe(1);
  expect(await install()).toMatchObject({ ok: true });
});

test('a manifest whose hash or version differs from the answer is refused', async () => {
  const { server, store } = await bench();
  const other = makeRelease(key, 3, { 'run.sh': 'other' });
  server.serve = { ...release, bytes: other.bytes, signature: other.signature };
  const notGenuine = { ok: false, problem: { kind: 'not-genuine' } };
  expect(await store.install(release.offer, plainRun(release.offer))).toEqual(notGenuine);
  const renamed = { ...release.offer, version: '9.9' };
  server.serve = release;
  expect(await store.install(renamed, plainRun(renamed))).toEqual(notGenuine);
  const giant = { ...release.offer, manifestSize: 2 ** 40 };
  expect(await store.install(giant, plainRun(giant))).toEqual(notGenuine);
  expect(await store.installed()).toBeNull();
});

test('a file that vanishes after its verification is downloaded again', async () => {
  const { server, place, install, isWhole } = await bench();
  const victim = path.join(place.folder, 'next/data/large');
  const smallHash = [...release.chunks].find(([, bytes]) => bytes.length === 1)?.[0] ?? '';
  let taken = 0;
  // Holds back the small chunk until the large file is written, and removes that file.
  server.misbehave = (hash, request, response) => {
    if (hash !== smallHash || taken > 0) return false;
    void vi
      .waitFor(() => expect(readFileSync(victim, 'utf8')).toBe(large), 20_000)
      .then(() => {
        rmSync(victim);
        taken += 1;
        sendChunk(release.chunks.get(hash), hash, request, response);
      });
    return true;
  };
  expect(await install()).toMatchObject({ ok: true });
  expect([taken, server.asked.get(largeHash), isWhole()]).toEqual([1, 2, true]);
});

test('a file that vanishes twice is reported', async () => {
  const workerFile = path.join(testFolder(), 'worker.cjs');
  writeFileSync(
    workerFile,
    `const { parentPort } = require('node:worker_threads');
    const values = {
      begin: { needsManifest: false },
      admit: { line: 'line', lines: ['line'], highest: null },
      assemble: { missing: [], fetchedBytes: 0 },
      verifyNext: { missing: [], file: 'data/large' },
      end: null,
    };
    parentPort.on('message', ({ name }) =>
      parentPort.postMessage({ kind: 'answer', outcome: { ok: true, value: values[name] } }));`,
  );
  const { place } = await bench();
  const store = plainStore({ ...place, workerFile });
  expect(await store.install(release.offer, plainRun(release.offer))).toEqual({
    ok: false,
    problem: { kind: 'removed', file: 'data/large' },
  });
});

test('a crash of the worker is reported as an internal error, and the next call starts a new worker', async () => {
  const workerFile = path.join(testFolder(), 'worker.cjs');
  writeFileSync(workerFile, `throw new Error('broken');`);
  const { place } = await bench();
  const store = plainStore({ ...place, workerFile });
  await expect(store.installed()).rejects.toThrow('broken');
  writeFileSync(workerFile, readFileSync(place.workerFile));
  expect(await store.installed()).toBeNull();
});

test('a folder on a missing disk is reported, and no folder is created instead', async () => {
  const { place, install } = await bench();
  place.folder = path.join(testFolder(), 'stick/program');
  expect(await install()).toEqual({
    ok: false,
    problem: { kind: 'folder-gone', folder: place.folder },
  });
  expect(readdirSync(path.join(place.folder, '../..'))).toEqual([]);
});
