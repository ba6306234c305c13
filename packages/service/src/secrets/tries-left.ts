// Adds the number of remaining attempts to a refusal if few are left, or the wait if none is left
// (docs/protocol.md#tries-left).
import type { AnyReason } from '@latchkey/protocol/all-reasons.ts';
import type { Refusal } from '../outcome.ts';

/** Maximum number of remaining attempts that a refusal reports. */
const maxReported = 3;

const guessReasons: ReadonlySet<AnyReason> = new Set([
  'bad-credentials',
  'bad-code',
  'two-factor-bad-code',
  'key-unknown',
]);

export interface TriesLeft {
  readonly left: number;
  /** Seconds until new attempts are allowed; 0 while any is left. */
  readonly retryAfter: number;
}

/**
 * With several budgets, the fewest attempts and the longest wait are reported. Refusals for other
 * reasons than a wrong secret are unchanged.
 */
export function withTriesLeft(refusal: Refusal, { left, retryAfter }: TriesLeft): Refusal {
  if (!guessReasons.has(refusal.reason) || left > maxReported) return refusal;
  const { triesLeft: reported = maxReported, retryAfter: wait = 0 } = refusal.facts as Partial<{
    triesLeft: number;
    retryAfter: number;
  }>; // written only here
  const longest = Math.max(retryAfter, wait);
  const facts = {
    triesLeft: Math.min(left, reported),
    ...(longest > 0 && { retryAfter: longest }),
  };
  return { ...refusal, facts: { ...refusal.facts, ...facts } };
}
