// Renames and removes files. Waits for programs that use them, because Windows locks open files.
import { dirname, join } from 'node:path';
import { isMissing } from '../file-errors.ts';
import { isInUse, maxRecordWaitMs, nextPauseMs } from '../held-file.ts';
import { ProblemError, lstatOrNull, type WorkParts } from './disk.ts';
import { assertOwnFolder } from './own-folder.ts';

const maxWaitMs = 60_000;

/** Replaces a record with a complete new one. The record stays as it is on a failure. */
export function replaceRecord(work: WorkParts, from: string, to: string): void {
  const replace = (): void => work.disk.renameSync(from, to);
  retryWhileInUse(work, replace, maxRecordWaitMs, () => to);
}

/** Throws if another user can change one of the folders. */
export function renameWhenFree(work: WorkParts, from: string, to: string): void {
  whenFree(work, from, () => {
    assertOwnFolder(work, dirname(from));
    assertOwnFolder(work, dirname(to));
    work.disk.renameSync(from, to);
  });
}

/** Removes a file or link. Throws if another user can change the folder. */
export function unlinkWhenFree(work: WorkParts, path: string): void {
  whenFree(work, path, () => {
    assertOwnFolder(work, dirname(path));
    try {
      work.disk.unlinkSync(path);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  });
}

/** Removes a folder if it is empty. Throws if another user can change the folder above it. */
export function removeEmptyFolder(work: WorkParts, path: string): void {
  whenFree(work, path, () => {
    assertOwnFolder(work, dirname(path));
    if (work.disk.readdirSync(path).length === 0) work.disk.rmdirSync(path);
  });
}

function whenFree(work: WorkParts, path: string, act: () => void): void {
  retryWhileInUse(work, act, maxWaitMs, (error) => findFileInUse(work, path, error));
}

/** `find` returns the file that the failure names. */
function retryWhileInUse(
  work: WorkParts,
  act: () => void,
  waitMs: number,
  find: (error: unknown) => string,
): void {
  const startedAt = work.elapsedMs();
  for (let pauseMs = nextPauseMs(null); ; pauseMs = nextPauseMs(pauseMs)) {
    try {
      act();
      return;
    } catch (error) {
      if (!isInUse(work.system, error)) throw error;
      if (work.stopped()) throw new ProblemError({ kind: 'stopped' });
      if (work.elapsedMs() - startedAt >= waitMs) throw inUseError(work, find(error));
    }
    work.pause(pauseMs);
  }
}

export function inUseError(work: WorkParts, file: string): ProblemError {
  return new ProblemError({ kind: 'in-use', file, program: work.findHolder(file) });
}

/** Returns the file in the error, else the first unwritable file in `path`, else `path`. */
function findFileInUse(work: WorkParts, path: string, error: unknown): string {
  const named = error instanceof Error && 'path' in error ? error.path : null;
  if (typeof named === 'string' && lstatOrNull(work.disk, named)?.isFile() === true) return named;
  return findFirstFileInUse(work, path) ?? path;
}

function findFirstFileInUse(work: WorkParts, path: string): string | null {
  const { disk } = work;
  const stats = lstatOrNull(disk, path);
  if (stats?.isDirectory() === true) {
    for (const name of disk.readdirSync(path)) {
      const file = findFirstFileInUse(work, join(path, name));
      if (file !== null) return file;
    }
    return null;
  }
  if (stats?.isFile() !== true) return null;
  try {
    disk.closeSync(disk.openSync(path, 'r+'));
    return null;
  } catch {
    return path;
  }
}
