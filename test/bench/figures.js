// Statistics for the bench.

/**
 * @param {readonly number[]} values at least one
 * @returns {number}
 */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** @param {readonly number[]} values */
export function range(values) {
  return `${Math.round(Math.min(...values))}-${Math.round(Math.max(...values))}`;
}

/**
 * The ratio of the median rates (per second).
 * @param {readonly number[]} ours
 * @param {readonly number[]} theirs
 * @returns {import('./table.js').Finding}
 */
export function ratioOf(ours, theirs) {
  const [mine, other] = [median(ours), median(theirs)];
  return { measured: mine / other, figures: `${Math.round(mine)}/s of ${Math.round(other)}/s` };
}
