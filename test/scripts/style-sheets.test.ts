// The length limit for style sheets, which oxlint does not check.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('a style sheet has at most 250 lines', () => {
  const sheets = ['src', 'packages/kit/src'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => `${room}/${name}`),
  );
  expect(sheets.length).toBeGreaterThan(10);
  const linesOf = (name: string) => readFileSync(name, 'utf8').split('\n').length - 1;
  expect(sheets.filter((name) => linesOf(name) > 250)).toEqual([]);
});
