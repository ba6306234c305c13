// The labels on the axes of a chart: whole values from 0, and evenly spaced dates.
import { expect, test } from 'vitest';
import { axisIndexes, axisValues } from '../../packages/kit/src/chart-scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [44, [0, 20, 40, 60]],
  [1000, [0, 500, 1000]],
  [3_999_999, [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000]],
])('labels the values up to %i at %j', (max, values) => {
  expect(axisValues(max)).toEqual(values);
});

test('covers every maximum with 2 to 5 values', () => {
  for (let max = 0; max < 5000; max += 1) {
    const values = axisValues(max);
    expect(values.at(-1)).toBeGreaterThanOrEqual(max);
    expect(values.length).toBeGreaterThanOrEqual(2);
    expect(values.length).toBeLessThanOrEqual(5);
    expect(values.every(Number.isInteger)).toBe(true);
  }
});

test.each([
  [0, 6, []],
  [1, 6, [0]],
  [2, 6, [0, 1]],
  [7, 6, [0, 2, 4, 6]],
  [30, 6, [0, 6, 12, 17, 23, 29]],
  [31, 6, [0, 6, 12, 18, 24, 30]],
  [90, 2, [0, 89]],
])('labels the first, the last and evenly spaced of %i points, at most %i', (count, most, at) => {
  expect(axisIndexes(count, most)).toEqual(at);
});
