// What is made of typed and pasted keys and codes. Nothing is cut off silently, and nothing throws.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanCode } from '../../src/renderer/input/clean-code.ts';
import { cleanKey, halfOf, keyPatternOf } from '../../src/renderer/input/clean-key.ts';
import { fitsAsName, fitsAsPassword } from '../../src/renderer/input/field-rules.ts';

const key = 'NWND-7F3Q-2MXX-91KD';
const pattern = keyPatternOf('[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}');

describe('codes', () => {
  test.each([
    ['042917', '042917', false],
    [' 042 917 ', '042917', false],
    ['042-917', '042917', false],
    ['042\u2013917\u200b', '042917', false],
    ['٠٤٢٩١٧', '042917', false],
    ['۰۴۲۹۱۷', '042917', false],
    ['०४२९१७', '042917', false],
    ['０４２９１７', '042917', false],
    ['𝟘𝟜𝟚𝟡𝟙𝟟', '042917', false],
    ['code: 042917', '042917', true],
    ['0429178', '0429178', false],
    ['', '', false],
    ['🙂', '', true],
  ])('%j is read as %j', (text, code, other) => {
    expect(cleanCode(text)).toEqual({ code, other });
  });

  test('any text gives ASCII digits only, and ASCII digits stay as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => /^[0-9]*$/.test(cleanCode(text).code)),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{0,12}$/), (text) => cleanCode(text).code === text),
    );
  });
});

describe('keys', () => {
  test.each([
    [key, null, 'as-given', null],
    [` ${key}\n`, null, 'trimmed', null],
    [`"${key}"`, null, 'trimmed', null],
    [`\u201c${key}\u201d\u200b`, null, 'trimmed', null],
    ['NWND-7F3Q -2MXX\r\n-91KD', null, 'trimmed', null],
    [`Hello,\nyour key: ${key}.\nThank you`, pattern, 'found', null],
    [key, pattern, 'as-given', null],
    ['NWND-7F3Q- 2MXX-91KD', pattern, 'trimmed', null],
    [`${key}${key}`, pattern, 'found', null],
    [`${key} and AAAA-BBBB-CCCC-DDDD`, pattern, 'found', 'several'],
  ] as const)('%j is read as the key', (text, by, taken, doubt) => {
    expect(cleanKey(text, by)).toEqual({ key, taken, doubt });
  });

  test.each([
    [`${key}${key}`, 'doubled'],
    [`${key}\n${key}`, 'doubled'],
    ['anna@studio.example', 'mail'],
    ['https://northwind.example/key', 'web'],
    ['042917', 'code'],
    ['Here is the key that you bought', 'sentence'],
    ['x'.repeat(71) + 'y', 'sentence'],
  ] as const)('%j is doubted as %s', (text, doubt) => {
    expect(cleanKey(text, null).doubt).toBe(doubt);
  });

  test('a text without a key keeps its characters and is doubted where the seller has a pattern', () => {
    expect(cleanKey('ABCD-1234', pattern)).toEqual({
      key: 'ABCD-1234',
      taken: 'as-given',
      doubt: 'other-form',
    });
  });

  test('a doubled text is halved only when it is the same twice', () => {
    expect(halfOf('ABC-123ABC-123')).toBe('ABC-123');
    expect(halfOf('ABC-123ABC-124')).toBeNull();
    expect(halfOf('AAAAAAAAAAAAAA')).toBeNull();
  });

  test('any text: no white space or quotes are left, and it is not longer than before', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { key: read } = cleanKey(text, null);
        return read.length <= text.length && !/[\s"'\u200b]/u.test(read);
      }),
    );
  });

  test('a pattern that this browser cannot read counts as none', () => {
    expect(keyPatternOf('[')).toBeNull();
    expect(keyPatternOf(null)).toBeNull();
  });
});

describe('field rules', () => {
  test('names: 1 to 70 characters without control characters', () => {
    expect(fitsAsName('  anna ')).toBe(true);
    expect(fitsAsName('x'.repeat(70))).toBe(true);
    expect(fitsAsName('x'.repeat(71))).toBe(false);
    expect(fitsAsName('   ')).toBe(false);
    expect(fitsAsName('an\u0000na')).toBe(false);
    expect(fitsAsName('an\ud800na')).toBe(false);
  });

  test('passwords: as typed, 1 to 1024 characters', () => {
    expect(fitsAsPassword(' &type=upgrade# ')).toBe(true);
    expect(fitsAsPassword('🙂'.repeat(512))).toBe(true);
    expect(fitsAsPassword('x'.repeat(1025))).toBe(false);
    expect(fitsAsPassword('')).toBe(false);
    expect(fitsAsPassword('a\tb')).toBe(false);
  });
});
