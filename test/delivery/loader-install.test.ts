// Replaces the AppImage with a verified release from the real store. An attacker who changes the
// store or the state can only delay this.
import { chmodSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createAppImageInstaller } from '../../src/main/adapters/app-image.ts';
import type { ReadyResult } from '../../src/main/core/delivery/ports.ts';
import {
  confirmLoader,
  installPending,
  settleNewVersion,
  type LoaderInstallParts,
} from '../../src/main/core/flows/loader-install.ts';
import { pendingSample } from '../support/fake-loader-installer.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { createFakeLog } from '../support/fake-log.ts';
import { noise } from '../support/noise.ts';
import { deliveryWorker, memory, testFolder } from './delivery-parts.ts';
import { brandId, makeLoaderRelease, serveRelease, testKey } from './handmade-release.ts';
import { hurried } from './instant-clock.ts';
import { plainRun, plainStore, type PlainPlace } from './plain-store.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

const key = testKey();
const content = noise(40_000, 61).toString('hex');
/** Version 1.5.0 with the sequence 5. */
const release = makeLoaderRelease(key, 5, content);

/** A computer that runs version 1.0.0 as an AppImage and has verified 1.5.0. */
async function bench() {
  const server = await serveRelease(release);
  onTestFinished(() => server.close());
  const root = testFolder();
  const place: PlainPlace = {
    workerFile: await deliveryWorker(),
    url: server.url,
    publicKey: key.publicKey,
    folder: path.join(root, 'loader-update'),
  };
  const store = plainStore(place, { brandId, sequences: memory(), clock: hurried() });
  expect(await store.install(release.offer, plainRun(release.offer))).toMatchObject({ ok: true });
  const image = path.join(root, 'apps/Fjord.AppImage');
  mkdirSync(path.dirname(image));
  writeFileSync(image, 'version 1.0.0');
  chmodSync(image, 0o755);
  const state = createFakeLocalState();
  state.change({ loaderUpdate: { ...pendingSample, version: '1.5.0', sequence: 5 } });
  const log = createFakeLog();
  let restarts = 0;
  const installer = createAppImageInstaller(image, () => void (restarts += 1));
  const start = async (version: string, more: Partial<LoaderInstallParts> = {}) => {
    const parts = {
      store,
      installer,
      version,
      log,
      state: { ...state, settled: () => Promise.resolve(true) },
      ...more,
    };
    return (await settleNewVersion(parts)) || (await installPending(parts));
  };
  return {
    store,
    image,
    state,
    log,
    start,
    restarts: () => restarts,
    installed: () => readFileSync(image, 'utf8'),
  };
}

async function fileIn(store: { readonly ready: () => Promise<ReadyResult> }): Promise<string> {
  const ready = await store.ready();
  if (!ready.ok) throw new Error(ready.reason);
  return ready.file;
}

test(
  'a verified release replaces the AppImage at the next start, and reaches its screen',
  { tags: 'linux' },
  async () => {
    const { image, state, start, restarts, installed } = await bench();
    expect(await start('1.0.0')).toBe(true);
    expect(restarts()).toBe(1);
    expect(installed() === content).toBe(true);
    expect(statSync(image).mode & 0o777).toBe(0o755);
    expect(readFileSync(`${image}.previous`, 'utf8')).toBe('version 1.0.0');
    expect(await start('1.5.0')).toBe(false);
    confirmLoader(state, '1.5.0');
    expect(state.get()).toMatchObject({
      loaderUpdate: null,
      loaderRelease: { sequence: 5, version: '1.5.0' },
    });
  },
);

test(
  'a new version that never reaches its screen is replaced by the previous one',
  { tags: 'linux' },
  async () => {
    const { start, restarts, installed } = await bench();
    await start('1.0.0');
    for (const _start of [1, 2, 3]) expect(await start('1.5.0')).toBe(false);
    expect(await start('1.5.0')).toBe(true);
    expect(installed()).toBe('version 1.0.0');
    expect(restarts()).toBe(2);
    expect(await start('1.0.0')).toBe(false);
    expect(installed()).toBe('version 1.0.0');
  },
);

test('a file that was changed in the store is not installed', async () => {
  const { store, start, restarts, installed } = await bench();
  writeFileSync(await fileIn(store), 'malware');
  expect(await start('1.0.0')).toBe(false);
  expect(installed()).toBe('version 1.0.0');
  expect(restarts()).toBe(0);
});

test('a changed file with the same size and time is not installed', async () => {
  const { store, log, start, installed } = await bench();
  const file = await fileIn(store);
  const { atime, mtime, size } = statSync(file);
  writeFileSync(file, 'x'.repeat(size));
  utimesSync(file, atime, mtime);
  expect(await start('1.0.0')).toBe(false);
  expect(installed()).toBe('version 1.0.0');
  expect(log.text()).toMatch(/not-genuine|damaged/);
});

test(
  'a file that is swapped between the verification and the copy is not installed',
  { tags: 'linux' },
  async () => {
    const { store, log, start, installed } = await bench();
    const file = await fileIn(store);
    const swapped: LoaderInstallParts['store'] = {
      async ready() {
        const ready = await store.ready();
        writeFileSync(file, content.replace(/^./, 'x'));
        return ready;
      },
    };
    expect(await start('1.0.0', { store: swapped })).toBe(false);
    expect(installed()).toBe('version 1.0.0');
    expect(log.text()).toContain('not-genuine');
    // The control: the same bytes as before.
    writeFileSync(file, content);
    expect(await start('1.0.0')).toBe(true);
    expect(installed() === content).toBe(true);
  },
);

test(
  'nothing is installed from an update folder that other users can change',
  { tags: 'modes' },
  async () => {
    const { store, log, start, installed } = await bench();
    const folder = path.dirname(path.dirname(await fileIn(store)));
    chmodSync(folder, 0o777);
    expect(await start('1.0.0')).toBe(false);
    expect(installed()).toBe('version 1.0.0');
    expect(log.text()).toContain('blocked');
    // The control: only this user can change it.
    chmodSync(folder, 0o700);
    expect(await start('1.0.0')).toBe(true);
    expect(installed() === content).toBe(true);
  },
);

test.each([
  ['a sequence', { sequence: 9 }],
  ['a version', { version: '9.0.0' }],
])(
  '%s written into the state does not select a release',
  { tags: 'linux' },
  async (_what, change) => {
    const { state, log, start, installed } = await bench();
    const { loaderUpdate } = state.get();
    state.change({ loaderUpdate: { ...(loaderUpdate ?? pendingSample), ...change } });
    expect(await start('1.0.0')).toBe(false);
    expect(installed()).toBe('version 1.0.0');
    expect(log.text()).toContain('other-release');
    // The control: the state as the loader wrote it.
    state.change({ loaderUpdate });
    expect(await start('1.0.0')).toBe(true);
    expect(installed() === content).toBe(true);
  },
);

test(
  'a release that is older than the running loader is not installed',
  { tags: 'linux' },
  async () => {
    const { start, installed, state } = await bench();
    const { loaderUpdate } = state.get();
    expect(await start('1.6.0')).toBe(false);
    expect(installed()).toBe('version 1.0.0');
    expect(state.get().loaderUpdate).toBeNull();
    // The control: a loader that is older than the release.
    state.change({ loaderUpdate });
    expect(await start('1.4.9')).toBe(true);
  },
);
