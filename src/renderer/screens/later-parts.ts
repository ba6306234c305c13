// Loads what the first screen does not need, screens and sentences: right after that was drawn, or as soon as a snapshot or a
// failure asks for it. What needs it is drawn when it is there, so that nothing flashes empty.
import { loadLaterCopy } from '../bridge/language.ts';
import { allows, isFirst } from '../../shared/phases.ts';
import type { Session } from '../../shared/session.ts';
import type { LocalForm } from '../phase-facts.ts';
import type * as later from './later.tsx';

type Parts = typeof later;

let parts: Parts | null = null;
let loading: Promise<void> | null = null;

export function loadParts(): Promise<void> {
  loading ??= Promise.all([import('./later.tsx'), loadLaterCopy()]).then(
    ([loaded]) => {
      parts = loaded;
    },
    (thrown: unknown) => {
      loading = null;
      throw thrown;
    },
  );
  return loading;
}

/** With what this form needs beside them. */
export async function loadForm(form: LocalForm): Promise<void> {
  await loadParts();
  await laterParts().loadForm(form);
}

/** Inside a change of state: it then ends where everything ends that breaks while drawing. */
export function throwInside(thrown: unknown): never {
  throw thrown;
}

/** Whether something of it is drawn by the later parts: its screen, or what it has to tell. */
export function needsParts({ phase, notice, wish, kept }: Session): boolean {
  if (!isFirst(phase) || notice !== null || wish !== null) return true;
  const failed = 'failure' in phase && phase.failure !== null;
  return failed || (kept.length > 0 && allows(phase, 'signInKept'));
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
