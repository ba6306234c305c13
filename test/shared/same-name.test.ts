// The loader compares user names and keys like the service does.
import { expect, test } from 'vitest';
import { isSameKey, isSameName } from '../../src/shared/same-name.ts';

test.each([
  ['anna', 'ANNA '],
  ['ibrahim', 'İBRAHİM'],
  ['straße', 'STRASSE'],
  ['Ａnna', 'anna'],
  ['Jose\u0301', 'JOSÉ'],
])('%s and %s are the same name', (one, other) => {
  expect(isSameName(one, other)).toBe(true);
});

test.each([
  ['anna', 'anna2'],
  ['an-na', 'anna'],
  ['ė', 'e'],
  ['anna', ''],
])('%s and %s are different names', (one, other) => {
  expect(isSameName(one, other)).toBe(false);
});

test('keys are the same with other dashes, spaces and invisible characters', () => {
  for (const typed of ['nwnd\u20137f3q', 'NWND - 7F3Q', 'NW\u00adND-7F3Q\u200b'])
    expect(isSameKey('NWND-7F3Q', typed)).toBe(true);
  for (const other of ['NWND7F3Q', 'NWND-7F3', 'NWND.7F3Q'])
    expect(isSameKey('NWND-7F3Q', other)).toBe(false);
});
