// The time that decides whether an offline pass has ended. It only goes forward: a computer's clock
// that was set back changes nothing (docs/helping.md#time-and-attacks).
import { type Clock } from '@latchkey/client/ports.ts';

export interface OfflineTime {
  /** The larger of the known time, which passes with the monotonic clock, and the local clock. */
  readonly nowMs: () => number;
  /** Replaces the known time by that of a verified and fresh answer, unix milliseconds. */
  readonly verify: (serviceMs: number) => void;
  /** Raises the known time to one that was stored, unix milliseconds. */
  readonly raise: (storedMs: number) => void;
}

export function createOfflineTime(clock: Clock): OfflineTime {
  let known = { atMs: 0, elapsedMs: clock.elapsed() };
  const set = (atMs: number): void => {
    known = { atMs, elapsedMs: clock.elapsed() };
  };
  const knownNowMs = (): number => known.atMs + clock.elapsed() - known.elapsedMs;
  return {
    nowMs: () => Math.max(knownNowMs(), clock.now()),
    verify: set,
    raise(storedMs) {
      if (storedMs > knownNowMs()) set(storedMs);
    },
  };
}
