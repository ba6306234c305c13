// The files beside a package: its bill of materials in the format of CycloneDX, and its checksums.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, onTestFinished, test } from 'vitest';
import { sbomText, type SbomParts } from '../../scripts/brand/sbom.ts';
import { sumsFile, writeSums } from '../../scripts/brand/sums.ts';
import { readSourceTime } from '../../scripts/build/commit.ts';

const parts: SbomParts = {
  name: 'Fjord Tools',
  brand: { executable: 'fjord-tools', version: '1.4.0', author: 'Fjord AS' },
  bundled: [
    { name: 'zod', version: '4.6.7', identifier: 'MIT', text: 'MIT License' },
    { name: '@zxcvbn-ts/core', version: '4.2.0', identifier: 'MIT', text: null },
    { name: 'lucide', version: '1.65.0', identifier: 'ISC', text: null },
  ],
  engine: { electron: '45.4.1', chrome: '150.0.7871.3', node: '24.21.0' },
  builtAt: new Date('2026-11-26T01:02:03Z'),
};

interface Sbom {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: object };
  readonly components: readonly Readonly<Record<string, unknown>>[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: string[] }[];
}

const read = (given: SbomParts) => JSON.parse(sbomText(given)) as Sbom; // its own schema is checked below

test('a bill of materials is valid and lists engine and bundled packages, nothing else', async () => {
  const text = sbomText(parts);
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(text)).toBeNull();
  expect(await validator.validate(text.replace('"library"', '"book"'))).not.toBeNull();
  const { metadata, components, dependencies } = read(parts);
  expect(metadata).toMatchObject({
    timestamp: '2026-11-26T01:02:03.000Z',
    component: { name: 'Fjord Tools', version: '1.4.0', supplier: { name: 'Fjord AS' } },
  });
  const shown = components.map(({ name, version, purl, cpe }) => [name, version, purl ?? cpe]);
  expect(shown.sort()).toEqual([
    ['@zxcvbn-ts/core', '4.2.0', 'pkg:npm/%40zxcvbn-ts/core@4.2.0'],
    ['Chromium', '150.0.7871.3', 'cpe:2.3:a:google:chrome:150.0.7871.3:*:*:*:*:*:*:*'],
    ['Electron', '45.4.1', 'pkg:npm/electron@45.4.1'],
    ['Node.js', '24.21.0', 'cpe:2.3:a:nodejs:node.js:24.21.0:*:*:*:*:*:*:*'],
    ['lucide', '1.65.0', 'pkg:npm/lucide@1.65.0'],
    ['zod', '4.6.7', 'pkg:npm/zod@4.6.7'],
  ]);
  const own = dependencies.find(({ ref }) => ref === 'fjord-tools');
  expect(own?.dependsOn).toHaveLength(6);
});

test('equal parts give an equal bill of materials, in any order', () => {
  const reversed = { ...parts, bundled: parts.bundled.toReversed() };
  expect(sbomText(reversed)).toBe(sbomText(parts));
  expect(read(parts).serialNumber).toBeUndefined();
});

test('leaves out unknown versions and an unknown time', async () => {
  const engine = { electron: '45.4.1', chrome: null, node: null };
  const text = sbomText({ ...parts, engine, builtAt: null });
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(text)).toBeNull();
  expect(text).toContain('electron@45.4.1');
  expect(text).not.toMatch(/Chromium|Node\.js|timestamp/);
});

test('the checksums list the packages of this version, sorted, as sha256sum reads them', async () => {
  const output = mkdtempSync(path.join(tmpdir(), 'latchkey-sums-'));
  onTestFinished(() => rmSync(output, { recursive: true, force: true }));
  const brand = { executable: 'fjord-tools', version: '1.4.0' };
  await writeSums(output, brand);
  expect(() => readFileSync(path.join(output, sumsFile))).toThrow('ENOENT');
  for (const name of [
    ...['fjord-tools-1.4.0-win-x64.exe', 'fjord-tools-1.4.0-linux-amd64.deb'],
    ...['fjord-tools-1.4.0-win-x64.exe.blockmap', 'fjord-tools-1.3.0-linux-amd64.deb'],
    ...['builder-debug.yml', 'sbom.cdx.json', 'fjord-tools-1.4.01-linux-amd64.deb'],
  ])
    writeFileSync(path.join(output, name), name);
  mkdirSync(path.join(output, 'fjord-tools-1.4.0-folder'));
  await writeSums(output, brand);
  const checked = execFileSync('sha256sum', ['--check', '--strict', sumsFile], { cwd: output });
  expect(checked.toString()).toBe(
    'fjord-tools-1.4.0-linux-amd64.deb: OK\nfjord-tools-1.4.0-win-x64.exe: OK\n',
  );
});

test('the time comes from SOURCE_DATE_EPOCH', () => {
  const before = process.env['SOURCE_DATE_EPOCH'];
  onTestFinished(() => {
    if (before === undefined) delete process.env['SOURCE_DATE_EPOCH'];
    else process.env['SOURCE_DATE_EPOCH'] = before;
  });
  process.env['SOURCE_DATE_EPOCH'] = '1795000000';
  expect(readSourceTime('/')?.toISOString()).toBe('2026-11-18T11:06:40.000Z');
});
