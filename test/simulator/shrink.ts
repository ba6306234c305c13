// Finds a small plan that still breaks the same promise: first leaves out whole groups of steps, then
// parts of halving size (delta debugging).
import { realNowMs } from './patch-time.ts';
import type { Step } from './plan.ts';
import { simulate, type Simulated } from './simulate.ts';

export interface Shrunk {
  readonly plan: readonly Step[];
  readonly simulated: Simulated;
  readonly runs: number;
}

export async function shrink(
  seed: string,
  wholePlan: readonly Step[],
  first: Simulated,
  withinMs: number,
): Promise<Shrunk> {
  const deadlineMs = realNowMs() + withinMs;
  const promise = first.history.broken[0]?.promise;
  let [plan, simulated, runs] = [wholePlan, first, 0];
  /** Keeps a smaller plan if it still breaks the promise. */
  const tries = async (smaller: readonly Step[]): Promise<boolean> => {
    if (smaller.length === plan.length || realNowMs() > deadlineMs) return false;
    runs += 1;
    const outcome = await simulate(seed, smaller);
    if (outcome.history.broken[0]?.promise !== promise) return false;
    [plan, simulated] = [smaller, outcome];
    return true;
  };
  const brokenAtMs = first.history.broken[0]?.atMs ?? 0;
  await tries(plan.filter(({ atMs }) => atMs <= brokenAtMs));
  for (const groupOf of [
    ({ who }: Step) => who,
    ({ what }: Step) => what,
    ({ who, what }: Step) => `${who} ${what}`,
  ])
    for (const group of new Set(plan.map(groupOf)))
      await tries(plan.filter((step) => groupOf(step) !== group));
  for (let size = Math.ceil(plan.length / 2); size >= 1 && realNowMs() < deadlineMs;) {
    let isSmaller = false;
    for (let at = 0; at < plan.length; at += isSmaller ? 0 : size) {
      isSmaller = await tries(plan.filter((_, index) => index < at || index >= at + size));
      if (realNowMs() > deadlineMs) break;
    }
    size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return { plan, simulated, runs };
}
