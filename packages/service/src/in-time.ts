// Bounds the wait for an answer.
import type { After } from './periodic-work.ts';

/** Returns `late` if `work`, which must not reject, takes longer than `ms`. */
export function inTime<T>(after: After, ms: number, work: Promise<T>, late: T): Promise<T> {
  return new Promise((resolve) => {
    const cancel = after(ms, () => resolve(late));
    void work.then(resolve).finally(cancel);
  });
}
