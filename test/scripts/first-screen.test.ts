// Startup time: the first screen loads only its own texts. The type `FirstCopy` limits what it can
// read; these tests reject imports that bypass it.
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readTogether } from '../support/read-together.ts';
import { sourcesIn } from '../support/sources-in.ts';

const root = resolve(import.meta.dirname, '../..');
const sources = new Map(
  ['src/renderer', 'src/copy', 'packages/kit/src'].flatMap((room) => [...sourcesIn(root, room)]),
);

const early = readTogether(sources, 'src/renderer/main.tsx');

test('the first screen reads no text of later screens', () => {
  expect(early.size).toBeGreaterThan(40);
  const asking = [...early].filter((file) => /\blaterCopy\b/.test(sources.get(file) ?? ''));
  expect(asking).toEqual(['src/renderer/bridge/language.ts']);
});

test('the texts of failures and of later screens are loaded later', () => {
  const catalogues = [...early].filter((file) => /^src\/copy\/\w\w\//.test(file));
  // The English fallback for when nothing can be loaded.
  expect(catalogues).toEqual(['src/copy/en/support.ts']);
  expect(early).not.toContain('src/copy/failure-words.ts');
  for (const later of ['src/renderer/screens/later.tsx', 'src/renderer/bridge/later-copy.ts']) {
    expect(sources.has(later)).toBe(true);
    expect(early).not.toContain(later);
  }
});
