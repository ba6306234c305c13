// Tests of the folding of names, over all of Unicode and over random texts. A failure prints its
// seed.
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
  ['ibrahim', 'İBRAHİM'],
  ['Isı', 'ISI'],
  ['İsmayıl', 'ismayil'],
  ['I\u0323\u0307', 'ị'],
  ['i\u0307\u0301', 'Í'],
  ['DƏNİZ', 'dəniz'],
  ['ﬃ', 'FFI'],
  ['Ａnna', 'aＮＮＡ'],
  ['Jose\u0301', 'JOSÉ'],
  ['\u212Aelvin', 'KELVIN'],
  ['ΐ', 'Ϊ́'],
  ['①', '1'],
  [' Anna\u00a0\n', 'anna'],
])('folds %s and %s to the same text', (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

test.each([
  ['Anna', 'Änna'],
  ['o', '0'],
  ['l', '1'],
  ['a', 'а'],
  ['Anna', 'Ann'],
  ['ė', 'e'],
  ['ż', 'z'],
  ['ç', 'c'],
  ['a b', 'ab'],
])('folds %s and %s to different texts', (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});

test('is idempotent and ignores case for every code point', () => {
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

/**
 * Letters whose other case has several letters, and marks that reorder or compose with their
 * neighbours.
 */
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
    'į',
    'Ị',
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

test('is idempotent and ignores case and composition for random texts', () => {
  fc.assert(
    fc.property(texts, (parts) => {
      // U+0345 is a mark whose capital is a letter, so case changes are sound only on decomposed,
      // ordered marks.
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

test('folds ASCII on the fast path to the same text as on the slow path', () => {
  const plain = fc.string({ unit: 'grapheme-ascii' });
  fc.assert(
    fc.property(plain, (text) => {
      expect(fold(text)).toBe(fold(`é${text.trim()}`).slice(1));
      expect(fold(`${text} `)).toBe(fold(text));
    }),
    { numRuns: 2000 },
  );
});

// Names are stored folded, and a newer Unicode version can fold existing letters differently, as
// when Cherokee got lower case. If this fails, compare the folds of both versions. If one differs,
// fold the stored names again in a migration.
test('uses the Unicode version that folded the stored names', () => {
  expect(process.versions['unicode']).toBe('17.0');
});
