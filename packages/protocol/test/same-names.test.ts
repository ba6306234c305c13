// Numbers for things of the same name.
import { expect, test } from 'vitest';
import { numberSameNames } from '../src/same-names.ts';

test.each([
  [[], []],
  [
    ['pc', 'tower'],
    ['pc', 'tower'],
  ],
  [
    ['pc', 'tower', 'pc', 'pc'],
    ['pc', 'tower', 'pc (2)', 'pc (3)'],
  ],
  [
    ['pc', 'pc', 'pc (2)', 'pc (2)'],
    ['pc', 'pc (3)', 'pc (2)', 'pc (2) (2)'],
  ],
])('%j are shown as %j', (names, shown) => {
  expect(numberSameNames(names)).toEqual(shown);
  expect(new Set(shown).size).toBe(names.length);
});
