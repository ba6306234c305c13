// A lock between processes that change the same files: a file with the id of the process that holds it.
// Written by hand: proper-lockfile proves by a timer that its process lives, so a loader that sleeps, or hashes for long, would lose
// its lock to another one while it still writes.
import { mkdir } from 'node:fs/promises';
import { uptime } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { codeOf, isMissing } from './file-errors.ts';
import { lookAt, realDisk, type Disk } from './delivery/disk.ts';

export interface FileLock {
  /** false: it is held, by another process or by this one. */
  readonly take: () => boolean;
  /** false: something else lies in its place meanwhile. */
  readonly isOurs: () => boolean;
  readonly release: () => void;
}

export interface LockParts {
  readonly disk: Disk;
  readonly processId: number;
  readonly isAlive: (processId: number) => boolean;
  /** Unix milliseconds: an older lock belonged to a process that a restart ended. */
  readonly startedAt: () => number;
  /**
   * For a lock without a process id: its maker is about to write it, or was killed before. true: a moment has passed, and a lock that
   * still names no process is left over.
   */
  readonly waitedForId: () => boolean;
  /** A lock of this age is left over, whoever holds it: only for work that calls `isOurs` before it writes. null: none is. */
  readonly expiresAfterMs: number | null;
}

/** As every lock of this process needs them. */
export const thisProcess: Pick<LockParts, 'processId' | 'isAlive' | 'startedAt'> = {
  processId: process.pid,
  isAlive,
  // Some seconds of grace: clocks are set while a computer starts.
  startedAt: () => Date.now() - uptime() * 1000 - 5_000,
};

/** A process id alone does not tell a lock of this process from one that an earlier process with this id left. */
const heldHere = new Set<string>();

export function createFileLock(parts: LockParts, file: string): FileLock {
  const { disk, processId } = parts;
  const isOurs = (): boolean => ownerIn(disk, file) === processId;
  return {
    isOurs,
    take() {
      if (heldHere.has(file)) return false;
      if (!make(parts, file)) {
        if (isHeld(parts, file)) return false;
        removeStale(parts, file);
        if (!make(parts, file)) return false;
      }
      heldHere.add(file);
      return true;
    },
    release() {
      heldHere.delete(file);
      if (isOurs()) disk.rmSync(file, { force: true });
    },
  };
}

/** false: it is there already. Leaves nothing where the disk is full. */
function make({ disk, processId }: LockParts, file: string): boolean {
  let handle: number;
  try {
    handle = disk.openSync(file, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    disk.writeSync(handle, Buffer.from(`${processId}\n`));
    return true;
  } catch (error) {
    disk.rmSync(file, { force: true });
    throw error;
  } finally {
    disk.closeSync(handle);
  }
}

function isHeld(parts: LockParts, file: string): boolean {
  const { disk, processId, isAlive, startedAt, waitedForId, expiresAfterMs } = parts;
  const about = lookAt(disk, file);
  if (about?.isFile() !== true || about.mtimeMs < startedAt()) return false;
  // Either way: a clock that was set back must not make it stand for years.
  const ageMs = Math.abs(Date.now() - about.mtimeMs);
  if (expiresAfterMs !== null && ageMs > expiresAfterMs) return false;
  let owner = ownerIn(disk, file);
  if (owner === null) {
    if (!waitedForId()) return true;
    owner = ownerIn(disk, file);
  }
  // Ours, and not held: of an earlier process with this id.
  return owner !== null && owner !== processId && isAlive(owner);
}

/** Of two that find it stale, one renames it; the other finds it gone, or fresh. */
function removeStale({ disk, processId }: LockParts, file: string): void {
  const stale = `${file}.${processId}`;
  try {
    disk.renameSync(file, stale);
    disk.rmSync(stale, { force: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** null: nobody's, or only begun: half a process id is another one. */
function ownerIn(disk: Disk, file: string): number | null {
  if (lookAt(disk, file)?.isFile() !== true) return null;
  const [, owner] = /^([1-9][0-9]{0,9})\n$/.exec(disk.readFileSync(file).toString('latin1')) ?? [];
  return owner === undefined ? null : Number(owner);
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // It is somebody else's.
    return codeOf(error) === 'EPERM';
  }
}

const tryEveryMs = 20;
const giveUpAfterMs = 3_000;
/** The work under it reads and writes one small file. */
const expiresAfterMs = 10_000;

/**
 * Calls `work` while no other program holds the lock. `stillOurs` throws when that took so long that another one has taken it
 * over: call it before you replace a file. Throws when the folder cannot be written, and when the lock stays with another for three
 * seconds.
 */
export async function underLock<T>(
  file: string,
  work: (stillOurs: () => void) => Promise<T>,
): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const lock = createFileLock(
    { ...thisProcess, disk: realDisk, waitedForId: () => false, expiresAfterMs },
    file,
  );
  for (let waitedMs = 0; !takeUnlessBusy(lock); waitedMs += tryEveryMs) {
    if (waitedMs >= giveUpAfterMs) throw new Error('another program holds the lock');
    await setTimeout(tryEveryMs);
  }
  try {
    return await work(() => {
      if (!lock.isOurs()) throw new Error('another program has taken the lock over');
    });
  } finally {
    lock.release();
  }
}

/** Windows calls a file that is just being removed busy, or not permitted. */
function takeUnlessBusy(lock: FileLock): boolean {
  try {
    return lock.take();
  } catch (error) {
    if (codeOf(error) === 'EBUSY' || codeOf(error) === 'EPERM') return false;
    throw error;
  }
}
