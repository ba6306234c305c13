// A fake clock. Timers fire in the order of their times, and promises settle in between.
import type { Clock } from '@latchkey/client/ports.ts';

export interface FakeClock extends Clock {
  /** Advances the time and fires the timers that become due. */
  readonly advance: (byMs: number) => Promise<void>;
  /** Sets the computer's clock without advancing time, so no timer fires. */
  readonly set: (toMs: number) => void;
  readonly pending: () => number;
}

const startOfTests = Date.UTC(2026, 10, 21, 12);

interface Timer {
  readonly dueMs: number;
  readonly then: () => void;
}

export function createFakeClock(startMs = startOfTests): FakeClock {
  let wallMs = startMs;
  let elapsedMs = 0;
  const timers = new Set<Timer>();
  const nextDue = (untilMs: number): Timer | undefined =>
    [...timers].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];
  const pass = (toMs: number): void => {
    wallMs += toMs - elapsedMs;
    elapsedMs = toMs;
  };
  return {
    now: () => wallMs,
    after(delayMs, then) {
      const timer = { dueMs: elapsedMs + delayMs, then };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(byMs) {
      const untilMs = elapsedMs + byMs;
      await settled();
      for (let due = nextDue(untilMs); due !== undefined; due = nextDue(untilMs)) {
        pass(due.dueMs);
        timers.delete(due);
        due.then();
        await settled();
      }
      pass(untilMs);
    },
    set(toMs) {
      wallMs = toMs;
    },
    elapsed: () => elapsedMs,
    pending: () => timers.size,
  };
}

/** Resolves when all pending promise callbacks have run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
