// The pictures of the documentation: each is shown, has an alternative text, and is small.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'docs/pictures');
const pictures = readdirSync(folder).filter((name) => name.endsWith('.webp'));
const files = [
  'README.md',
  ...['branding', 'desk', 'launching', 'page', 'releases', 'selling'].map(
    (page) => `docs/${page}.md`,
  ),
];
const pages = files.map((page) => ({
  page: join(root, page),
  text: readFileSync(join(root, page), 'utf8'),
}));

test('the pictures have at most 750 KB in total', () => {
  const bytes = pictures.map((name) => statSync(join(folder, name)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(750_000);
  for (const size of bytes) expect(size).toBeGreaterThan(5_000);
});

test('the pages refer to every picture, and to no missing one', () => {
  const shown = pages.flatMap(({ page, text }) =>
    [...text.matchAll(/[\w./-]+\.(?:webp|png|jpe?g|gif)\b/g)].map(([path]) =>
      relative(folder, resolve(dirname(page), path)),
    ),
  );
  expect([...new Set(shown)].sort()).toEqual([...pictures].sort());
});

test('every picture has an alternative text', () => {
  for (const { text } of pages) {
    const alternatives = [
      ...[...text.matchAll(/<img\b[^>]*>/g)].map(([tag]) => /alt="([^"]*)"/.exec(tag)?.[1]),
      ...[...text.matchAll(/!\[([^\]]*)\]/g)].map(([, words]) => words),
    ];
    expect(alternatives.length).toBeGreaterThan(0);
    for (const words of alternatives) expect(words?.length).toBeGreaterThan(30);
  }
});
