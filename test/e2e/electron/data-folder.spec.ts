// A data folder that cannot be written or created: the loader reports it, saves nothing, and
// otherwise works.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { electronFolder, environmentOf, writeStarter } from '../../support/electron-process.ts';
import { signIn } from '../../support/electron-steps.ts';

const settings = (home: string) => path.join(home, '.config');
const folder = (home: string) => path.join(settings(home), 'latchkey');

/** If the test runs as root, files that it does not hand over don't belong to the program. */
const hindrances: Readonly<Record<string, (home: string) => Promise<void>>> = {
  'a read-only folder of the owner': async (home) => {
    await mkdir(folder(home), { recursive: true });
    await chmod(folder(home), 0o500);
  },
  'a folder that everyone can read': async (home) => {
    await mkdir(folder(home), { recursive: true });
    await chmod(folder(home), 0o555);
  },
  'a file in place of the folder': async (home) => {
    await mkdir(settings(home));
    await writeFile(folder(home), '');
  },
  'a read-only parent folder': async (home) => {
    await mkdir(settings(home));
    await chmod(settings(home), 0o555);
  },
};

for (const [what, hinder] of Object.entries(hindrances))
  test(`reports ${what} and allows sign-in`, async ({ open, service, home, built, picture }) => {
    const user = await service.addUser();
    await hinder(home);
    const loader = await open({ keyStore: true });
    const { page, output } = loader;
    await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
    const notice = page.getByRole('complementary').filter({ hasText: 'Nothing can be saved' });
    await expect(notice).toContainText(folder(home));
    await expect(page.getByLabel(english.remember.label)).toBeDisabled();
    await expect(page.getByText(english.remember.impossible['data-folder'])).toBeVisible();
    if (what === 'a file in place of the folder') await picture(page, 'data-folder-unusable');
    await page.getByRole('button', { name: english.notice.dismiss }).click();
    await expect(notice).toHaveCount(0);
    await signIn(page, user);
    await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
    expect(output()).not.toContain('"event":"defect"');
    // Chromium's temporary folder is private, and a second start finds this one.
    const [passing] = (await readdir(path.join(home, 'run'))).filter((name) =>
      /^latchkey-\d+$/.test(name),
    );
    expect((await stat(path.join(home, 'run', passing ?? ''))).mode & 0o777).toBe(0o700);
    const starter = await writeStarter({ home }, path.join(electronFolder(), 'electron'));
    const args = [built, '--config', path.join(home, 'loader.config.json')];
    const second = spawn(starter, args, { env: await environmentOf({ home }), stdio: 'ignore' });
    expect(await once(second, 'exit')).toEqual([0, null]);
  });
