// Times carry their unit in the type. Milliseconds are numbers, named `...Ms` or `...At`; what the wire counts in seconds is no
// number to the compiler, so that neither can stand for the other.

declare const unit: unique symbol;

/** A moment as the wire tells it; at run time a number. */
export interface UnixSeconds {
  readonly [unit]: 'unix seconds';
}

/** A length of time as the wire tells it; at run time a number. */
export interface Seconds {
  readonly [unit]: 'seconds';
}

/** Of a moment unix milliseconds, of a length of time milliseconds. */
export function msOf(time: UnixSeconds | Seconds): number {
  return Number(time) * 1000;
}
