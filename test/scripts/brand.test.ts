// A brand's folder: created, imported from an edited project, and checked before packaging.
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../../packages/service/test/support/service.ts';
import { parseBrandFile } from '../../scripts/brand/brand-file.ts';
import { checkBrand } from '../../scripts/brand/checks.ts';
import { importBrand } from '../../scripts/brand/import-brand.ts';
import { makeBrand } from '../../scripts/brand/new-brand.ts';
import { savePacked } from '../../scripts/brand/packed.ts';
import { serviceProblem } from '../../scripts/brand/service-check.ts';
import { loaderConfig, type LoaderConfig } from '../../src/shared/config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const logo = path.join(root, 'examples/brand/logo.svg');
const none = {
  ...{ logo: undefined, cover: undefined, id: undefined, executable: undefined },
  ...{ author: undefined, email: undefined, homepage: undefined },
};

function makeTestFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'brand-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function newBrand(given: Partial<Parameters<typeof makeBrand>[1]> = {}): string {
  const folder = path.join(makeTestFolder(), 'fjord');
  makeBrand(folder, { ...none, name: 'Fjord Tools', color: '#0d9488', ...given });
  return folder;
}

function jsonIn(folder: string, name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Record<string, unknown>; // written by the code under test
}

function change(folder: string, name: string, fields: object): void {
  writeFileSync(path.join(folder, name), JSON.stringify({ ...jsonIn(folder, name), ...fields }));
}

/** Creates a brand that passes all checks except the one of the service. */
function finishedBrand(): string {
  const folder = newBrand({ logo, homepage: 'https://fjord.tools', email: 'help@fjord.tools' });
  change(folder, 'loader.config.json', {
    service: {
      baseUrl: 'https://licenses.fjord.tools',
      name: 'Fjord Tools',
      ownerid: 'AbCdEfGhIj',
      publicKey: 'a'.repeat(64),
    },
    delivery: { publisherKeys: ['b'.repeat(64)] },
  });
  return folder;
}

test('a new brand has its own names, its images, and examples for the rest', () => {
  const folder = newBrand({ logo });
  expect(readdirSync(folder).sort()).toEqual(['brand.json', 'loader.config.json', 'logo.svg']);
  expect(jsonIn(folder, 'brand.json')).toMatchObject({
    executable: 'fjord-tools',
    version: '1.0.0',
    author: 'Fjord Tools',
  });
  expect(jsonIn(folder, 'loader.config.json')['brand']).toEqual({
    name: 'Fjord Tools',
    color: '#0d9488',
    logo: 'logo.svg',
  });
});

test.each([
  ['another colour format', { color: 'teal' }, /brand\.color/],
  ['an image that does not exist', { logo: '/nowhere/logo.png' }, /There is no file/],
  ['a name without Latin letters', { name: '東京' }, /--executable/],
  ['an executable with a space', { executable: 'fjord tools' }, /brand\.json: executable: must/],
  ['a homepage without https', { homepage: 'http://fjord.tools' }, /brand\.json: homepage: must/],
])('a new brand with %s is refused and leaves no folder', (_, given, sentence) => {
  const folder = path.join(makeTestFolder(), 'fjord');
  const make = () => makeBrand(folder, { ...none, name: 'Fjord', color: '#0d9488', ...given });
  expect(make).toThrow(sentence);
  expect(existsSync(folder)).toBe(false);
});

test('a new brand never replaces a folder', () => {
  const folder = newBrand();
  const before = readFileSync(path.join(folder, 'brand.json'));
  expect(() => makeBrand(folder, { ...none, name: 'Other', color: '#000000' })).toThrow(/exists/);
  expect(readFileSync(path.join(folder, 'brand.json'))).toEqual(before);
});

test('the checks report every example of a new brand together', async () => {
  const { problems } = await checkBrand(newBrand(), true);
  expect(problems.map((problem) => /^[\w.]+(: \w+(?=: ))?/.exec(problem)?.[0])).toEqual([
    'service.baseUrl',
    'service.publicKey',
    'service.ownerid',
    'delivery.publisherKeys',
    'brand.json: homepage',
    'brand.json: email',
  ]);
});

test('the checks accept a finished brand', async () => {
  const { problems, source } = await checkBrand(finishedBrand(), true);
  expect(problems).toEqual([]);
  expect(source?.brand.executable).toBe('fjord-tools');
});

test('the checks report invalid files of both kinds together', async () => {
  const folder = finishedBrand();
  change(folder, 'brand.json', { version: '1.0', colour: 'red' });
  change(folder, 'loader.config.json', { brand: { name: 'A', color: '#000000', logo: 'no.png' } });
  const { problems, source } = await checkBrand(folder, true);
  expect(source).toBeNull();
  expect(problems).toHaveLength(3);
  expect(problems.join('\n')).toMatch(/version: must have three numbers/);
  expect(problems.join('\n')).toMatch(/loader\.config\.json: brand\.logo: the image is missing/);
});

test('the checks refuse a demo service and the name of the demo', async () => {
  const folder = finishedBrand();
  const demo = jsonIn(root, 'loader.config.json');
  change(folder, 'loader.config.json', { service: demo['service'], brand: demo['brand'] });
  cpSync(path.join(root, 'examples'), path.join(folder, 'examples'), { recursive: true });
  const text = (await checkBrand(folder, true)).problems.join('\n');
  expect(text).toMatch(/service\.baseUrl: is on this computer/);
  expect(text).toMatch(/service\.publicKey: is an example/);
  expect(text).toMatch(/brand\.name: is the name of the demo/);
});

test('the checks refuse a version below the packaged one, and warn about changed names', async () => {
  const folder = finishedBrand();
  const names = { id: 'tools.fjord.fjord-tools', executable: 'fjord-tools' };
  savePacked(folder, { ...names, productName: 'Fjord', version: '1.10.0' });
  change(folder, 'brand.json', { version: '1.9.0' });
  const older = await checkBrand(folder, true);
  expect(older.problems).toEqual([
    'brand.json: version: 1.9.0 is older than 1.10.0, which was packaged last',
  ]);
  change(folder, 'brand.json', { version: '1.10.0' });
  const same = await checkBrand(folder, true);
  expect(same.problems).toEqual([]);
  expect(same.warnings.join('\n')).toMatch(/productName was "Fjord".*lose their saved accounts/);
  expect(same.warnings.join('\n')).not.toMatch(/id was|executable was/);
});

test('the checks report a missing program, and one that is not executable', async () => {
  const folder = finishedBrand();
  const { delivery: _delivery, ...rest } = jsonIn(folder, 'loader.config.json');
  const config = { ...rest, launch: { path: 'app/tool' } };
  writeFileSync(path.join(folder, 'loader.config.json'), JSON.stringify(config));
  const problems = async () => (await checkBrand(folder, true)).problems.join('\n');
  expect(await problems()).toMatch(/no folder app; name it as "program"/);
  change(folder, 'brand.json', { program: 'app' });
  expect(await problems()).toMatch(/program: there is no folder app/);
  mkdirSync(path.join(folder, 'app'));
  expect(await problems()).toBe('launch.path: there is no file app/tool');
  writeFileSync(path.join(folder, 'app/tool'), '#!/bin/sh\n');
  chmodSync(path.join(folder, 'app/tool'), 0o644);
  expect(await problems()).toBe('launch.path: app/tool is not executable');
  chmodSync(path.join(folder, 'app/tool'), 0o755);
  expect(await problems()).toBe('');
});

test('an imported brand keeps the names of the edited project', async () => {
  const from = makeTestFolder();
  for (const name of ['loader.config.json', 'examples', 'package.json', 'electron-builder.yml'])
    cpSync(path.join(root, name), path.join(from, name), { recursive: true });
  const yml = readFileSync(path.join(from, 'electron-builder.yml'), 'utf8');
  writeFileSync(
    path.join(from, 'electron-builder.yml'),
    yml
      .replace('com.example.latchkey', 'com.acme.Launcher')
      .replace('&name Latchkey', '&name Acme Launcher')
      .concat('\nextraResources:\n  - from: tool\n    to: tool\n'),
  );
  change(from, 'package.json', { version: '2.5.0', author: 'Acme <it@acme.dev>' });
  mkdirSync(path.join(from, 'packaging'));
  writeFileSync(path.join(from, 'packaging/icon.png'), 'icon');
  const folder = path.join(from, 'brands/acme');
  expect(await importBrand(folder, from)).toEqual([]);
  expect(jsonIn(folder, 'brand.json')).toEqual({
    id: 'com.acme.Launcher',
    executable: 'latchkey',
    version: '2.5.0',
    author: 'Acme',
    email: 'it@acme.dev',
    homepage: 'https://example.com',
    productName: 'Acme Launcher',
    copyright: 'Copyright © 2026',
    program: '../../tool',
  });
  expect(jsonIn(folder, 'loader.config.json')).toEqual(jsonIn(root, 'loader.config.json'));
  expect(existsSync(path.join(folder, 'examples/brand/logo.svg'))).toBe(true);
  expect(readFileSync(path.join(folder, 'icon.png'), 'utf8')).toBe('icon');
});

test('rejects a brand.json with an unknown field', () => {
  const valid = {
    ...{ id: 'com.example.tools', executable: 'tools', version: '1.0.0' },
    ...{ author: 'Example', email: 'help@example.com', homepage: 'https://example.com' },
  };
  expect(parseBrandFile(valid)).toMatchObject({ ok: true });
  expect(parseBrandFile({ ...valid, name: 'x' })).toMatchObject({
    ok: false,
    problems: [expect.stringContaining('"name"')],
  });
});

test('the service check asks the real service for key, application and version', async () => {
  const service = await startTestService();
  onTestFinished(service.close);
  const { name, ownerid, version } = service.app;
  const config = (changes: object = {}): LoaderConfig =>
    loaderConfig.parse({
      service: {
        ...{ baseUrl: service.url, name, ownerid, loaderVersion: version },
        publicKey: service.publicKey,
        ...changes,
      },
      brand: { name: 'Fjord Tools', color: '#0d9488' },
      delivery: { publisherKeys: ['b'.repeat(64)] },
    });
  const brand = { version: '9.9.9' };
  expect(await serviceProblem(config(), brand)).toBeNull();
  expect(await serviceProblem(config({ publicKey: 'a'.repeat(64) }), brand)).toMatch(
    /signs with a key other than/,
  );
  expect(await serviceProblem(config({ ownerid: 'ZZZZZZZZZZ' }), brand)).toMatch(/does not know/);
  expect(await serviceProblem(config({ loaderVersion: undefined }), brand)).toMatch(
    /refuses the loader version 9\.9\.9/,
  );
  expect(await serviceProblem(config({ baseUrl: 'http://127.0.0.1:9' }), brand)).toMatch(
    /127\.0\.0\.1:9: there is no answer \(refused-connection\)/,
  );
});
