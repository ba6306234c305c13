// What closing the window, a crash of its page and Restart mean. While the protected app runs, the loader stays in the background so that the app and its
// session are left alone; a second start shows the window again.
import { factsOf, holdsApp } from '../../shared/phases.ts';
import type { PhaseKind } from '../../shared/session.ts';

export function closeMeans(phase: PhaseKind, quitting: boolean): 'hide' | 'close' {
  return holdsApp({ kind: phase }) && !quitting ? 'hide' : 'close';
}

/** What a move of phase means for a window the user has closed: the app has ended, or it did not start and they must hear why. */
export function moveMeans(
  before: PhaseKind,
  after: PhaseKind,
  hidden: boolean,
): 'stay' | 'quit' | 'show' {
  if (!hidden || !holdsApp({ kind: before }) || holdsApp({ kind: after })) return 'stay';
  return factsOf({ kind: before }).app === 'running' ? 'quit' : 'show';
}

/** `inARow`: crashes of the page within a short time, this one included. */
export function crashMeans(inARow: number): 'page' | 'plain-screen' | 'box' {
  if (inARow === 1) return 'page';
  return inARow === 2 ? 'plain-screen' : 'box';
}

/** The page first: it loses nothing. `again`: that was done a moment ago and did not help. `stays`: the program must not end. */
export function restartMeans(stays: boolean, again: boolean): 'page' | 'program' {
  return again && !stays ? 'program' : 'page';
}
