// The length of style sheets, which ESLint does not read; that of all other files is its business.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('a style sheet has at most 250 lines, as any file of the source', () => {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const sheets = names.filter((name) => name.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(10);
  const linesOf = (name: string) => readFileSync(`src/${name}`, 'utf8').split('\n').length - 1;
  expect(sheets.filter((name) => linesOf(name) > 250)).toEqual([]);
});
