// Two loaders on one folder, each in a separate process: the second one is refused until the first
// one has ended, even if it was killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildMainPart } from '../adapters/build-main-part.ts';
import { deliveryWorker, testFolder } from './delivery-parts.ts';
import { makeRelease, serveRelease, testKey } from './handmade-release.ts';
import { plainRun, plainStore, type PlainPlace } from './plain-store.ts';

vi.setConfig({ testTimeout: 60_000 });

const key = testKey();
const release = makeRelease(key, 1, { 'run.sh': '#!/bin/sh\n', 'data/a': 'aaa '.repeat(50) });

test('a second loader reports that the first one is installing, and takes over when the first one is killed', async () => {
  const server = await serveRelease(release);
  onTestFinished(() => server.close());
  const folder = testFolder();
  await buildMainPart(
    fileURLToPath(new URL('killed-installer.ts', import.meta.url)),
    folder,
    'installer.cjs',
  );
  const place: PlainPlace = {
    workerFile: await deliveryWorker(),
    url: server.url,
    publicKey: key.publicKey,
    folder: path.join(folder, 'program'),
  };
  // The first loader never gets its chunks.
  server.misbehave = () => true;
  const job = JSON.stringify({ place, offer: release.offer });
  const first = spawn(process.execPath, [path.join(folder, 'installer.cjs'), job], {
    stdio: 'ignore',
  });
  onTestFinished(() => void first.kill('SIGKILL'));
  await vi.waitFor(() => expect(server.asked.size).toBeGreaterThan(0), 20_000);
  // On Windows the lock is an open file that nobody else can read.
  if (process.platform !== 'win32')
    expect(readFileSync(path.join(place.folder, 'lock'), 'utf8')).toMatch(
      new RegExp(`^${first.pid} \\S+\n$`),
    );

  const second = plainStore(place);
  const processId = process.platform === 'win32' ? null : first.pid;
  const otherLoader = { ok: false, problem: { kind: 'other-loader', processId } };
  const install = () => second.install(release.offer, plainRun(release.offer));
  expect(await install()).toEqual(otherLoader);
  expect(await second.uninstall()).toEqual(otherLoader);
  // Reading the state does not need the lock.
  expect(await second.installed()).toBeNull();

  const gone = once(first, 'exit');
  first.kill('SIGKILL');
  await gone;
  server.misbehave = () => false;
  expect(await install()).toMatchObject({ ok: true });
  expect(readFileSync(path.join(place.folder, 'current/run.sh'), 'utf8')).toBe('#!/bin/sh\n');
});
