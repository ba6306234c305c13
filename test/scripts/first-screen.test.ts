// The first screen has only its own sentences: nothing that is loaded with it asks for those that come later. The types keep
// its parts to `FirstCopy`; this keeps them from the way around it.
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readTogether } from '../support/read-together.ts';
import { sourcesIn } from '../support/sources-in.ts';

const root = resolve(import.meta.dirname, '../..');
const sources = new Map(
  ['src/renderer', 'src/copy', 'packages/kit/src'].flatMap((room) => [...sourcesIn(root, room)]),
);

const early = readTogether(sources, 'src/renderer/main.tsx');

test('nothing on the first screen asks for a later sentence', () => {
  expect(early.size).toBeGreaterThan(40);
  const asking = [...early].filter((file) => /\blaterCopy\b/.test(sources.get(file) ?? ''));
  expect(asking).toEqual(['src/renderer/bridge/language.ts']);
});

test('the words for failures and the catalogues of later screens are loaded later', () => {
  const catalogues = [...early].filter((file) => /^src\/copy\/\w\w\//.test(file));
  // English, which is there when nothing can be loaded.
  expect(catalogues).toEqual(['src/copy/en/support.ts']);
  expect(early).not.toContain('src/copy/failure-words.ts');
  for (const later of ['src/renderer/screens/later.tsx', 'src/renderer/bridge/later-copy.ts']) {
    expect(sources.has(later)).toBe(true);
    expect(early).not.toContain(later);
  }
});
