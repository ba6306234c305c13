// The packaged loader updates itself: by "Restart now", and at the next start. The package is an
// unpacked folder that runs as if it were mounted from an AppImage, which is another file.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { configOf, test as base } from '../../support/electron-app.ts';
import { giveToElectronUser } from '../../support/electron-process.ts';
import { startPackaged, withPackage, type Made } from '../../support/packaged-app.ts';
import { packagedBrand } from '../../support/packaged.ts';
import {
  createTestPublisher,
  type TestPublisher,
} from '../../../packages/cli/test/support/publish-release.ts';
import { startTestService } from '../../../packages/service/test/support/service.ts';

// All tests share one package.
base.describe.configure({ mode: 'default' });

interface Updating extends Made {
  readonly publisher: TestPublisher;
}

const test = base.extend<object, { made: Updating }>({
  made: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const service = await startTestService();
      const publisher = await createTestPublisher(service);
      const launch = { path: 'protected/app', args: [] };
      const config = configOf(service, '', {
        config: { launch, updates: { publisherKeys: [publisher.publicKey] } },
      });
      await withPackage(config, (packaged) => use({ ...packaged, service, publisher }));
      await publisher.close();
      await service.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

/** A program that ends without an effect, with the mark of an AppImage in its header. */
async function appImageOf(version: string): Promise<Buffer> {
  const program = await readFile('/bin/true');
  program.write('AI\u0002', 8, 'latin1');
  return Buffer.concat([program, Buffer.from(`version ${version}`)]);
}

const words = english.loaderUpdate;

/** A program that starts as this computer's AppImage. */
async function openComputer(made: Updating, home: string) {
  const apps = path.join(home, 'apps');
  const image = path.join(apps, 'Northwind.AppImage');
  await mkdir(apps);
  await writeFile(image, await appImageOf('1.2.3'), { mode: 0o755 });
  await chmod(home, 0o755);
  for (const place of [apps, image]) await giveToElectronUser(place);
  const env = { APPIMAGE: image, APPDIR: path.dirname(made.program) };
  const stateFile = path.join(home, '.config/Northwind Loader/state.json');
  const state = async () =>
    JSON.parse(await readFile(stateFile, 'utf8')) as Readonly<Record<string, unknown>>; // it is written as an object
  return {
    image,
    state,
    stateFile,
    /** Whether the AppImage, or the one beside it, has exactly this content. */
    has: async (content: Buffer, name = image) => content.equals(await readFile(name)),
    start: (attach: boolean) => startPackaged(made, home, { attach, env }),
  };
}

test('installs a verified update by Restart now, and the next one at the next start', async ({
  made,
  home,
  picture,
}) => {
  test.setTimeout(120_000);
  const { publisher } = made;
  const marker = path.join(home, 'apps/started');
  const { image, has, start, state } = await openComputer(made, home);
  const [old, next] = [await appImageOf('1.2.3'), await appImageOf('1.3.0')];
  // It records that it was started.
  const last = Buffer.from(
    `#!/bin/sh\necho "$@" >"${marker}.part"; mv "${marker}.part" "${marker}"\n`,
  );
  await publisher.publishLoader(next, '1.3.0', packagedBrand.id);

  const first = await start(true);
  const page = await first.page();
  const notice = page.getByRole('complementary', { name: words.ready });
  await expect(notice).toBeVisible({ timeout: 20_000 });
  expect(await has(old)).toBe(true);
  await notice.getByRole('button', { name: words.restart }).click();
  expect(await once(first.program, 'close')).toEqual([0, null]);
  expect(await has(next)).toBe(true);
  expect(await has(old, `${image}.previous`)).toBe(true);
  expect(await state()).toMatchObject({ loaderUpdate: { stage: 'placed', attempts: 1 } });

  // The package still has version 1.2.3, like a release of an older file: it is not installed again.
  const second = await start(true);
  await expect((await second.page()).getByRole('heading', { level: 1 })).toBeVisible();
  await expect
    .poll(state)
    .toMatchObject({ loaderUpdate: null, loaderRelease: { sequence: 1, version: '1.2.3' } });
  await publisher.publishLoader(last, '1.4.0', packagedBrand.id);
  await second.kill();
  const third = await start(true);
  const ready = (await third.page()).getByRole('complementary', { name: words.ready });
  await expect(ready).toContainText('1.4.0', { timeout: 20_000 });
  await picture(await third.page(), 'packaged-update-ready');
  await third.kill();
  // Nothing is installed at quit.
  expect(await has(next)).toBe(true);

  const fourth = await start(false);
  expect(await once(fourth.program, 'close')).toEqual([0, null]);
  expect(await has(last)).toBe(true);
  expect(await has(next, `${image}.previous`)).toBe(true);
  await expect.poll(() => existsSync(marker)).toBe(true);
});

test('gives way to the previous AppImage if it never reaches its first screen', async ({
  made,
  home,
}) => {
  const { image, has, start, state, stateFile } = await openComputer(made, home);
  const first = await start(true);
  await expect((await first.page()).getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => existsSync(stateFile)).toBe(true);
  await first.kill();
  const old = await appImageOf('1.2.2');
  await writeFile(`${image}.previous`, old, { mode: 0o755 });
  await giveToElectronUser(`${image}.previous`);
  const loaderUpdate = {
    ...{ version: packagedBrand.version, sequence: 1, stage: 'placed' },
    ...{ attempts: 1, starts: 3 },
    previousSha256: createHash('sha256').update(old).digest('hex'),
  };
  await writeFile(stateFile, JSON.stringify({ ...(await state()), loaderUpdate }));
  const fourth = await start(false);
  expect(await once(fourth.program, 'close')).toEqual([0, null]);
  expect(await has(old)).toBe(true);
  expect(existsSync(`${image}.previous`)).toBe(false);
  expect(await state()).toMatchObject({ loaderUpdate: { stage: 'failed' } });
});
