// Decides whether a wake-up of the computer, network or window causes an immediate check.
import { retryAtOf } from '../../../shared/failure.ts';
import { type Phase } from '../../../shared/session.ts';
import { doesByItself } from '../../../shared/phases.ts';
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
  readonly take: (why: WakeReason) => boolean;
  /** Whether an automatic retry is due, in phases without checks. */
  readonly due: () => boolean;
  readonly done: () => void;
}

export function createWaking(
  { clock, publisher, renewal }: WakingParts,
  check: Pick<BackgroundCheck, 'ageMs' | 'soon'>,
): Waking {
  let due = false;
  let takenAt: number | null = null;
  const isReason = (why: WakeReason, phase: Phase): boolean => {
    if (takenAt !== null && Math.abs(clock.now() - takenAt) < wakeEveryMs) return false;
    if (doesByItself(phase, 'check'))
      return why !== 'shown' || renewal.waits() || check.ageMs() >= shownAfterMs;
    if (doesByItself(phase, 'follow')) return why === 'shown' && renewal.waits();
    if (why === 'shown') return false; // these phases retry every minute anyway
    if (!doesByItself(phase, 'try-again')) return false;
    return !('failure' in phase) || (retryAtOf(phase.failure) ?? 0) <= clock.now();
  };
  return {
    take(why) {
      const phase = publisher.phase();
      if (!isReason(why, phase)) return false;
      takenAt = clock.now();
      if (doesByItself(phase, 'check')) check.soon();
      else due = true;
      return true;
    },
    due: () => due,
    done: () => void (due = false),
  };
}
