// The swap of `next/` for `current/`, as a row of steps of which each can be done again. Whatever moment the computer stops at,
// what lies there says which step is next; only forwards, because `next/` was verified whole before the journal was written.

/** What lies in the program's folder. */
export interface Seen {
  readonly next: boolean;
  readonly current: boolean;
  readonly previous: boolean;
}

export type SwapStep =
  /** Of the version before the one before. */
  | 'remove-previous'
  | 'keep-current'
  | 'place-next'
  /** The record names the new one from now on, and the journal goes. */
  | 'record'
  /** Somebody removed the new tree meanwhile: the one before is put back. */
  | 'restore-previous'
  /** Somebody removed all of it. */
  | 'record-nothing';

export function nextStep({ next, current, previous }: Seen): SwapStep {
  if (next && current) return previous ? 'remove-previous' : 'keep-current';
  if (next) return 'place-next';
  if (current) return 'record';
  return previous ? 'restore-previous' : 'record-nothing';
}
