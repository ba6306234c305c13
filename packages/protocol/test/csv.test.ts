// The one writer of CSV for command line and desk: nothing becomes a formula, and nothing is lost.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, restoredCell } from '../src/csv.ts';

const piece = fc.constantFrom(...'=+-@;,\t\r\n"\'a1 '.split(''), '0012', '=1+1');
const cell = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''));

/** The cells as a spreadsheet sees them that splits at any separator and ignores the quotes. */
function splitAnywhere(line: string): readonly string[] {
  return line.split(/[;,\t\r\n]/).map((one) => one.replace(/^["]*/, ''));
}

test('no part of a cell begins like a formula, wherever a spreadsheet splits', () => {
  for (const [value, written] of [
    ['=1+1', "'=1+1"],
    ['a;=1+1;b', `"a;'=1+1;b"`],
    ['a,+1', `"a,'+1"`],
    ['a\t@x', `"a\t'@x"`],
    ['a\n-1', `"a\n'-1"`],
    ['a;"=1+1"', `"a;'""=1+1"""`],
    ['\t=1', `"'\t'=1"`],
    ['a=1;b', `"a=1;b"`],
    ['0012', '0012'],
    ["'tis", "'tis"],
  ] as const)
    expect(csvLine([value])).toBe(`${written}\r\n`);
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      for (const one of splitAnywhere(csvLine(cells))) expect(one).not.toMatch(/^[=+\-@]/);
    }),
  );
});

test('a written cell is restored exactly', () => {
  fc.assert(
    fc.property(cell, (value) => {
      const written = csvLine([value]).slice(0, -2);
      const isQuoted = written.startsWith('"');
      const content = isQuoted ? written.slice(1, -1).replaceAll('""', '"') : written;
      expect(restoredCell(content)).toBe(value);
    }),
  );
});
