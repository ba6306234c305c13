// Clock adapter: the local clock and timers of the system.
import type { Clock } from './ports.ts';

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    after: (delayMs, then) => {
      const timer = setTimeout(then, delayMs);
      return () => clearTimeout(timer);
    },
  };
}
