// Lets work that checks budgets without a slot wait for attempts in flight. Until a sign-in is
// decided, its slot looks like a wrong secret, and five of them like a spent budget.
import type { Budget } from './throttles.ts';
import type { AttemptsInFlight } from './wrong-secrets.ts';

const maxWaits = 3;

class Undecided extends Error {
  override readonly name = 'Undecided';
  readonly decision: Promise<void>;
  constructor(decision: Promise<void>) {
    super('An attempt in flight is undecided');
    this.decision = decision;
  }
}

/** Runs `work` again after each decision that it waits for, at most `waitsLeft` times. */
export async function afterDecisions<Result>(
  work: (waitsLeft: number) => Promise<Result>,
): Promise<Result> {
  for (let waitsLeft = maxWaits; ; waitsLeft -= 1)
    try {
      return await work(waitsLeft);
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      await error.decision;
    }
}

/** Throws, to roll back, if an attempt in flight may still return a slot of these budgets. */
export function waitForDecision(
  { concurrentAttempts }: AttemptsInFlight,
  budgets: readonly Budget[],
): void {
  const decision = concurrentAttempts.untilSlotIsFree(budgets.map(({ scope }) => scope));
  if (decision !== undefined) throw new Undecided(decision);
}
