// Estimates the service's time from verified answers, because the local clock may be wrong.
import { type Clock } from './ports.ts';

export interface ServiceTime {
  /** Records the timestamp of a verified and fresh answer, in unix milliseconds. */
  readonly observe: (signedAtMs: number) => void;
  /** The latest timestamp of a verified answer in this run, or 0 before the first one. */
  readonly newestMs: () => number;
  /** Local time minus service time, or null before the first verified answer. */
  readonly clockOffsetMs: () => number | null;
  /** The service's time in unix milliseconds, or null before the first verified answer. */
  readonly nowMs: () => number | null;
}

export function createServiceTime(clock: Clock): ServiceTime {
  let newestMs = 0;
  let clockOffsetMs: number | null = null;
  return {
    observe(signedAtMs) {
      clockOffsetMs = clock.now() - signedAtMs;
      newestMs = Math.max(newestMs, signedAtMs);
    },
    newestMs: () => newestMs,
    clockOffsetMs: () => clockOffsetMs,
    nowMs: () => (clockOffsetMs === null ? null : clock.now() - clockOffsetMs),
  };
}
