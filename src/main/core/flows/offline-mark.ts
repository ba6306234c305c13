// Saves the time beside the offline pass while a user is signed in, so that a clock that is set back
// later changes nothing (docs/helping.md#time-and-attacks).
import { accountIn } from '../../../shared/phases.ts';
import { type OfflineParts, writeMark } from './offline.ts';

export const markEveryMs = 30 * 60_000;

export interface OfflineMark {
  /** Starts or stops the timer; called after each action. */
  readonly refresh: () => void;
  readonly stop: () => void;
}

export function createOfflineMark(core: OfflineParts): OfflineMark {
  let cancelTimer: (() => void) | null = null;
  const stop = (): void => {
    cancelTimer?.();
    cancelTimer = null;
  };
  const schedule = (): void => {
    cancelTimer = core.clock.after(markEveryMs, () => {
      writeMark(core);
      schedule();
    });
  };
  return {
    refresh() {
      const isDue = core.offline.pass !== null && accountIn(core.publisher.phase()) !== null;
      if (!isDue) stop();
      else if (cancelTimer === null) schedule();
    },
    stop,
  };
}
