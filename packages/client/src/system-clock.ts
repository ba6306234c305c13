// This computer's clock and timers. Must not be used for deadlines within an adapter's own exchange.
import type { Clock } from './ports.ts';

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    after: (delayMs, then) => {
      const timer = setTimeout(then, delayMs);
      return () => clearTimeout(timer);
    },
  };
}
