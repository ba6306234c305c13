// The packaged loader updates itself: by "Restart now", at the next start, and after kills in
// between. test/delivery/loader-kills kills it at every single step.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { giveToElectronUser, processesWith } from '../../support/electron-process.ts';
import { packagedBrand, printDialogsVariable } from '../../support/packaged.ts';
import { appImageOf, openComputer, test, type Updating } from '../../support/packaged-update.ts';
import { isReady, signInAndRemember } from './remember-steps.ts';

const run = promisify(execFile);

// All tests share one package.
test.describe.configure({ mode: 'default' });

const words = english.loaderUpdate;

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
  // This AppImage records that it was started.
  const last = Buffer.from(
    `#!/bin/sh\necho "$@" >"${marker}.part"; mv "${marker}.part" "${marker}"\n`,
  );
  await publisher.publishLoader(next, '1.3.0', packagedBrand.id);

  const first = await start({ attach: true });
  const page = await first.page();
  const notice = page.getByRole('complementary', { name: words.ready });
  await expect(notice).toBeVisible({ timeout: 20_000 });
  expect(await has(old)).toBe(true);
  await notice.getByRole('button', { name: words.restart }).click();
  expect(await once(first.program, 'close')).toEqual([0, null]);
  expect(await has(next)).toBe(true);
  expect(await has(old, `${image}.previous`)).toBe(true);
  expect(await state()).toMatchObject({ loaderUpdate: { stage: 'placed', attempts: 1 } });

  // The package still has version 1.2.3, like a release of an older file, so it is not reinstalled.
  const second = await start({ attach: true });
  await expect((await second.page()).getByRole('heading', { level: 1 })).toBeVisible();
  await expect
    .poll(state)
    .toMatchObject({ loaderUpdate: null, loaderRelease: { version: '1.2.3' } });
  await publisher.publishLoader(last, '1.4.0', packagedBrand.id);
  await second.kill();
  const third = await start({ attach: true });
  const ready = (await third.page()).getByRole('complementary', { name: words.ready });
  await expect(ready).toContainText('1.4.0', { timeout: 20_000 });
  await picture(await third.page(), 'packaged-update-ready');
  await third.kill();
  // Nothing is installed at quit.
  expect(await has(next)).toBe(true);

  const link = 'northwind://redeem?key=NWND-7F3Q';
  const fourth = await start({ args: ['--', link] });
  expect(await once(fourth.program, 'close')).toEqual([0, null]);
  expect(await has(last)).toBe(true);
  expect(await has(next, `${image}.previous`)).toBe(true);
  await expect.poll(() => existsSync(marker)).toBe(true);
  // The new version opens the link that started the old one.
  expect(await readFile(marker, 'utf8')).toContain(`-- ${link}\n`);
});

/** A computer on which the running version is new, and has been started this often. */
async function openUpdated(made: Updating, home: string, starts: number) {
  const computer = await openComputer(made, home);
  const { image, start, state, stateFile } = computer;
  const first = await start({ attach: true });
  await expect((await first.page()).getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => existsSync(stateFile)).toBe(true);
  await first.kill();
  const old = await appImageOf('1.2.2');
  await writeFile(`${image}.previous`, old, { mode: 0o755 });
  await giveToElectronUser(`${image}.previous`);
  const loaderUpdate = {
    version: packagedBrand.version,
    sequence: 1,
    stage: 'placed',
    attempts: 1,
    starts,
    previousSha256: createHash('sha256').update(old).digest('hex'),
  };
  await writeFile(stateFile, JSON.stringify({ ...(await state()), loaderUpdate }));
  return { ...computer, old };
}

test('is replaced by the previous AppImage if it never reaches its first screen', async ({
  made,
  home,
}) => {
  const { image, has, old, start, state } = await openUpdated(made, home, 3);
  const fourth = await start({});
  expect(await once(fourth.program, 'close')).toEqual([0, null]);
  expect(await has(old)).toBe(true);
  expect(existsSync(`${image}.previous`)).toBe(false);
  expect(await state()).toMatchObject({ loaderUpdate: { stage: 'failed' } });
});

test('is replaced by the previous AppImage if its configuration is broken', async ({
  made,
  home,
}) => {
  test.setTimeout(60_000);
  const broken = await copyPackage(made, home, /"baseUrl":"http/, '"basUrl_":"http');
  const { has, old, start, state } = await openUpdated(made, home, 0);
  const env = { [printDialogsVariable]: '1' };
  for (const starts of [1, 2, 3]) {
    const started = await start({ env }, broken);
    expect(await once(started.program, 'close')).toEqual([1, null]);
    expect(started.output()).toContain('basUrl_');
    expect(await state()).toMatchObject({ loaderUpdate: { stage: 'placed', starts } });
  }
  const fourth = await start({ env }, broken);
  expect(await once(fourth.program, 'close')).toEqual([0, null]);
  expect(await has(old)).toBe(true);
});

const kills = 10;
/** Has the length of the old version, which it replaces in the archive. */
const newVersion = '1.9.0';

test(`the old or the new loader starts and signs in after each of ${kills} kills`, async ({
  made,
  home,
  picture,
}) => {
  test.setTimeout(300_000);
  const user = await made.service.addUser();
  const computer = await openComputer(made, home);
  const { apps, image, data, has, start, state } = computer;
  const [old, next] = [await appImageOf(packagedBrand.version), await appImageOf(newVersion)];
  const newProgram = await copyPackage(
    made,
    home,
    /"version":\s*"1\.2\.3"/,
    `"version": "${newVersion}"`,
  );
  await made.publisher.publishLoader(next, newVersion, packagedBrand.id);
  const open = async (program: string, act: (page: Page) => Promise<void>) => {
    const started = await start({ attach: true, keyStore: true }, program);
    const page = await started.page();
    await act(page);
    await page.context().browser()?.close();
    const closed = once(started.program, 'close');
    await quit(program);
    await closed;
  };
  /** Starts the old version, which installs the update. Returns the number of changed files. */
  const install = async (killAt = 0): Promise<number> => {
    const started = await start({});
    let changes = 0;
    const onChange = (_event: string, name: string | null): void => {
      if (!/AppImage|^state\.json/.test(name ?? '')) return;
      changes += 1;
      if (changes === killAt) started.program.kill('SIGKILL');
    };
    const watchers = [apps, data].map((folder) => watch(folder, onChange));
    await once(started.program, 'close');
    for (const watcher of watchers) watcher.close();
    return changes;
  };

  await open(made.program, async (page) => {
    await signInAndRemember(page, user);
    await isReady(page);
    const ready = page.getByRole('complementary', { name: words.ready });
    await expect(ready).toBeVisible({ timeout: 20_000 });
  });
  const saved = [apps, data].map((folder) => [folder, `${folder}.saved`] as const);
  for (const [folder, copy] of saved) await run('cp', ['-a', folder, copy]);
  const changes = await install();
  expect(await has(next)).toBe(true);

  const survivors = { old: 0, new: 0 };
  for (let kill = 1; kill <= kills; kill += 1) {
    for (const [folder, copy] of saved) {
      await rm(folder, { recursive: true });
      await run('cp', ['-a', copy, folder]);
    }
    await install(Math.ceil((changes * kill) / kills));
    const survivor = (await has(old)) ? 'old' : 'new';
    survivors[survivor] += 1;
    // The killed attempt was the first one, so the old version tries again.
    if (survivor === 'old') await install();
    expect(await has(next)).toBe(true);
    await open(newProgram, async (page) => {
      await isReady(page);
      if (kill === kills) await picture(page, 'packaged-update-after-kills');
    });
    expect(await state()).toMatchObject({
      loaderUpdate: null,
      loaderRelease: { version: newVersion },
    });
    expect(await readdir(apps)).toEqual(['Northwind.AppImage', 'Northwind.AppImage.previous']);
    expect(await has(old, `${image}.previous`)).toBe(true);
  }
  expect(survivors.old).toBeGreaterThan(0);
  expect(survivors.new).toBeGreaterThan(0);
});

/** Ends the main process as a closed window does, and not the shells that have started it. */
async function quit(program: string): Promise<void> {
  const children = await processesWith(program, '--type=');
  for (const pid of await processesWith(program)) {
    const file = await readlink(`/proc/${pid}/exe`).catch(() => '');
    if (file === program && !children.includes(pid)) process.kill(pid);
  }
}

/** Copies the package, and changes its archive. Returns the program of the copy. */
async function copyPackage(
  { program, archive }: Updating,
  home: string,
  from: RegExp,
  /** Has the length of the text that it replaces. */
  to: string,
): Promise<string> {
  const folder = path.join(home, 'copy');
  await run('cp', ['-al', path.dirname(program), folder]);
  const copy = path.join(folder, path.relative(path.dirname(program), archive));
  const bytes = await readFile(archive);
  const found = from.exec(bytes.toString('latin1'));
  if (found?.[0].length !== to.length) throw new Error(`The archive has no ${from}.`);
  bytes.write(to, found.index, 'latin1');
  await rm(copy);
  await writeFile(copy, bytes, { mode: 0o644 });
  return path.join(folder, path.basename(program));
}
