// User names on this computer are compared as the service compares them.
import { expect, test } from 'vitest';
import { isSameName } from '../../src/shared/same-name.ts';

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
