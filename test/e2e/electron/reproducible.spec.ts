// Two builds of one commit and brand give the same archive and bill of materials, from different
// folders, in different time zones and locales.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extractAll } from '@electron/asar';
import { expect, test } from '@playwright/test';
import { readLicenses } from '../../../src/main/adapters/licenses.ts';
import { electronFolder } from '../../support/electron-process.ts';
import { electronVersion } from '../../../scripts/electron-binary.js';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

const brand = {
  id: 'tools.fjord.loader',
  executable: 'fjord-tools',
  version: '1.2.3',
  author: 'Fjord AS',
  email: 'help@fjord.tools',
  homepage: 'https://fjord.tools',
};
const config = {
  service: {
    baseUrl: 'https://licenses.fjord.tools',
    name: 'Fjord Tools',
    ownerid: 'AbCdEfGhIj',
    publicKey: 'a'.repeat(64),
  },
  brand: { name: 'Fjord Tools', color: '#4f46e5', logo: 'logo.svg' },
  delivery: { publisherKeys: ['b'.repeat(64)] },
};

test('two builds have the same app.asar, and a bill of materials with its content', async () => {
  test.setTimeout(240_000);
  // Hard links need one file system.
  await mkdir(path.join(project, 'test-results'), { recursive: true });
  const folder = await mkdtemp(path.join(project, 'test-results/twice-'));
  const [first, second] = [path.join(folder, 'a'), path.join(folder, 'second', 'longer-name')];
  try {
    for (const copy of [first, second]) await copyProject(copy);
    const one = await packageIn(first, { TZ: 'UTC', LC_ALL: 'C' });
    const other = await packageIn(second, { TZ: 'Asia/Tokyo', LC_ALL: 'de_DE.UTF-8' });
    expect(Object.keys(one)).toEqual(files);
    expect(one).toEqual(other);
    await expectSbom(first);
  } finally {
    await rm(folder, { recursive: true });
  }
});

const archive = 'linux-unpacked/resources/app.asar';
const sbom = 'sbom.cdx.json';
const files = [archive, sbom];

/** Copies the project at its commit and with its changes. node_modules is linked file by file. */
async function copyProject(to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const listed = await run(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: project,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  for (const file of listed.stdout.split('\0').filter((name) => name !== ''))
    await cp(path.join(project, file), path.join(to, file)).catch(ignoreMissing);
  const git = await run('git', ['rev-parse', '--absolute-git-dir'], { cwd: project });
  await writeFile(path.join(to, '.git'), `gitdir: ${git.stdout}`);
  await run('cp', ['-al', path.join(project, 'node_modules'), path.join(to, 'node_modules')]);
  const builder = path.join(to, 'electron-builder.yml');
  // Electron 33 lacks a fuse that this step sets.
  await writeFile(builder, (await readFile(builder, 'utf8')).replace(/^afterPack:.*$/m, ''));
  const branded = path.join(to, 'brands/fjord');
  await mkdir(branded, { recursive: true });
  await writeFile(path.join(branded, 'brand.json'), JSON.stringify(brand));
  await writeFile(path.join(branded, 'loader.config.json'), JSON.stringify(config));
  await cp(path.join(project, 'examples/brand/logo.svg'), path.join(branded, 'logo.svg'));
}

/** A file that was removed but is still in Git's index. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

/** Returns the hash of each file that must be equal. */
async function packageIn(
  copy: string,
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const electron = electronFolder();
  await run(
    process.execPath,
    [
      ...['scripts/package.js', '--brand', 'fjord', '--offline', '--linux', 'dir'],
      ...[`-c.electronDist=${electron}`, `-c.electronVersion=${electronVersion(electron)}`],
    ],
    { cwd: copy, env: { ...process.env, ...env } },
  );
  const hashes = files.map(async (name) => {
    const content = await readFile(path.join(copy, 'dist/fjord', name));
    return [name, createHash('sha256').update(content).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

async function expectSbom(copy: string): Promise<void> {
  const output = path.join(copy, 'dist/fjord');
  const extracted = path.join(copy, 'extracted');
  extractAll(path.join(output, archive), extracted);
  const bundled = await readLicenses(path.join(extracted, 'out'), []);
  expect(bundled.length).toBeGreaterThan(5);
  const { components } = JSON.parse(await readFile(path.join(output, sbom), 'utf8')) as {
    readonly components: readonly { readonly name: string; readonly version: string }[];
  }; // test/scripts/sbom.test.ts checks its schema
  const listed = components.map(({ name, version }) => `${name} ${version}`);
  const electron = electronVersion(electronFolder());
  const engine = [
    expect.stringMatching(/^Chromium \d+\./),
    `Electron ${electron}`,
    expect.stringMatching(/^Node\.js \d+\./),
  ];
  expect(listed.filter((one) => /^(Chromium|Electron|Node\.js) /.test(one)).sort()).toEqual(engine);
  expect(listed.filter((one) => !/^(Chromium|Electron|Node\.js) /.test(one)).sort()).toEqual(
    bundled.map(({ name, version }) => `${name} ${version}`).sort(),
  );
}
