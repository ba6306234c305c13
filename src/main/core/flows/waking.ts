// Decides whether a wake-up of the computer, network or window causes an immediate check.
import { retryAtOf } from '../../../shared/failure.ts';
import { type Phase } from '../../../shared/session.ts';
import { hasAutomaticWork, offlineIn } from '../../../shared/phases.ts';
import { type CoreParts } from '../parts.ts';
import { type BackgroundCheck } from './background-check.ts';

export type WakingParts = Pick<CoreParts, 'clock' | 'publisher' | 'renewal'>;

export type WakeReason = 'resumed' | 'online' | 'shown';

/** A reopened window causes a check if the last answer is at least this old. */
export const shownAfterMs = 10 * 60_000;
/** The minimum interval between wake-ups, for unstable networks. */
export const wakeEveryMs = 10_000;

export interface Waking {
  /** Returns false if no check is due. */
  readonly accept: (reason: WakeReason) => boolean;
  /** Whether an automatic retry is due, in phases without checks. */
  readonly due: () => boolean;
  readonly done: () => void;
}

export function createWaking(
  { clock, publisher, renewal }: WakingParts,
  check: Pick<BackgroundCheck, 'ageMs' | 'makeDue'>,
): Waking {
  let due = false;
  let acceptedAt: number | null = null;
  const isDueFor = (reason: WakeReason, phase: Phase): boolean => {
    if (acceptedAt !== null && Math.abs(clock.now() - acceptedAt) < wakeEveryMs) return false;
    if (offlineIn(phase) !== null) return reason !== 'shown';
    if (hasAutomaticWork(phase, 'check'))
      return reason !== 'shown' || renewal.isExpected() || check.ageMs() >= shownAfterMs;
    if (hasAutomaticWork(phase, 'follow')) return reason === 'shown' && renewal.isExpected();
    if (reason === 'shown') return false; // these phases retry every minute anyway
    if (!hasAutomaticWork(phase, 'try-again')) return false;
    return !('failure' in phase) || (retryAtOf(phase.failure) ?? 0) <= clock.now();
  };
  return {
    accept(reason) {
      const phase = publisher.phase();
      if (!isDueFor(reason, phase)) return false;
      acceptedAt = clock.now();
      if (hasAutomaticWork(phase, 'check') && offlineIn(phase) === null) check.makeDue();
      else due = true;
      return true;
    },
    due: () => due,
    done: () => void (due = false),
  };
}
