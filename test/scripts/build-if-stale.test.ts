// `npm start` builds if a source is newer than the last complete build.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isStale } from '../../scripts/build-if-stale.js';

const builtAtMs = 1_795_000_000_000;
const before = new Date(builtAtMs - 60_000);
const after = new Date(builtAtMs + 60_000);

const packages = [
  'cli',
  'client',
  'desk',
  'kit',
  'page',
  'protocol',
  'seller-copy',
  'service',
  'web',
].map((name) => `packages/${name}/src`);

let project: string;

function age(path: string, at: Date): void {
  utimesSync(join(project, path), at, at);
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'latchkey-stale-'));
  for (const folder of ['out', 'src/deep', 'scripts/build', ...packages])
    mkdirSync(join(project, folder), { recursive: true });
  const files = [
    ...['vite.config.ts', 'package-lock.json', 'package.json', 'tsconfig.base.json'],
    ...['packages/desk/vite.config.ts', 'packages/desk/index.html'],
    ...['packages/page/vite.config.ts', 'packages/page/index.html'],
  ];
  for (const file of [...files, 'src/deep/one.ts']) writeFileSync(join(project, file), '');
  for (const path of [...files, 'src/deep/one.ts', 'src/deep', 'src', 'scripts/build', ...packages])
    age(path, before);
  writeFileSync(join(project, 'out/built-at'), `${builtAtMs}\n`);
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

it('reports a fresh build when nothing has changed', async () => {
  expect(await isStale(project)).toBe(false);
});

it.each([
  'src/deep/one.ts',
  'packages/kit/src',
  'scripts/build',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
])('reports a stale build when %s has changed', async (path) => {
  age(path, after);
  expect(await isStale(project)).toBe(true);
});

it('reports a stale build when a file was removed', async () => {
  rmSync(join(project, 'src/deep/one.ts'));
  expect(await isStale(project)).toBe(true);
});

it('reports a stale build without the stamp of a complete build', async () => {
  rmSync(join(project, 'out/built-at'));
  expect(await isStale(project)).toBe(true);
});
