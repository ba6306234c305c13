// The Debian package and the archive of a brand: what they contain, that the program starts as an
// unprivileged user, what removing leaves, and that nothing in them has the name of this project.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { extractAll } from '@electron/asar';
import { sumsFile, writeSums } from '../../../scripts/brand/sums.ts';
import { english } from '../../../src/copy/en/window.ts';
import { configOf } from '../../support/electron-app.ts';
import { startPackaged, test, withPackage } from '../../support/packaged-app.ts';
import { type Packaged, packagedBrand } from '../../support/packaged.ts';

const run = promisify(execFile);
const { executable, version } = packagedBrand;

const packages = test.extend<object, { formats: Packaged }>({
  formats: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const launch = { path: 'protected/app', args: [] };
      const service = { url: 'http://127.0.0.1:9', publicKey: '0'.repeat(64), app };
      await withPackage(configOf(service, '', { config: { launch } }), use, true);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const app = { name: 'Northwind Studio', ownerid: 'AbCdEfGhIj', version: '1.0', sellerkey: '' };

packages.describe.configure({ mode: 'default' });

packages(
  'a Debian package installs, starts, and leaves only user data',
  async ({ formats, home }) => {
    packages.setTimeout(120_000);
    const file = await artifact(formats, '.deb');
    const fields = await run('dpkg-deb', ['--field', file]);
    expect(fields.stdout).toContain(`Package: ${executable}\nVersion: ${version}\n`);
    expect(fields.stdout).toContain('Maintainer: Northwind Studio <help@northwind.example>\n');
    // This machine need not have every library that the package asks for.
    await run('dpkg', ['--force-depends', '--install', file]);
    try {
      await run('dpkg', ['--verify', executable]);
      const entry = await readFile(`/usr/share/applications/${executable}.desktop`, 'utf8');
      expect(entry).toContain('Name=Northwind Loader\n');
      expect(entry).toContain(`StartupWMClass=${executable}\n`);
      await expectStart(`/usr/bin/${executable}`, home);
    } finally {
      await run('dpkg', ['--force-depends', '--purge', executable]);
    }
    for (const place of [`/usr/bin/${executable}`, '/opt/Northwind Loader'])
      expect(existsSync(place), place).toBe(false);
    expect(existsSync(`/usr/share/applications/${executable}.desktop`)).toBe(false);
    // Removing keeps what belongs to the user.
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

packages('the checksums list the Debian package and the archive', async ({ formats }) => {
  await writeSums(formats.output, packagedBrand);
  const check = await run('sha256sum', ['--check', '--strict', sumsFile], { cwd: formats.output });
  const names = await Promise.all(['.deb', '.tar.gz'].map((one) => artifact(formats, one)));
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
const allowed = [/latchkey-release-v1/];

async function artifact({ output }: Packaged, ending: string): Promise<string> {
  const names = await readdir(output);
  const name = names.find((one) => one.endsWith(ending));
  expect(name, names.join(', ')).toBe(
    `${executable}-${version}-linux-${architecture(ending)}${ending}`,
  );
  return path.join(output, name ?? '');
}

function architecture(ending: string): string {
  return ending === '.deb' ? 'amd64' : 'x64';
}

/** The window shows that the service cannot be reached: no service listens. */
async function expectStart(program: string, home: string): Promise<void> {
  const started = await startPackaged({ program }, home, { attach: true });
  const page = await started.page();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: english.state.again })).toBeVisible();
  await page.context().browser()?.close();
  await started.kill();
}
