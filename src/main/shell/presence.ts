// What closing the window means. While the protected app runs, the loader stays in the background so that the app and its
// session are left alone; a second start shows the window again.
import type { PhaseKind } from '../../shared/session.ts';

function holdsApp(phase: PhaseKind): boolean {
  return phase === 'launching' || phase === 'running';
}

export function closeMeans(phase: PhaseKind, quitting: boolean): 'hide' | 'close' {
  return holdsApp(phase) && !quitting ? 'hide' : 'close';
}

/** What a move of phase means for a window the user has closed: the app has ended, or it did not start and they must hear why. */
export function moveMeans(
  before: PhaseKind,
  after: PhaseKind,
  hidden: boolean,
): 'stay' | 'quit' | 'show' {
  if (!hidden || !holdsApp(before) || holdsApp(after)) return 'stay';
  return before === 'running' ? 'quit' : 'show';
}
