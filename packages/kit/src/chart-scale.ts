// Scales of a chart: the values and dates at which its axes have labels.

/**
 * Returns 2 to 5 values from 0 upwards in steps of 1, 2 or 5 times a power of ten. The last one is
 * at least `max`. Steps are whole numbers, because charts show counts.
 */
export function axisValues(max: number): readonly number[] {
  const least = Math.max(max / 4, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= least);
  const size = step ?? power * 10;
  const count = Math.max(1, Math.ceil(max / size));
  return Array.from({ length: count + 1 }, (_, at) => at * size);
}

/** Returns up to `most` indexes of `count` points, evenly spaced, with the first and the last. */
export function axisIndexes(count: number, most: number): readonly number[] {
  if (count <= 1) return count === 1 ? [0] : [];
  const last = count - 1;
  // A divisor of the distance gives equal steps, and dates read better in equal steps.
  const wanted = Math.min(most, count) - 1;
  const even = Array.from({ length: wanted }, (_, at) => wanted - at).find((n) => last % n === 0);
  const parts = even !== undefined && even > wanted / 2 ? even : wanted;
  return Array.from({ length: parts + 1 }, (_, at) => Math.round((at * last) / parts));
}
