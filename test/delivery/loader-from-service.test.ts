// A loader that the real service refuses as too old gets its next version from the same service:
// without a session, from a release of the command line, as one file that the real worker verified.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { loaderFile, openReleases } from '../../packages/service/test/releases-parts.ts';
import { brandId, publisher } from '../support/release.ts';
import { createFakeLoaderInstaller } from '../support/fake-loader-installer.ts';
import { startRealLoader } from '../core/real-loader.ts';
import { deliveryWorker, memory, testFolder } from './delivery-parts.ts';
import { plainStore } from './plain-store.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

/** Less than the time limit of a request, which the same clock measures. */
const stepMs = 5000;
const line = ['--kind', 'loader', '--channel', 'stable', '--platform', 'linux-x64'];

async function openOutdated() {
  const releases = await openReleases();
  const { service, publicKey } = releases;
  const place = {
    workerFile: await deliveryWorker(),
    url: service.url,
    publicKey,
    folder: path.join(testFolder(), 'loader'),
  };
  const { name, ownerid } = service.app;
  const store = plainStore(place, {
    brandId,
    sequences: memory(),
    service: { baseUrl: service.url, name, ownerid },
  });
  const start = async () => {
    const line = { platform: 'linux-x64', channel: 'stable' };
    const { installer } = createFakeLoaderInstaller();
    const replacement = { store, installer, saved: () => Promise.resolve(true) };
    const updates = { ...line, version: '1.0.0', replacement };
    const loader = await startRealLoader(service, { version: '0.1' }, null, {}, { updates });
    onTestFinished(() => loader.stop());
    await loader.settled();
    return loader;
  };
  const file = async () => {
    const ready = await store.ready();
    return ready.ok ? readFileSync(ready.file) : ready.reason;
  };
  return { ...releases, start, file };
}

/** Advances the clock to the next request for a release, and waits for what follows from it. */
async function askAgain({ types, clock, settled }: Awaited<ReturnType<typeof startRealLoader>>) {
  const count = () => types.filter((type) => type === 'release').length;
  const before = count();
  while (count() === before) await clock.advance(stepMs);
  await settled();
}

test('an outdated loader without a session gets the next versions as verified files', async () => {
  const { madeLoader, push, latchkey, start, file } = await openOutdated();
  await push(await madeLoader(1));
  const loader = await start();
  loader.at('update-required');
  expect(loader.session().loaderUpdate).toMatchObject({ version: '1.1.0', notes: '' });
  expect(loader.types).toEqual(['init', 'release']);
  expect(loaderFile.equals(Buffer.from(await file()))).toBe(true);
  const next = Buffer.concat([loaderFile, Buffer.from('next')]);
  await push(await madeLoader(2, {}, next));
  await askAgain(loader);
  expect(loader.session().loaderUpdate).toMatchObject({ version: '1.2.0' });
  expect(next.equals(Buffer.from(await file()))).toBe(true);
  // A retracted release is not shown any more, and the release before it does not come back.
  await latchkey(['retract', ...line, '--sequence', '2']);
  await askAgain(loader);
  expect(loader.session().loaderUpdate).toBeNull();
  expect(next.equals(Buffer.from(await file()))).toBe(true);
});

test('a release that another publisher signed is refused, though the service offers it', async () => {
  const { push, start, file, service, madeLoader } = await openOutdated();
  const thief = await publisher(service.app);
  const out = path.join(testFolder(), 'release');
  await thief.makeLoader('malware', { out, sequence: '5', version: '9.0.0' });
  expect(await push(out)).toMatchObject({ exitCode: 0 });
  const loader = await start();
  expect(loader.session().loaderUpdate).toBeNull();
  expect(await file()).toBe('none');
  expect(loader.log.text()).toContain('not-genuine');
  // The control: the pinned publisher's release.
  await push(await madeLoader(6));
  await askAgain(loader);
  expect(loader.session().loaderUpdate).toMatchObject({ version: '1.6.0' });
  expect(loaderFile.equals(Buffer.from(await file()))).toBe(true);
});
