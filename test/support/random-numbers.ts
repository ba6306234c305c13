// Generates reproducible random numbers. `LATCHKEY_SEED` repeats a run.
export const seed = Number(process.env['LATCHKEY_SEED'] ?? Date.now() % 1_000_000_007);

/** Returns a generator of integers from 0 to `end` - 1 (the generator of Numerical Recipes). */
export function randomNumbersFrom(start: number): (end: number) => number {
  let state = start >>> 0;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}
