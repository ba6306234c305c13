// Replaces files that another program, such as a virus scanner, may hold for a moment.
import { rename } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { codeOf } from './file-errors.ts';

/** The longest wait for a held record. */
export const maxRecordWaitMs = 10_000;
const firstPauseMs = 10;
const maxPauseMs = 100;

export function nextPauseMs(pauseMs: number | null): number {
  return pauseMs === null ? firstPauseMs : Math.min(pauseMs * 2, maxPauseMs);
}

/** Windows reports a held file as not permitted; elsewhere that error is final. */
export function isInUse(system: string, error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'EBUSY' || code === 'ETXTBSY') return true;
  return system === 'win32' && ['EPERM', 'EACCES', 'ENOTEMPTY'].includes(code);
}

export interface ReplaceParts {
  /** Like `process.platform`. */
  readonly system: string;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly pause: (ms: number) => Promise<unknown>;
}

const thisSystem: ReplaceParts = { system: process.platform, rename, pause: setTimeout };

/** Renames `from` to `to`, and waits up to ten seconds for programs that hold one of them. */
export async function replaceFile(
  from: string,
  to: string,
  parts: ReplaceParts = thisSystem,
): Promise<void> {
  let pauseMs: number | null = null;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      await parts.rename(from, to);
      return;
    } catch (error) {
      if (!isInUse(parts.system, error)) throw error;
      if (waitedMs >= maxRecordWaitMs)
        throw new Error(`${to} is in use by another program`, { cause: error });
    }
    pauseMs = nextPauseMs(pauseMs);
    await parts.pause(pauseMs);
  }
}
