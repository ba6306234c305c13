// The lint rules for imports and globals of each folder: each rule has a fixture that breaks it.
// The fixtures are written to a copy of the layout, with one file that breaks nothing.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const globals = 'eslint(no-restricted-globals)';
const properties = 'eslint(no-restricted-properties)';
const imports = 'eslint(no-restricted-imports)';
const titles = 'titles(begin-with-subject)';

/** By file: its text and the rule that it breaks, or an empty text. */
const fixtures: Readonly<Record<string, readonly [text: string, rule: string]>> = {
  'src/main/core/clock.ts': ['export const at = Date.now();', globals],
  'src/main/core/timer.ts': ['setTimeout(() => undefined, 1);', globals],
  'src/main/core/network.ts': ["void fetch('https://example.com');", globals],
  'src/main/core/chance.ts': ['export const lot = Math.random();', properties],
  'src/main/core/drawn.ts': ["import { randomBytes } from 'node:crypto'; randomBytes(1);", imports],
  'src/main/core/file.ts': ["import { readFileSync } from 'node:fs'; readFileSync('a');", imports],
  'src/main/core/window.ts': ["import { app } from 'electron'; app.quit();", imports],
  'src/main/core/device.ts': ["import { cpu } from 'systeminformation'; void cpu();", imports],
  'src/shared/clock.ts': ['export const at = new Date();', globals],
  'src/shared/network.ts': ["void fetch('https://example.com');", globals],
  'src/copy/clock.ts': ['export const at = Date.now();', properties],
  'src/main/adapters/window.ts': ["import { app } from 'electron'; app.quit();", imports],
  'src/preview/window.ts': ["import { app } from 'electron'; app.quit();", imports],
  'src/renderer/network.ts': ["void fetch('https://example.com');", globals],
  'src/renderer/store.ts': ["window.localStorage.setItem('a', 'b');", globals],
  'src/renderer/schema.ts': ["import { z } from 'zod'; z.string();", imports],
  'src/renderer/contract.ts': [
    "import { commandInputs } from '../shared/contract.ts'; commandInputs.a();",
    imports,
  ],
  'src/renderer/wire.ts': [
    "import { name } from '@latchkey/protocol/primitives.ts'; name.parse('');",
    imports,
  ],
  'src/preload/index.ts': ['void 0;\n'.repeat(41), 'eslint(max-lines)'],
  'packages/client/src/clock.ts': ['export const at = Date.now();', globals],
  'packages/client/src/window.ts': ["import { app } from 'electron'; app.quit();", imports],
  'packages/client/src/system-clock.ts': ['export const at = Date.now();', ''],
  'packages/protocol/src/clock.ts': ['export const at = Date.now();', properties],
  'packages/kit/src/Words.tsx': [
    'export const Words = () => <b>Close</b>;',
    'react(jsx-no-literals)',
  ],
  'packages/service/src/now.ts': ['export const at = Date.now();', properties],
  'packages/service/src/window.ts': ["import { app } from 'electron'; app.quit();", imports],
  'test/screens/subject.spec.ts': ["test('it signs in', () => undefined);", titles],
  'packages/service/test/subject.test.ts': ["test('it signs in', () => undefined);", titles],
  'packages/service/test/group.test.ts': ["describe('Who signs in', () => undefined);", titles],
  'packages/service/test/rows.test.ts': [
    "test.skipIf(a).each([1])('while %s', () => undefined);",
    titles,
  ],
  'packages/service/test/table.test.ts': ['test.each`a`(`one ${a}`, () => undefined);', titles],
  'packages/service/test/playwright.spec.ts': [
    "import { test } from '@playwright/test'; test('what is shown', () => undefined);",
    titles,
  ],
  'packages/service/test/allowed.test.ts': [
    "test('one-time codes expire', () => undefined); test.each([1])('items: %s', () => undefined);",
    '',
  ],
  'src/main/core/allowed.ts': [
    "import { createHash } from 'node:crypto'; export const hash = createHash('sha256');",
    '',
  ],
};

const folder = mkdtempSync(join(tmpdir(), 'latchkey-lint-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function broken(): ReadonlyMap<string, readonly string[]> {
  // Rules that need types would need the whole project.
  const config = readFileSync(join(root, '.oxlintrc.json'), 'utf8').replace(
    '"typeAware": true',
    '"typeAware": false',
  );
  writeFileSync(join(folder, '.oxlintrc.json'), config);
  cpSync(join(root, 'scripts/lint-titles.js'), join(folder, 'scripts/lint-titles.js'));
  for (const [file, [text]] of Object.entries(fixtures)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format=json', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { readonly filename: string; readonly code: string }[];
  }; // oxlint's own format
  return new Map(
    Object.keys(fixtures).map((file) => [
      file,
      diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code),
    ]),
  );
}

const found = broken();

test.each(Object.entries(fixtures))('oxlint reports the broken rule in %s', (file, [, rule]) => {
  expect([...new Set(found.get(file))]).toEqual(rule === '' ? [] : [rule]);
});
