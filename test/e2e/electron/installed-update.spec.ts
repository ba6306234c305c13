// An installed loader updates itself to a newer package in the real window, with a download that
// stalls, a quit and a kill in between. The user stays signed in. On Linux, two real AppImages.
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createTestPublisher } from '../../../packages/cli/test/support/publish-release.ts';
import { english } from '../../../src/copy/en/window.ts';
import { configOf, test } from '../../support/electron-app.ts';
import { startHoldingProxy } from '../../support/holding-proxy.ts';
import {
  installedFormat,
  installLoader,
  readState,
  type InstalledLoader,
} from '../../support/installed-loader.ts';
import { packagedBrand, packLoader } from '../../support/packaged.ts';
import { isReady, signInAndRemember } from './remember-steps.ts';

const newVersion = '1.3.0';
/** The loader downloads this number of chunks at the same time. */
const inFlight = 4;

test('a loader updates itself despite a stall, a quit and a kill, and stays signed in', async ({
  home,
  service,
  picture,
}) => {
  test.setTimeout(900_000);
  const user = await service.addUser();
  const publisher = await createTestPublisher(service);
  const network = await startHoldingProxy(service.url);
  const config = configOf(service, '', {
    config: {
      launch: { path: 'protected/app', args: [] },
      service: { baseUrl: network.url },
      updates: { publisherKeys: [publisher.publicKey] },
    },
  });
  const old = await makePackage(config, packagedBrand.version);
  const next = await makePackage(config, newVersion);
  await publisher.publishLoader(next, newVersion, packagedBrand.id);
  const computer = await installLoader(home, old);

  // The network stalls after three chunks, and the user quits.
  network.release(3);
  await during(computer, 'SIGTERM', async (page) => {
    await signInAndRemember(page, user);
    await isReady(page);
    await expect.poll(() => network.downloadedParts.length).toBe(3);
    await picture(page, 'installed-update-stalled');
  });

  // The download continues, and the loader is killed.
  network.release(5);
  await during(computer, 'SIGKILL', async (page) => {
    await isReady(page);
    await expect.poll(() => network.downloadedParts.length).toBe(8);
  });

  network.release(Infinity);
  await during(computer, null, async (page) => {
    await isReady(page);
    const ready = page.getByRole('complementary', { name: english.loaderUpdate.ready });
    await expect(ready).toBeVisible({ timeout: 60_000 });
    await picture(page, 'installed-update-ready');
    await expectImages(computer, old, null);
    await ready.getByRole('button', { name: english.loaderUpdate.restart }).click();
  });
  const parts = network.downloadedParts;
  expect(parts.length - new Set(parts).size).toBeLessThanOrEqual(inFlight);

  // The new version has started, and has drawn its window.
  await expect
    .poll(() => readState(computer), { timeout: 120_000 })
    .toMatchObject({ loaderUpdate: null, loaderRelease: { version: newVersion } });
  await expectImages(computer, next, old);
  await computer.end('SIGTERM');
  await during(computer, 'SIGTERM', async (page) => {
    await isReady(page);
    await picture(page, 'installed-update-done');
  });
  await computer.close();
  await network.close();
  await publisher.close();
});

/** Starts the loader, and ends it with the signal; null waits until it ends. */
async function during(
  { start, end }: InstalledLoader,
  signal: 'SIGTERM' | 'SIGKILL' | null,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const started = await start();
  const closed = once(started.program, 'close');
  const page = await started.page();
  await act(page);
  if (signal !== null) {
    await page.context().browser()?.close();
    await end(signal);
  }
  await closed;
}

/** Returns the content of the package. */
async function makePackage(config: object, version: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-package-'));
  const protectedApp = '#!/bin/sh\nread line\n';
  const formats = [installedFormat()];
  const { output } = await packLoader(folder, { config, protectedApp, formats, version });
  const names = await readdir(output);
  const name = names.find((one) => /\.(?:AppImage|exe|zip)$/.test(one)) ?? '';
  const content = await readFile(path.join(output, name));
  await rm(folder, { recursive: true });
  return content;
}

/** Checks the AppImage and the one that is kept beside it. */
async function expectImages(
  { image }: InstalledLoader,
  current: Buffer,
  previous: Buffer | null,
): Promise<void> {
  if (image === null) return;
  expect(current.equals(await readFile(image))).toBe(true);
  if (previous !== null) expect(previous.equals(await readFile(`${image}.previous`))).toBe(true);
}
