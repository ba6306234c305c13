// Times carry their unit in the type. Milliseconds are numbers, named `...Ms` or `...At`; what the wire counts in seconds is no
// number to the compiler, so that neither can stand for the other.

declare const unit: unique symbol;

/** A moment as the wire tells it; at run time a number. */
export interface UnixSeconds {
  readonly [unit]: 'unix seconds';
}

/** Unix milliseconds. */
export function msOf(at: UnixSeconds): number {
  return Number(at) * 1000;
}
