// Types for times with a unit, so that the compiler rejects a mix of seconds and milliseconds. In
// the loader, plain numbers are milliseconds, and seconds of the wire have their own type. In the
// service and the command line, plain numbers are seconds, and milliseconds of the clock have their
// own type. Timers and monotonic clocks use plain milliseconds with names that end in `Ms`.

declare const unit: unique symbol;

/** A moment on the wire. It is a number at run time. */
export interface UnixSeconds {
  readonly [unit]: 'unix seconds';
}

/** A duration on the wire. It is a number at run time. */
export interface Seconds {
  readonly [unit]: 'seconds';
}

/** A moment of the service's clock. It is a number at run time. */
export interface UnixMs {
  readonly [unit]: 'unix milliseconds';
}

/** The last second of the year 9999. Python and C# cannot represent a later date. */
export const maxUnixSeconds = 253_402_300_799;

/** The longest duration of the seller API, in seconds: 10 million days. */
export const maxDurationSeconds = 10_000_000 * 86_400;

/** Converts a moment to unix milliseconds, or a duration to milliseconds. */
export function msOf(time: UnixSeconds | Seconds): number {
  return Number(time) * 1000;
}

/**
 * Marks `ms` as unix milliseconds. Use it on a clock reading, or on a result computed with
 * `plainMs`.
 */
export function unixMs(ms: number): UnixMs {
  return ms as unknown as UnixMs; // the caller states the unit
}

/** Returns whole unix seconds, rounded down. */
export function toUnixSeconds(at: UnixMs): number {
  return Math.floor(Number(at) / 1000);
}

/** Returns unix milliseconds as a plain number, for arithmetic. */
export function plainMs(at: UnixMs): number {
  return Number(at);
}
