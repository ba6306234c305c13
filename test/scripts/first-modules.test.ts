// Startup time: the main process opens its window before it loads the core and the protocol.
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesIn } from '../support/sources-in.ts';
import { modulesLoadedWith } from '../support/loaded-modules.ts';

const root = resolve(import.meta.dirname, '../..');
const sources = new Map(
  ['src/main', 'src/shared', 'src/copy', 'packages/protocol/src', 'packages/client/src'].flatMap(
    (room) => [...sourcesIn(root, room)],
  ),
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
