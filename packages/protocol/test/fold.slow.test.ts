// Folding of names: which spellings are one, over all of Unicode and over random texts (the seed is printed on failure).
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../src/fold.ts';

test.each([
  ['Anna', 'ANNA'],
  ['straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['Ꭰꮃ', 'ꭰᎳ'],
  ['İ', 'i\u0307'],
  ['ışık', 'IŞIK'],
  ['ﬃ', 'FFI'],
  ['Ａnna', 'aＮＮＡ'],
  ['Jose\u0301', 'JOSÉ'],
  ['\u212Aelvin', 'KELVIN'],
  ['ΐ', 'Ϊ́'],
  ['①', '1'],
  [' Anna\u00a0\n', 'anna'],
])('%s and %s are one', (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

test.each([
  ['Anna', 'Änna'],
  ['o', '0'],
  ['l', '1'],
  ['a', 'а'],
  ['Anna', 'Ann'],
  ['a b', 'ab'],
])('%s and %s are two', (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});

test('every code point: twice is once, and both cases are one', () => {
  const wrong: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const text = String.fromCodePoint(point);
    const folded = fold(text);
    const isSound =
      fold(folded) === folded &&
      fold(text.toUpperCase()) === folded &&
      fold(text.toLowerCase()) === folded &&
      fold(text.normalize('NFD')) === folded &&
      folded === folded.trim() &&
      folded.length <= 18 * text.length;
    if (!isSound) wrong.push(point.toString(16));
  }
  expect(wrong).toEqual([]);
});

/** Letters whose case is more than one letter for another, and marks that move or melt with their neighbours. */
const difficult = fc.constantFrom(
  ...[
    'ß',
    'ẞ',
    'ς',
    'Σ',
    'ſ',
    'İ',
    'ı',
    'I',
    'i',
    'ŉ',
    'ǰ',
    'ΐ',
    'ΰ',
    'և',
    'ẖ',
    'ﬃ',
    'ﬗ',
    'ᾳ',
    'ᾼ',
    'ᾷ',
    'ῌ',
  ],
  ...[
    '\u0307',
    '\u0345',
    '\u0301',
    '\u0308',
    '\u0327',
    '\u0323',
    '\u0342',
    '\u0313',
    '\u00AD',
    '\u200D',
  ],
  ...['Ꭰ', 'ꭰ', 'Ǆ', 'ǅ', 'Ａ', '가', '\u1100', '\u1161', 'ﷺ', '㌖', '𝔄', '𐐀', 'Ა', 'ა', ' ', '.'],
);
const texts = fc.array(fc.oneof(difficult, fc.string({ unit: 'binary', maxLength: 1 })), {
  maxLength: 12,
});

test('random texts: twice is once, and case and composition do not matter', () => {
  fc.assert(
    fc.property(texts, (parts) => {
      // U+0345 is a mark whose capital is a letter: only where all marks stand apart, in their order, is case changed soundly.
      const text = parts.join('').normalize('NFD');
      const folded = fold(text);
      expect(fold(folded)).toBe(folded);
      expect(fold(text.toUpperCase())).toBe(fold(text.toLowerCase()));
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
        expect(fold(text.normalize(form))).toBe(folded);
    }),
    { numRuns: 5000 },
  );
});

test('plain letters, which take a way of their own, fold as they do beside another letter', () => {
  const plain = fc.string({ unit: 'grapheme-ascii' });
  fc.assert(
    fc.property(plain, (text) => {
      expect(fold(text)).toBe(fold(`é${text.trim()}`).slice(1));
      expect(fold(`${text} `)).toBe(fold(text));
    }),
    { numRuns: 2000 },
  );
});

// Names are stored folded. A newer Unicode may fold letters of today otherwise, as when Cherokee got its lower case: compare
// the folds of both versions then, and fold what is stored anew in a migration where one differs.
test('is of the Unicode version that stored names were folded with', () => {
  expect(process.versions['unicode']).toBe('17.0');
});
