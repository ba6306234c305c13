// What counts as loaded before the page can run, where the bench measures it: a page that was split stays measured as a whole.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { neededBeforeStart } from '../bench/first-load.js';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-first-load-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let pages = 0;
function page(files: Readonly<Record<string, string>>): string {
  const client = join(folder, `${(pages += 1)}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(client, name)), { recursive: true });
    writeFileSync(join(client, name), content);
  }
  return client;
}
const html = '<script type="module" crossorigin src="./assets/index.js"></script>';

it('follows every kind of static import, and nothing that is loaded on demand', () => {
  const client = page({
    'index.html': html,
    'assets/index.js': 'import"./a.js";import{b}from"./deep/b.js";b(()=>import("./later.js"));',
    'assets/a.js':
      'export*from"./c.js";export{d as e}from"./d.js";export const a="import \'./no.js\'";',
    'assets/deep/b.js': 'import{a}from"../a.js";export const b=a;',
    'assets/c.js': 'import"./a.js";export const c=1;',
    'assets/d.js': 'export const d=1;',
    'assets/later.js': 'export const later=1;',
  });
  expect([...neededBeforeStart(client)].sort()).toEqual(
    ['a', 'c', 'd', 'deep/b', 'index'].map((name) => `assets/${name}.js`),
  );
});

it('counts what the page itself preloads', () => {
  const client = page({
    'index.html': `${html}<link rel="modulepreload" href="./assets/p.js"><link rel="stylesheet" href="./a.css">`,
    'assets/index.js': '',
    'assets/p.js': 'import"./q.js"',
    'assets/q.js': '',
  });
  expect(neededBeforeStart(client)).toEqual(['index', 'p', 'q'].map((name) => `assets/${name}.js`));
});

it('does not take a page without script, or a missing file, for a small one', () => {
  expect(() => neededBeforeStart(page({ 'index.html': '<p>Nothing</p>' }))).toThrow('no script');
  expect(() => neededBeforeStart(page({ 'index.html': html }))).toThrow('ENOENT');
});
