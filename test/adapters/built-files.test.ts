// The list of built files detects files that are missing or have a different size.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { listFiles } from '../../scripts/build/list-files.ts';
import { brokenFiles, builtParts, fileList } from '../../src/main/adapters/built-files.ts';

let out = '';

function put(file: string, content: string): void {
  mkdirSync(path.dirname(path.join(out, file)), { recursive: true });
  writeFileSync(path.join(out, file), content);
}

beforeEach(() => {
  out = mkdtempSync(path.join(tmpdir(), 'latchkey-built-files-'));
  const folder = out;
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

it('reports each file that is missing, empty or longer, and no other', () => {
  for (const file of ['client/index.html', 'client/assets/a.js', 'main/index.cjs']) put(file, file);
  for (const part of builtParts) put(`${part}/licenses.json`, '[]');
  put('preload/index.cjs', 'preload');
  put('service/main.js', 'not in a package');
  put(fileList, JSON.stringify(listFiles(out)));
  expect(brokenFiles(out)).toEqual([]);
  rmSync(path.join(out, 'client/assets'), { recursive: true });
  put('preload/index.cjs', '');
  put('main/index.cjs', 'main/index.cjs and more');
  rmSync(path.join(out, 'service'), { recursive: true });
  expect(brokenFiles(out)).toEqual(['client/assets/a.js', 'main/index.cjs', 'preload/index.cjs']);
});

it.each([null, '', '[]', '{"client/index.html":"1"}'])(
  'reports the list itself if it is %j',
  (list) => {
    put('client/index.html', 'page');
    if (list !== null) put(fileList, list);
    expect(brokenFiles(out)).toEqual([fileList]);
  },
);
