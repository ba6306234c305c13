// Loads what the first screen does not need: right after that was drawn, or as soon as a snapshot asks for it. A snapshot is
// drawn when its screen is there, so that none flashes empty.
import type { Phase } from '../../shared/session.ts';
import type * as later from './later.tsx';

type Parts = typeof later;

let parts: Parts | null = null;
let loading: Promise<void> | null = null;

export function loadParts(): Promise<void> {
  loading ??= import('./later.tsx').then(
    (loaded) => {
      parts = loaded;
    },
    (thrown: unknown) => {
      loading = null;
      throw thrown;
    },
  );
  return loading;
}

/** Inside a change of state: it then ends where everything ends that breaks while drawing. */
export function throwInside(thrown: unknown): never {
  throw thrown;
}

export function needsParts(phase: Phase): phase is later.LaterPhase {
  return phase.kind !== 'starting' && phase.kind !== 'signed-out';
}

/** null: not loaded yet. */
export function loadedParts(): Parts | null {
  return parts;
}

/** For what is only drawn when they are loaded. */
export function laterParts(): Parts {
  if (parts === null) throw new Error('a screen was drawn before it was loaded');
  return parts;
}
