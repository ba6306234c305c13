// The local clock and timers. Adapters use their own timers for the deadlines of an exchange.
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
