// An order by chance that a number brings back.

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {number} seed
 * @returns {Item[]}
 */
export function shuffled(items, seed) {
  const result = [...items];
  let state = seed >>> 0;
  for (let left = result.length; left > 1; left -= 1) {
    // Numerical Recipes' linear congruence: chance enough for an order.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * left);
    [result[left - 1], result[other]] = [
      /** @type {Item} */ (result[other]),
      /** @type {Item} */ (result[left - 1]),
    ];
  }
  return result;
}
