// The Debian package, the AppImage and the archive of a brand: their content, the start as an
// unprivileged user, and what removing them leaves. None of them contains the name of this project.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { extractAll } from '@electron/asar';
import { sumsFile, writeSums } from '../../../scripts/brand/sums.ts';
import { english } from '../../../src/copy/en/window.ts';
import { configOf } from '../../support/electron-app.ts';
import { environmentOf, processesWith } from '../../support/electron-process.ts';
import { startPackaged, test, withPackage } from '../../support/packaged-app.ts';
import { type Packaged, packagedBrand } from '../../support/packaged.ts';
import { startTestService } from '../../../packages/service/test/support/service.ts';

const run = promisify(execFile);
const { executable, version } = packagedBrand;

const packages = test.extend<object, { formats: Packaged }>({
  formats: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const service = await startTestService();
      const launch = { path: 'protected/app', args: [] };
      const config = configOf(service, '', { config: { scheme: 'northwind', launch } });
      await withPackage(config, use, ['deb', 'AppImage', 'tar.gz']);
      await service.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const link = 'northwind://redeem?key=NWND-7F3Q';

packages.describe.configure({ mode: 'default' });

packages(
  'a Debian package installs, starts, opens its links, and leaves only user data',
  async ({ formats, home }) => {
    packages.setTimeout(120_000);
    const file = await artifact(formats, '.deb');
    const fields = await run('dpkg-deb', ['--field', file]);
    expect(fields.stdout).toContain(`Package: ${executable}\nVersion: ${version}\n`);
    expect(fields.stdout).toContain('Maintainer: Northwind Studio <help@northwind.example>\n');
    let removal = '';
    // This machine may lack libraries that the package requires.
    await run('dpkg', ['--force-depends', '--install', file]);
    try {
      await run('dpkg', ['--verify', executable]);
      const entry = await readFile(`/usr/share/applications/${executable}.desktop`, 'utf8');
      expect(entry).toContain('Name=Northwind Loader\n');
      expect(entry).toContain(`StartupWMClass=${executable}\n`);
      expect(entry).toContain('MimeType=x-scheme-handler/northwind;\n');
      const started = await startPackaged({ program: `/usr/bin/${executable}` }, home, {
        attach: true,
      });
      const page = await started.page();
      await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
      await openLink(home);
      await expect(page.getByLabel(english.redeem.key)).toHaveValue('NWND-7F3Q');
      await started.kill();
    } finally {
      removal = (await run('dpkg', ['--force-depends', '--purge', executable])).stdout;
    }
    expect(removal).toContain('~/.config/Northwind Loader of each user stays');
    for (const place of [`/usr/bin/${executable}`, '/opt/Northwind Loader'])
      expect(existsSync(place), place).toBe(false);
    expect(existsSync(`/usr/share/applications/${executable}.desktop`)).toBe(false);
    // Removing keeps what belongs to the user.
    expect(existsSync(path.join(home, '.config/Northwind Loader/logs/loader.log'))).toBe(true);
  },
);

packages(
  'an AppImage starts with its sandbox, opens its links, and leaves only user data',
  async ({ formats, home }) => {
    packages.setTimeout(180_000);
    const image = path.join(home, 'Apps/Northwind.AppImage');
    await mkdir(path.dirname(image));
    await copyFile(await artifact(formats, '.AppImage'), image);
    const env = {
      // This machine may lack FUSE.
      APPIMAGE_EXTRACT_AND_RUN: '1',
      XDG_DATA_HOME: path.join(home, 'data'),
      XDG_DATA_DIRS: path.join(home, 'system'),
    };
    const started = await startPackaged({ program: image }, home, { attach: true, env });
    const page = await started.page();
    await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
    const extracted = path.join(home, 'run/appimage_extracted_');
    await expectSandbox(extracted);

    const file = path.join(home, 'data/applications/Northwind-Loader-links.desktop');
    await expect.poll(() => existsSync(file)).toBe(true);
    await run('desktop-file-validate', [file]);
    // Both starts extract to the same folder, which must stay after the second one.
    await openLink(home, { ...env, NO_CLEANUP: '1' });
    await expect(page.getByLabel(english.redeem.key)).toHaveValue('NWND-7F3Q');

    // The runtime removes the extracted program after it exits.
    const closed = once(started.program, 'close');
    const children = await processesWith(extracted, '--type=');
    for (const pid of await processesWith(extracted))
      if (!children.includes(pid)) process.kill(pid);
    await closed;
    const names = await readdir(path.join(home, 'run'));
    expect(names.filter((name) => name.startsWith('appimage_'))).toEqual([]);

    await rm(image);
    // Desktops ignore the entry now.
    expect(await readFile(file, 'utf8')).toContain(`TryExec=${image}\n`);
    expect(existsSync(path.join(home, '.config/Northwind Loader/logs/loader.log'))).toBe(true);
  },
);

packages('an archive starts from the folder where it was extracted', async ({ formats, home }) => {
  packages.setTimeout(120_000);
  const folder = path.join(home, 'extracted');
  await mkdir(folder);
  await run('tar', ['-xzf', await artifact(formats, '.tar.gz'), '-C', folder]);
  const [top = ''] = await readdir(folder);
  await expectStart(path.join(folder, top, executable), home);
});

packages('the checksums list all packages', async ({ formats }) => {
  await writeSums(formats.output, packagedBrand);
  const check = await run('sha256sum', ['--check', '--strict', sumsFile], { cwd: formats.output });
  const names = await Promise.all(
    ['.deb', '.tar.gz', '.AppImage'].map((one) => artifact(formats, one)),
  );
  expect(check.stdout).toBe(names.map((name) => `${path.basename(name)}: OK\n`).join(''));
});

packages('nothing in a package has the name of this project', async ({ formats, home }) => {
  const folder = path.join(home, 'archive');
  extractAll(formats.archive, folder);
  const found = [];
  const text = await run('grep', ['-rioE', '.{0,30}latchkey.{0,30}', folder]).catch(() => null);
  for (const line of (text?.stdout ?? '').split('\n'))
    if (line !== '' && !line.includes('/entry.cjs:') && !allowed.some((one) => one.test(line)))
      found.push(line.slice(folder.length));
  expect(found).toEqual([]);
  const names = await readdir(formats.output, { recursive: true });
  expect(names.filter((name) => /latchkey/i.test(name))).toEqual([]);
});

/** Constants of the protocol, which every loader must share. */
const allowed = [/latchkey-release-v1/, /latchkey-pass-v1/];

async function artifact({ output }: Packaged, ending: string): Promise<string> {
  const names = await readdir(output);
  const name = names.find((name) => name.endsWith(ending));
  expect(name, names.join(', ')).toBe(
    `${executable}-${version}-linux-${architecture(ending)}${ending}`,
  );
  return path.join(output, name ?? '');
}

function architecture(ending: string): string {
  if (ending === '.AppImage') return 'x86_64';
  return ending === '.deb' ? 'amd64' : 'x64';
}

/** Opens the link as an unprivileged user. Without a desktop, xdg-open reads the entries itself. */
async function openLink(home: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const user = ['--reuid=65534', '--regid=65534', '--clear-groups'];
  const env = { ...(await environmentOf({ home })), ...more };
  await run('setpriv', [...user, 'xdg-open', link], { env });
}

/** No process disables the sandbox, and the page's process has a filter for system calls. */
async function expectSandbox(programs: string): Promise<void> {
  expect(await processesWith(programs, '--no-sandbox')).toEqual([]);
  const [renderer] = await processesWith(programs, '--type=renderer');
  expect(await readFile(`/proc/${renderer}/status`, 'utf8')).toMatch(/^Seccomp:\t2$/m);
}

async function expectStart(program: string, home: string): Promise<void> {
  const started = await startPackaged({ program }, home, { attach: true });
  const page = await started.page();
  await expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  await page.context().browser()?.close();
  await started.kill();
}
