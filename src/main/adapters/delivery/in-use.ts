// Renames and removes files. Waits for programs that use them, because Windows locks open files.
import { join } from 'node:path';
import { codeOf } from '../file-errors.ts';
import { Blocked, lookAt, type WorkParts } from './disk.ts';

const firstPauseMs = 10;
const longestPauseMs = 100;
const longestMs = 60_000;

export function renameWhenFree(work: WorkParts, from: string, to: string): void {
  whenFree(work, from, () => work.disk.renameSync(from, to));
}

/** Removes recursively; follows no link. */
export function removeWhenFree(work: WorkParts, place: string): void {
  whenFree(work, place, () => work.disk.rmSync(place, { recursive: true, force: true }));
}

function whenFree(work: WorkParts, place: string, act: () => void): void {
  const startedAt = work.elapsedMs();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      act();
      return;
    } catch (error) {
      if (!isHeld(work, error)) throw error;
      if (work.stopped()) throw new Blocked({ kind: 'stopped' });
      if (work.elapsedMs() - startedAt >= longestMs) throw inUse(work, heldIn(work, place, error));
    }
    work.pause(pauseMs);
  }
}

export function inUse(work: WorkParts, file: string): Blocked {
  return new Blocked({ kind: 'in-use', file, program: work.findHolder(file) });
}

/** Windows reports a held file as not permitted; elsewhere that error is final. */
function isHeld({ system }: WorkParts, error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'EBUSY' || code === 'ETXTBSY') return true;
  return system === 'win32' && ['EPERM', 'EACCES', 'ENOTEMPTY'].includes(code);
}

/** Returns the file in the error, else the first unwritable file in `place`, else `place`. */
function heldIn(work: WorkParts, place: string, error: unknown): string {
  const named = error instanceof Error && 'path' in error ? error.path : null;
  if (typeof named === 'string' && lookAt(work.disk, named)?.isFile() === true) return named;
  return firstHeld(work, place) ?? place;
}

function firstHeld(work: WorkParts, place: string): string | null {
  const { disk } = work;
  const about = lookAt(disk, place);
  if (about?.isDirectory() === true) {
    for (const name of disk.readdirSync(place)) {
      const held = firstHeld(work, join(place, name));
      if (held !== null) return held;
    }
    return null;
  }
  if (about?.isFile() !== true) return null;
  try {
    disk.closeSync(disk.openSync(place, 'r+'));
    return null;
  } catch {
    return place;
  }
}
