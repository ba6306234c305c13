// Times carry their unit in the type, so that seconds and milliseconds cannot stand for each other. In the loader plain numbers are
// milliseconds, and what the wire counts in seconds is no number to the compiler. In the service and its command line it is the
// other way round: plain numbers are seconds, as in the database, and the milliseconds of the clock are no number. Lengths of
// timers, and of clocks that nobody sets (`performance.now`), are plain milliseconds everywhere, named `...Ms`.

declare const unit: unique symbol;

/** A moment as the wire tells it; at run time a number. */
export interface UnixSeconds {
  readonly [unit]: 'unix seconds';
}

/** A length of time as the wire tells it; at run time a number. */
export interface Seconds {
  readonly [unit]: 'seconds';
}

/** A moment of the service's clock; at run time a number. */
export interface UnixMs {
  readonly [unit]: 'unix milliseconds';
}

/** Of a moment unix milliseconds, of a length of time milliseconds. */
export function msOf(time: UnixSeconds | Seconds): number {
  return Number(time) * 1000;
}

/** For whoever reads a clock, and for what was reckoned with `plainMs`. */
export function unixMs(ms: number): UnixMs {
  return ms as unknown as UnixMs; // said to be such
}

/** Unix seconds, whole ones. */
export function inSeconds(at: UnixMs): number {
  return Math.floor(Number(at) / 1000);
}

/** To reckon with: unix milliseconds. */
export function plainMs(at: UnixMs): number {
  return Number(at);
}
