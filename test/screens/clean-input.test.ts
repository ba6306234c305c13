// Cleaning of typed and pasted codes, and the length and character rules of names and passwords.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanCode } from '../../src/renderer/input/clean-code.ts';
import { isValidName, isValidPassword } from '../../src/renderer/input/field-rules.ts';

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
  ])('reads %j as %j', (text, code, hasOtherCharacters) => {
    expect(cleanCode(text)).toEqual({ code, hasOtherCharacters });
  });

  test('returns only ASCII digits for any text and keeps ASCII digits unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => /^[0-9]*$/.test(cleanCode(text).code)),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{0,12}$/), (text) => cleanCode(text).code === text),
    );
  });
});

describe('field rules', () => {
  test('accepts names of 1 to 70 characters without control characters', () => {
    expect(isValidName('  anna ')).toBe(true);
    expect(isValidName('x'.repeat(70))).toBe(true);
    expect(isValidName('x'.repeat(71))).toBe(false);
    expect(isValidName('   ')).toBe(false);
    expect(isValidName('an\u0000na')).toBe(false);
    expect(isValidName('an\ud800na')).toBe(false);
  });

  test('accepts passwords of 1 to 1024 characters without control characters', () => {
    expect(isValidPassword(' &type=upgrade# ')).toBe(true);
    expect(isValidPassword('🙂'.repeat(512))).toBe(true);
    expect(isValidPassword('x'.repeat(1025))).toBe(false);
    expect(isValidPassword('')).toBe(false);
    expect(isValidPassword('a\tb')).toBe(false);
  });
});
