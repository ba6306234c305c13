// Contract 0.16: who guesses wrong is told how many tries are left, once they are few.
import type { AnyReason } from '../../shared/wire/more-reasons.ts';
import type { Refusal } from '../outcome.ts';

/** Beyond it nothing is said. */
const few = 3;

const guesses: ReadonlySet<AnyReason> = new Set([
  'bad-credentials',
  'bad-code',
  'two-factor-bad-code',
]);

/** `left`: in one budget; where several say so, the fewest count. Other refusals stay as they are. */
export function withTriesLeft(refusal: Refusal, left: number): Refusal {
  if (!guesses.has(refusal.reason) || left > few) return refusal;
  const told = refusal.facts['triesLeft'];
  const triesLeft = Math.min(left, typeof told === 'number' ? told : few);
  return { ...refusal, facts: { ...refusal.facts, triesLeft } };
}
