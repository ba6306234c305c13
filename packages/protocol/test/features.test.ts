// Values of features as sellers write them.
import { expect, test } from 'vitest';
import { readFeatureValue } from '../src/features.ts';

test('names of every object are texts like others', () => {
  for (const text of ['constructor', '__proto__', 'toString', 'valueOf']) {
    expect(readFeatureValue(text)).toBe(text);
    expect(readFeatureValue(text, 'yesno')).toBeNull();
  }
});

test('a value without a kind is yes or no, a whole number, or a text', () => {
  expect(['yes', 'TRUE', 'no', 'False'].map((text) => readFeatureValue(text))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(['0', '5', '999999999999999'].map((text) => readFeatureValue(text))).toEqual([
    0, 5, 999_999_999_999_999,
  ]);
  expect(['gold', '1.2.3', '5 GB'].map((text) => readFeatureValue(text))).toEqual([
    'gold',
    '1.2.3',
    '5 GB',
  ]);
});

test('a value that only looks like no or like a number needs its kind', () => {
  for (const text of ['off', 'On', 'none', '-1', '+1', '00', '2.5', '1,000', '1000000000000000']) {
    expect(readFeatureValue(text)).toBeNull();
    expect(readFeatureValue(text, 'text')).toBe(text);
  }
});
