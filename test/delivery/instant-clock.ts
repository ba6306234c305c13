// A clock on which nobody waits, for tests of what is tried again and again.
import type { Clock } from '@latchkey/client/ports.ts';

/** Waits end at once, and are noted. */
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
