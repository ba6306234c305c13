// What lint asks of files beside the walls between them (walls.test.ts): what can be used without seeing it, and how long they are.
import { readdirSync, readFileSync } from 'node:fs';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import tseslint from 'typescript-eslint';

// These rules need no types, and the files here are not part of any room's project.
const eslint = new ESLint({
  overrideConfig: {
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { parserOptions: { projectService: false } },
  },
});

async function broken(file: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: file, warnIgnored: true });
  return result?.messages.map(({ ruleId }) => ruleId) ?? [];
}

describe('what can be used without seeing it', () => {
  const inScreen = (element: string) =>
    broken('src/renderer/screens/X.tsx', `export const X = () => ${element};\n`);

  test.each([
    ['<div onClick={() => null}>Go</div>', 'jsx-a11y-x/click-events-have-key-events'],
    ['<img src="a.png" />', 'jsx-a11y-x/alt-text'],
    ['<a href="#">Go</a>', 'jsx-a11y-x/anchor-is-valid'],
    ['<p role="buton">Go</p>', 'jsx-a11y-x/aria-role'],
    ['<input autoFocus />', 'jsx-a11y-x/no-autofocus'],
    ['<button tabIndex={2}>Go</button>', 'jsx-a11y-x/tabindex-no-positive'],
  ])('%s breaks %s', async (element, rule) => {
    expect(await inScreen(element)).toContain(rule);
  });

  test('a plain button breaks nothing of it', async () => {
    const rules = await inScreen('<button type="button">Go</button>');
    expect(rules.filter((rule) => rule?.startsWith('jsx-a11y-x'))).toEqual([]);
  });
});

test('a style sheet has at most 250 lines, as any file of the source', () => {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const sheets = names.filter((name) => name.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(10);
  const linesOf = (name: string) => readFileSync(`src/${name}`, 'utf8').split('\n').length - 1;
  expect(sheets.filter((name) => linesOf(name) > 250)).toEqual([]);
});

test.each([
  ['src/cli/x.ts', 250],
  ['src/renderer/screens/X.tsx', 250],
  ['src/preload/index.ts', 40],
  ['test/core/x.test.ts', 250],
  ['test/screens/x.spec.tsx', 250],
  ['scripts/x.js', 250],
])('%s has at most %i lines', async (file, most) => {
  const lines = (amount: number) => 'f();\n'.repeat(amount);
  expect(await broken(file, lines(most + 1))).toContain('max-lines');
  expect(await broken(file, lines(most))).not.toContain('max-lines');
});

test('a test never imports the value electron', async () => {
  const rule = '@typescript-eslint/no-restricted-imports';
  for (const file of ['test/core/x.test.ts', 'test/screens/X.tsx']) {
    expect(await broken(file, "import { app } from 'electron';\napp();\n")).toContain(rule);
    expect(await broken(file, "import type { App } from 'electron';\n")).not.toContain(rule);
  }
});
