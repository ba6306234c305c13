// Measures how many passwords a bare process verifies in a second.
import { hash, verify } from '@node-rs/argon2';

const atOnce = 4;

/**
 * @param {string} password
 * @param {{ memoryCost: number, timeCost: number, parallelism: number }} cost
 * @param {number} count
 * @returns {Promise<number>} a second
 */
export async function rawHashRate(password, cost, count) {
  const stored = await hash(password, cost);
  let left = count;
  const startedAt = performance.now();
  const one = async () => {
    while (left-- > 0) await verify(stored, password);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return count / ((performance.now() - startedAt) / 1000);
}
