// Decides the effect of closing the window, of a page crash and of Restart. While the protected app
// runs, the loader stays in the background, so that the app's session continues.
import { factsOf, holdsApp } from '../../shared/phases.ts';
import type { PhaseKind } from '../../shared/session.ts';

export function closeMeans(phase: PhaseKind, quitting: boolean): 'hide' | 'close' {
  return holdsApp({ kind: phase }) && !quitting ? 'hide' : 'close';
}

/** For a hidden window: `quit` after the app has exited, `show` if the app did not start. */
export function moveMeans(
  before: PhaseKind,
  after: PhaseKind,
  hidden: boolean,
): 'stay' | 'quit' | 'show' {
  if (!hidden || !holdsApp({ kind: before }) || holdsApp({ kind: after })) return 'stay';
  return factsOf({ kind: before }).app === 'running' ? 'quit' : 'show';
}

/** `consecutive`: crashes of the page within a short time, including this one. */
export function crashMeans(inARow: number): 'page' | 'plain-screen' | 'box' {
  if (inARow === 1) return 'page';
  return inARow === 2 ? 'plain-screen' : 'box';
}

/** Reloads only the page the first time, because that loses nothing. */
export function restartMeans(stays: boolean, again: boolean): 'page' | 'program' {
  return again && !stays ? 'program' : 'page';
}
