// Reading loader.config.json and its images, and the part of them that the renderer receives.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, release, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeLoader, readLoaderConfig } from '../../src/main/adapters/config-file.ts';
import { systemName } from '../../src/main/adapters/system-name.ts';
import { languageCodes } from '../../src/shared/languages.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-config-'));
  file = path.join(folder, 'loader.config.json');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const plain = {
  service: {
    baseUrl: 'https://licenses.example',
    name: 'Northwind Studio',
    ownerid: 'nwDemo2026',
    loaderVersion: '1.0',
    publicKey: 'ab'.repeat(32),
  },
  brand: { name: 'Northwind Studio', color: '#4f46e5' },
  launch: { path: 'app' },
};
const withLogo = (logo: string) => ({ ...plain, brand: { ...plain.brand, logo } });
const noImages = { tagline: null, price: null, logo: null, cover: null } as const;
const remember = { possible: true } as const;
const commit = { hash: '20704d4f8a', isModified: false };
const built = { version: '0.1.0', commit };

async function reading(config: unknown) {
  await writeFile(file, typeof config === 'string' ? config : JSON.stringify(config));
  return readLoaderConfig(file);
}

async function described(config: unknown) {
  const read = await reading(config);
  if (!read.ok) throw new Error(read.problems.join('; '));
  return describeLoader(read.config, read.folder, remember, built, 'de');
}

describe('the configuration file', () => {
  it('is returned with the absolute path of its folder', async () => {
    expect(await reading(plain)).toMatchObject({ ok: true, folder, config: plain });
    const relative = readLoaderConfig(path.relative(process.cwd(), file));
    expect(relative).toMatchObject({ ok: true, folder });
  });

  it('may begin with a byte order mark', async () => {
    expect(await reading(`\uFEFF${JSON.stringify(plain)}`)).toMatchObject({ ok: true });
  });

  it.each([
    ['{"service":', 'the file is not JSON'],
    ['', 'the file is empty'],
    [' '.repeat(300_000), 'the file is larger than 256 KiB'],
  ])('is reported if it is broken', async (text, problem) => {
    expect(await reading(text)).toEqual({ ok: false, problems: [problem] });
  });

  it.each([
    ['Windows-1252', 'latin1', /^the file, line 3, is not UTF-8 text\..* Windows-1252\./],
    ['UTF-16', 'utf16le', /^the file is not UTF-8 text\..* UTF-16\./],
  ] as const)('is reported in %s, but accepted in UTF-8', async (_name, encoding, problem) => {
    const brand = { name: 'Caf\xe9', color: '#4f46e5' };
    const text = JSON.stringify({ brand, service: plain.service, launch: plain.launch }, null, 1);
    await writeFile(file, Buffer.from(text, encoding));
    expect(readLoaderConfig(file)).toEqual({
      ok: false,
      problems: [expect.stringMatching(problem) as string], // a matcher, typed as a string
    });
    expect(await reading(text)).toMatchObject({ ok: true, config: { brand } });
  });

  it('is reported if it is missing or a folder', () => {
    expect(readLoaderConfig(file)).toEqual({ ok: false, problems: ['the file is missing'] });
    expect(readLoaderConfig(folder)).toEqual({ ok: false, problems: ['the file is not a file'] });
  });

  it('is reported with the name of a broken field', async () => {
    const broken = await reading({ ...plain, brand: { name: 'x', color: 'blue' } });
    expect(broken).toEqual({
      ok: false,
      problems: [expect.stringMatching(/^brand\.color: must be/) as string], // a matcher
    });
  });
});

describe('the logo', () => {
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]);

  it.each([
    ['logo.png', 'image/png'],
    ['art/Logo.SVG', 'image/svg+xml'],
    ['logo.webp', 'image/webp'],
    ['logo.jpg', 'image/jpeg'],
    ['logo.jpeg', 'image/jpeg'],
  ])('%s becomes a data URL of type %s', async (logo, type) => {
    await mkdir(path.join(folder, 'art'));
    await writeFile(path.join(folder, logo), bytes);
    const info = await described(withLogo(logo));
    expect(info.brand.logo).toBe(`data:${type};base64,${bytes.toString('base64')}`);
  });

  it('may have at most 256 KiB', async () => {
    await writeFile(path.join(folder, 'logo.png'), Buffer.alloc(256 * 1024, 1));
    expect((await described(withLogo('logo.png'))).brand.logo).not.toBeNull();
    await writeFile(path.join(folder, 'logo.png'), Buffer.alloc(256 * 1024 + 1, 1));
    expect(await reading(withLogo('logo.png'))).toEqual({
      ok: false,
      problems: ['brand.logo: the image is larger than 256 KiB'],
    });
  });

  it('is reported if it is missing', async () => {
    expect(await reading(withLogo('logo.png'))).toEqual({
      ok: false,
      problems: ['brand.logo: the image is missing'],
    });
  });

  it('is left out if its file disappears during the start', async () => {
    await writeFile(path.join(folder, 'logo.png'), bytes);
    const read = await reading(withLogo('logo.png'));
    await rm(path.join(folder, 'logo.png'));
    expect(
      read.ok && describeLoader(read.config, folder, remember, built, 'de').brand.logo,
    ).toBeNull();
  });
});

describe("the renderer's facts", () => {
  it.each([
    [{}, '0.1.0'],
    [{ loaderVersion: '3.2' }, '3.2'],
    [{ version: '3.1' }, '3.1'],
  ])(
    'contain the configured loader version, else that of the package: %j',
    async (given, version) => {
      const { loaderVersion: _, ...service } = plain.service;
      const info = await described({ ...plain, service: { ...service, ...given } });
      expect(info).toMatchObject({ loaderVersion: version });
      expect(info).not.toHaveProperty('version');
    },
  );

  it('contain the brand, and one version of the loader', async () => {
    expect(await described(plain)).toEqual({
      brand: { name: 'Northwind Studio', color: '#4f46e5', colorDark: null, ...noImages },
      service: { host: 'licenses.example' },
      links: {},
      loaderVersion: '1.0',
      commit,
      keyPattern: null,
      remember: { possible: true },
      language: { offered: languageCodes, byDefault: null, current: 'de' },
      accounts: {
        redeem: true,
        register: true,
        keySignIn: false,
        forgot: true,
        lostKey: false,
        changeUsername: true,
        twoFactor: true,
        email: 'off',
      },
      computer: hostname(),
      system: systemName(process.platform, release()),
      deviceRequest: false,
      supportLog: false,
      community: { online: false, stats: false, chat: false },
      options: [],
    });
  });

  it('contain the language to use if none of the preferred languages is offered', async () => {
    const language = { offered: ['en', 'de'], default: 'de' };
    expect((await described({ ...plain, language })).language).toMatchObject({ byDefault: 'de' });
  });

  it('contain the addresses of the configured links and no others', async () => {
    const links = {
      renew: 'https://shop.example/renew?from=app',
      help: 'https://help.example:8443/',
    };
    expect((await described({ ...plain, links })).links).toEqual(links);
  });
});
