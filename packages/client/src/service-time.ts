// The service's time, as its verified answers tell it: what the loader reckons with instead of this computer's clock.
import { type Clock } from './ports.ts';

export interface ServiceTime {
  /** `signedAtMs`: from a verified and fresh answer, unix milliseconds. */
  readonly learn: (signedAtMs: number) => void;
  /** The newest time seen in this run; 0 before the first. */
  readonly newestMs: () => number;
  /** This computer's clock minus the service's; null before a verified answer. */
  readonly clockOffsetMs: () => number | null;
  /** The service's time now, unix milliseconds; null as long as no verified answer told it. */
  readonly nowMs: () => number | null;
}

export function createServiceTime(clock: Clock): ServiceTime {
  let newestMs = 0;
  let clockOffsetMs: number | null = null;
  return {
    learn(signedAtMs) {
      clockOffsetMs = clock.now() - signedAtMs;
      newestMs = Math.max(newestMs, signedAtMs);
    },
    newestMs: () => newestMs,
    clockOffsetMs: () => clockOffsetMs,
    nowMs: () => (clockOffsetMs === null ? null : clock.now() - clockOffsetMs),
  };
}
