// Contract 0.16: who guesses wrong is told how many tries are left, once they are few, and after the last one how long to wait.
import type { AnyReason } from '@latchkey/protocol/all-reasons.ts';
import type { Refusal } from '../outcome.ts';

/** Beyond it nothing is said. */
const few = 3;

const guesses: ReadonlySet<AnyReason> = new Set([
  'bad-credentials',
  'bad-code',
  'two-factor-bad-code',
]);

export interface TriesLeft {
  readonly left: number;
  /** Seconds until there are more; 0 as long as some are left. */
  readonly retryAfter: number;
}

/** Of one budget; where several say so, the fewest and the longest wait count. Other refusals stay as they are. */
export function withTriesLeft(refusal: Refusal, { left, retryAfter }: TriesLeft): Refusal {
  if (!guesses.has(refusal.reason) || left > few) return refusal;
  const { triesLeft: told = few, retryAfter: wait = 0 } = refusal.facts as Partial<{
    triesLeft: number;
    retryAfter: number;
  }>; // written here alone
  const longest = Math.max(retryAfter, wait);
  const facts = { triesLeft: Math.min(left, told), ...(longest > 0 && { retryAfter: longest }) };
  return { ...refusal, facts: { ...refusal.facts, ...facts } };
}
