// Renames and removes files. Waits for programs that use them, because Windows locks open files.
import { dirname, join } from 'node:path';
import { isMissing } from '../file-errors.ts';
import { isInUse, maxRecordWaitMs, nextPauseMs } from '../held-file.ts';
import { ProblemError, lstatOrNull, pathOf, type WorkParts } from './disk.ts';
import { assertOwnFolder } from './own-folder.ts';

const maxWaitMs = 60_000;
/** Shorter waits are not reported, because scanners hold most new files for a moment. */
const unreportedWaitMs = 1_000;

/** Reads, replaces or removes a record. The record stays as it is on a failure. */
export function whenRecordFree<Value>(work: WorkParts, file: string, act: () => Value): Value {
  return retryWhileInUse(work, act, maxRecordWaitMs, () => file);
}

/** Replaces a record with a complete new one. */
export function replaceRecord(work: WorkParts, from: string, to: string): void {
  whenRecordFree(work, to, () => work.disk.renameSync(from, to));
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
function retryWhileInUse<Value>(
  work: WorkParts,
  act: () => Value,
  waitMs: number,
  find: (error: unknown) => string,
): Value {
  const startedAt = work.elapsedMs();
  for (let pauseMs = nextPauseMs(null); ; pauseMs = nextPauseMs(pauseMs)) {
    try {
      return act();
    } catch (error) {
      if (!isInUse(work.system, error)) throw error;
      if (work.stopped()) throw new ProblemError({ kind: 'stopped' });
      const waitedMs = work.elapsedMs() - startedAt;
      if (waitedMs >= waitMs) throw inUseError(work, find(error));
      if (waitedMs >= unreportedWaitMs) work.waitsForFile();
    }
    work.pause(pauseMs);
  }
}

export function inUseError(work: WorkParts, file: string): ProblemError {
  return new ProblemError({ kind: 'in-use', file, program: work.findHolder(file) });
}

/** Returns the file in the error, else the first unwritable file in `path`, else `path`. */
function findFileInUse(work: WorkParts, path: string, error: unknown): string {
  const named = pathOf(error);
  if (named !== null && lstatOrNull(work.disk, named)?.isFile() === true) return named;
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
