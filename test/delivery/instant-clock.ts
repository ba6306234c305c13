// A clock whose timers fire immediately, for tests of retries.
import type { Clock } from '@latchkey/client/ports.ts';

/** Ends each wait immediately, and records its delay in `waited`. */
export function hurried(): Clock & { readonly waited: number[] } {
  const waited: number[] = [];
  return {
    waited,
    now: () => 1_800_000_000_000,
    elapsed: () => 0,
    after(delayMs, then) {
      waited.push(delayMs);
      const soon = setImmediate(then);
      return () => clearImmediate(soon);
    },
  };
}
