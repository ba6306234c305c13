// No circles of imports, nor exports or files that nobody uses; and the looks for them find what they are for.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { circlesIn, graphOf, sourcesIn } from '../../scripts/module-graph.js';
import { unusedIn } from '../../scripts/unused-exports.js';

const root = resolve(import.meta.dirname, '../..');

function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-modules-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

describe('circles of imports', () => {
  const circlesOf = (files: Readonly<Record<string, string>>) =>
    circlesIn(graphOf(sourcesIn(project(files), 'src')));

  test('there are none', () => {
    const graph = graphOf(sourcesIn(root, 'src'));
    expect(graph.size).toBeGreaterThan(400);
    expect(graph.get('src/main/index.ts')).toContain('src/main/compose.ts');
    expect(circlesIn(graph)).toEqual([]);
  });

  test('one of types alone is found, and one over three files', () => {
    expect(
      circlesOf({
        'src/a.ts': "import type { B } from './b.ts';\nexport interface A { readonly b: B }\n",
        'src/b.ts': "import type { A } from './a.ts';\nexport interface B { readonly a: A }\n",
      }),
    ).toEqual([['src/a.ts', 'src/b.ts']]);
    expect(
      circlesOf({
        'src/deep/a.ts': "import { b } from '../b.ts';\nexport const a = b;\n",
        'src/b.ts': "export { c as b } from './c.ts';\n",
        'src/c.ts': "export const c = () => import('./deep/a.ts');\n",
      }),
    ).toHaveLength(1);
  });

  test('two ways to one file are no circle', () => {
    expect(
      circlesOf({
        'src/a.ts': "import './b.ts';\nimport './c.ts';\n",
        'src/b.ts': "import './c.ts';\n",
        'src/c.ts': '',
      }),
    ).toEqual([]);
  });
});

describe('exports and files that nobody uses', () => {
  const tsconfig = JSON.stringify({ compilerOptions: { allowJs: true, jsx: 'react-jsx' } });

  test('are found; what a file uses itself, or a dynamic import, a test or a script, is used', () => {
    const folder = project({
      'tsconfig.json': tsconfig,
      'src/main.ts':
        "import { used } from './parts.ts';\nvoid import('./later.tsx').then(({ draw }) => draw(used));\n",
      'src/parts.ts':
        'export interface Shape { readonly size: number }\nexport const used: Shape = { size: 1 };\n// unused\nexport const unused = 2;\nexport const tested = 3;\n',
      'src/later.tsx': 'export const draw = (size: unknown) => size;\n',
      'src/left-over.ts': 'export const nobody = 1;\n',
      'test/parts.test.ts': "import { tested } from '../src/parts.ts';\nvoid tested;\n",
      'scripts/a.js': "import { b } from './b.js';\nb();\n",
      'scripts/b.js': 'export function b() {}\nexport function c() {}\n',
    });
    expect(unusedIn(folder)).toEqual([
      'scripts/b.js: c',
      'src/left-over.ts',
      'src/parts.ts: unused',
    ]);
  });
});
