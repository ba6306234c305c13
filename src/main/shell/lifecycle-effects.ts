// Decides the effect of closing the window, of a page crash and of Restart. While the protected app
// runs, the loader stays in the background, so that the app's session continues.
import { factsOf, isAppActive } from '../../shared/phases.ts';
import type { PhaseKind } from '../../shared/session.ts';

export function effectOfClose(phase: PhaseKind, quitting: boolean): 'hide' | 'close' {
  return isAppActive({ kind: phase }) && !quitting ? 'hide' : 'close';
}

/** For a hidden window: `quit` after the app has exited, `show` if the app did not start. */
export function effectOfPhaseChange(
  before: PhaseKind,
  after: PhaseKind,
  hidden: boolean,
): 'stay' | 'quit' | 'show' {
  if (!hidden || !isAppActive({ kind: before }) || isAppActive({ kind: after })) return 'stay';
  return factsOf({ kind: before }).app === 'running' ? 'quit' : 'show';
}

/** `consecutive`: crashes of the page within a short time, including this one. */
export function effectOfCrash(consecutive: number): 'page' | 'plain-screen' | 'box' {
  if (consecutive === 1) return 'page';
  return consecutive === 2 ? 'plain-screen' : 'box';
}

/** Reloads only the page the first time, because that loses nothing. */
export function effectOfRestart(mustStay: boolean, isRepeated: boolean): 'page' | 'program' {
  return isRepeated && !mustStay ? 'program' : 'page';
}
