// When something may have changed while nobody looked (the computer, the network or the window came back): whether that is a reason to
// look at once, and that it happens once for each.
import { retryAtOf } from '../../../shared/failure.ts';
import { type Phase } from '../../../shared/session.ts';
import { doesByItself } from '../../../shared/phases.ts';
import { type CoreParts } from '../parts.ts';
import { type BackgroundCheck } from './background-check.ts';

export type WakingParts = Pick<CoreParts, 'clock' | 'publisher' | 'renewal'>;

export type WakeReason = 'resumed' | 'online' | 'shown';

/** How long nobody has looked for a window that comes back to be a reason to check. */
export const shownAfterMs = 10 * 60_000;
/** A network that comes and goes must not make a check each time. */
export const wakeEveryMs = 10_000;

export interface Waking {
  /** false: there is nothing to look at now. */
  readonly take: (why: WakeReason) => boolean;
  /** Where nothing is checked: what is tried again by itself is due. */
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
    if (why === 'shown') return false; // it is tried every minute anyway
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
