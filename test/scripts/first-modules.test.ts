// Startup time: the main process opens its window before it loads the core and the protocol, and the
// page draws its first screen before it loads the texts of the others.
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn } from '../support/sources-in.ts';
import { modulesLoadedWith } from '../support/loaded-modules.ts';

const root = resolve(import.meta.dirname, '../..');
const sources = new Map(
  [
    'src/main',
    'src/renderer',
    'src/shared',
    'src/copy',
    'packages/protocol/src',
    'packages/client/src',
  ].flatMap((room) => [...sourcesIn(root, room)]),
);
const early = modulesLoadedWith(sources, 'src/main/index.ts');
const later = modulesLoadedWith(sources, 'src/main/compose-core.ts');

const ofTheCore = [
  'src/main/core/loader.ts',
  'packages/client/src/licensing.ts',
  'src/main/core/flows/sign-in.ts',
  'src/shared/contract.ts',
];

test('the window opens without the core', () => {
  expect(early).toContain('src/main/shell/window.ts');
  expect(early).toContain('src/shared/config.ts');
  expect(ofTheCore.filter((file) => early.has(file))).toEqual([]);
});

test('the core is loaded after the window', () => {
  expect(ofTheCore.filter((file) => !later.has(file))).toEqual([]);
});

test("the page's first script reads only its own texts", () => {
  const first = modulesLoadedWith(sources, 'src/renderer/main.tsx');
  expect(first).toContain('src/renderer/screens/SignIn.tsx');
  expect(first).toContain('src/renderer/bridge/first-context.ts');
  const others = [
    'src/renderer/bridge/loader-context.ts',
    'src/renderer/screens/later.ts',
    'src/renderer/screens/opened.ts',
    'src/copy/failure-texts.ts',
    'src/copy/en/later-texts.ts',
  ];
  expect(others.filter((file) => !sources.has(file))).toEqual([]);
  expect(others.filter((file) => first.has(file))).toEqual([]);
});
