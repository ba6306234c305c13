// Lets work that checks budgets without a slot wait for attempts in flight. Until a sign-in is
// decided, its slot looks like a wrong secret, and five of them like a spent budget.
import type { Budget } from './throttles.ts';
import type { AttemptsInFlight } from './wrong-secrets.ts';

const maxWaits = 3;

class Undecided extends Error {
  override readonly name = 'Undecided';
  readonly freed: Promise<void>;
  constructor(freed: Promise<void>) {
    super('An attempt in flight is undecided');
    this.freed = freed;
  }
}

/** Runs `work` again when a slot that it waits for may be free, at most `maxWaits` times. */
export async function repeatWhenFree<Result>(
  work: (waitsLeft: number) => Promise<Result>,
): Promise<Result> {
  for (let waitsLeft = maxWaits; ; waitsLeft -= 1)
    try {
      return await work(waitsLeft);
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      await error.freed;
    }
}

/** Throws, to roll back, if an attempt in flight may still return a slot of these budgets. */
export function waitForFreeSlot(
  { concurrentAttempts }: AttemptsInFlight,
  budgets: readonly Budget[],
): void {
  const freed = concurrentAttempts.untilSlotIsFree(budgets.map(({ scope }) => scope));
  if (freed !== undefined) throw new Undecided(freed);
}
