// The third-party notices of the build: complete, and only of licenses on the list.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { completeNotices } from '../../scripts/build/notices.ts';
import { builtParts } from '../../src/main/adapters/built-files.ts';

let out = '';
let modules = '';

beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-notices-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  out = path.join(folder, 'out');
  modules = path.join(folder, 'node_modules');
  for (const part of builtParts) put(part, []);
});

const fileOf = (part: string) => path.join(out, part, 'licenses.json');

function put(part: (typeof builtParts)[number], bundled: readonly object[]): void {
  mkdirSync(path.join(out, part), { recursive: true });
  writeFileSync(fileOf(part), JSON.stringify(bundled));
}

const react = { name: 'react', version: '19.3.1', identifier: 'MIT', text: 'MIT License' };
const zod = { ...react, name: 'zod', version: '4.6.7' };

test('adds the notices that must be distributed with a package', () => {
  put('main', [react, { ...zod, name: '@words/en' }]);
  for (const name of ['react', '@words/en'])
    mkdirSync(path.join(modules, name), { recursive: true });
  writeFileSync(path.join(modules, '@words/en/THIRD_PARTY_LICENSES.md'), 'From the subtitles\n');
  writeFileSync(path.join(modules, '@words/en/NOTICE.md'), 'Keep this notice.\n');
  writeFileSync(path.join(modules, '@words/en/README.md'), 'Words');
  completeNotices(out, modules);
  expect(JSON.parse(readFileSync(fileOf('main'), 'utf8'))).toEqual([
    react,
    {
      ...zod,
      name: '@words/en',
      text: 'MIT License\n\nKeep this notice.\n\nFrom the subtitles',
    },
  ]);
});

test('refuses every package with another license, without one, or without its text', () => {
  put('main', [react, { ...zod, name: 'copyleft', identifier: 'GPL-3.0-only' }]);
  put('client', [
    zod,
    { name: 'unclear', version: '1.0.0', text: 'All rights reserved' },
    { name: 'textless', version: '2.0.0', identifier: 'ISC' },
  ]);
  put('preload', [{ ...zod, name: 'either', identifier: '(MIT OR GPL-2.0)' }]);
  expect(() => completeNotices(out, modules)).toThrow(
    [
      'These packages cannot be bundled (scripts/build/notices.ts):',
      '  unclear 1.0.0: has no license',
      '  textless 2.0.0: the text of ISC is missing',
      '  copyleft 4.6.7: GPL-3.0-only is not allowed',
      '  either 4.6.7: (MIT OR GPL-2.0) is not allowed',
    ].join('\n'),
  );
});

test('refuses a build if one part has no list of modules', () => {
  rmSync(fileOf('delivery-worker'));
  expect(() => completeNotices(out, modules)).toThrow('ENOENT');
});
