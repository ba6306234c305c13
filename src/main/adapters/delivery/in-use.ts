// Renames and removes files. Waits for programs that use them, because Windows locks open files.
import { dirname, join } from 'node:path';
import { codeOf, isMissing } from '../file-errors.ts';
import { ProblemError, lstatOrNull, type WorkParts } from './disk.ts';
import { assertOwnFolder } from './own-folder.ts';

const firstPauseMs = 10;
const maxPauseMs = 100;
const maxWaitMs = 60_000;

/** Throws if another user can change one of the folders. */
export function renameWhenFree(work: WorkParts, from: string, to: string): void {
  retryWhileHeld(work, from, () => {
    assertOwnFolder(work, dirname(from));
    assertOwnFolder(work, dirname(to));
    work.disk.renameSync(from, to);
  });
}

/** Removes a file or link. Throws if another user can change the folder. */
export function unlinkWhenFree(work: WorkParts, place: string): void {
  retryWhileHeld(work, place, () => {
    assertOwnFolder(work, dirname(place));
    try {
      work.disk.unlinkSync(place);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  });
}

/** Removes a folder if it is empty. Throws if another user can change the folder above it. */
export function removeEmptyFolder(work: WorkParts, place: string): void {
  retryWhileHeld(work, place, () => {
    assertOwnFolder(work, dirname(place));
    if (work.disk.readdirSync(place).length === 0) work.disk.rmdirSync(place);
  });
}

function retryWhileHeld(work: WorkParts, place: string, act: () => void): void {
  const startedAt = work.elapsedMs();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      act();
      return;
    } catch (error) {
      if (!isHeld(work, error)) throw error;
      if (work.stopped()) throw new ProblemError({ kind: 'stopped' });
      if (work.elapsedMs() - startedAt >= maxWaitMs)
        throw inUseError(work, findHeldFile(work, place, error));
    }
    work.pause(pauseMs);
  }
}

export function inUseError(work: WorkParts, file: string): ProblemError {
  return new ProblemError({ kind: 'in-use', file, program: work.findHolder(file) });
}

/** Windows reports a held file as not permitted; elsewhere that error is final. */
function isHeld({ system }: WorkParts, error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'EBUSY' || code === 'ETXTBSY') return true;
  return system === 'win32' && ['EPERM', 'EACCES', 'ENOTEMPTY'].includes(code);
}

/** Returns the file in the error, else the first unwritable file in `place`, else `place`. */
function findHeldFile(work: WorkParts, place: string, error: unknown): string {
  const named = error instanceof Error && 'path' in error ? error.path : null;
  if (typeof named === 'string' && lstatOrNull(work.disk, named)?.isFile() === true) return named;
  return findFirstHeld(work, place) ?? place;
}

function findFirstHeld(work: WorkParts, place: string): string | null {
  const { disk } = work;
  const stats = lstatOrNull(disk, place);
  if (stats?.isDirectory() === true) {
    for (const name of disk.readdirSync(place)) {
      const held = findFirstHeld(work, join(place, name));
      if (held !== null) return held;
    }
    return null;
  }
  if (stats?.isFile() !== true) return null;
  try {
    disk.closeSync(disk.openSync(place, 'r+'));
    return null;
  } catch {
    return place;
  }
}
