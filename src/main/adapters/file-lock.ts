// A lock between processes that change the same files: a file with the id of the owning process and
// its start; on Windows a file that its owner holds open.
// The library proper-lockfile is unsuitable: it renews the lock by a timer, so a loader that is
// suspended or busy hashing would lose its lock while it still writes.
import { constants } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { codeOf, isMissing } from './file-errors.ts';
import { maxRecordWaitMs } from './held-file.ts';
import { startOf, unknownStart } from './process-start.ts';
import { lstatOrNull, realDisk, type Disk } from './delivery/disk.ts';

export interface FileLock {
  /** Returns false if another process, or this one, holds the lock. */
  readonly take: () => boolean;
  /** Returns false if the lock was taken over. */
  readonly isOurs: () => boolean;
  /** Returns the process that holds the lock; null if unknown. */
  readonly owner: () => number | null;
  readonly release: () => void;
}

export interface LockParts {
  readonly disk: Disk;
  readonly processId: number;
  /** Returns null for a process that has ended. */
  readonly startOf: (processId: number) => string | null;
  /** Pauses for the owner to write its id. Returns true if a lock without an id is then stale. */
  readonly waitedForId: () => boolean;
  /**
   * Another process may take over a lock older than this, so the owner calls `isOurs` before it
   * writes. Null if locks never expire.
   */
  readonly expiresAfterMs: number | null;
}

/** The parts that are the same for every lock of this process. */
export const thisProcess: Pick<LockParts, 'processId' | 'startOf'> = {
  processId: process.pid,
  startOf,
};

/** The locks that this process holds. An id in a file proves nothing: processes can reuse ids. */
const ownLocks = new Set<string>();

export function createFileLock(parts: LockParts, file: string): FileLock {
  return process.platform === 'win32' ? createHandleLock(parts, file) : createIdLock(parts, file);
}

/** UV_FS_O_EXLOCK of libuv: opens without sharing. Node does not export it. */
const exclusive = 0x1000_0000;

/**
 * Windows closes the handles of a process that ends, so such a lock is never stale. Ids do not work
 * there: they are reused soon, Node reads no start time, and Fast Startup keeps the boot time.
 */
function createHandleLock({ disk }: Pick<LockParts, 'disk'>, file: string): FileLock {
  let handle: number | null = null;
  return {
    isOurs: () => handle !== null,
    // Nobody can read a file that its owner does not share.
    owner: () => null,
    take() {
      if (handle !== null) return false;
      try {
        handle = disk.openSync(file, constants.O_RDWR | constants.O_CREAT | exclusive, 0o600);
        return true;
      } catch (error) {
        if (codeOf(error) === 'EBUSY') return false;
        throw error;
      }
    },
    release() {
      if (handle === null) return;
      disk.closeSync(handle);
      handle = null;
      try {
        disk.rmSync(file, { force: true });
      } catch {
        // Another process has taken the lock, or a scanner reads the file. It may stay.
      }
    },
  };
}

function createIdLock(parts: LockParts, file: string): FileLock {
  const { disk, processId } = parts;
  const owner = (): number | null => readOwner(disk, file)?.processId ?? null;
  const isOurs = (): boolean => owner() === processId;
  return {
    isOurs,
    owner,
    take() {
      if (ownLocks.has(file)) return false;
      if (!create(parts, file)) {
        if (isHeld(parts, file)) return false;
        removeStale(parts, file);
        if (!create(parts, file)) return false;
      }
      ownLocks.add(file);
      return true;
    },
    release() {
      ownLocks.delete(file);
      if (isOurs()) disk.rmSync(file, { force: true });
    },
  };
}

/** Returns false if the lock exists. Leaves no file behind on a full disk. */
function create({ disk, processId, startOf: start }: LockParts, file: string): boolean {
  const line = Buffer.from(`${processId} ${start(processId) ?? unknownStart}\n`);
  let handle: number;
  try {
    handle = disk.openSync(file, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    disk.writeSync(handle, line);
    return true;
  } catch (error) {
    disk.rmSync(file, { force: true });
    throw error;
  } finally {
    disk.closeSync(handle);
  }
}

function isHeld(parts: LockParts, file: string): boolean {
  const { disk, waitedForId, expiresAfterMs } = parts;
  const stats = lstatOrNull(disk, file);
  if (stats?.isFile() !== true) return false;
  // The absolute value, so that a clock that was set back does not keep the lock for years.
  const ageMs = Math.abs(Date.now() - stats.mtimeMs);
  if (expiresAfterMs !== null && ageMs > expiresAfterMs) return false;
  let owner = readOwner(disk, file);
  if (owner === null) {
    if (!waitedForId()) return true;
    owner = readOwner(disk, file);
  }
  return owner !== null && isRunning(parts, owner);
}

/**
 * False for our own id: this lock is from an earlier process with the same id, or from a worker of
 * this one that has ended.
 */
function isRunning({ processId, startOf: start }: LockParts, owner: Owner): boolean {
  if (owner.processId === processId) return false;
  const now = start(owner.processId);
  return now !== null && (now === owner.start || [now, owner.start].includes(unknownStart));
}

/**
 * Renames the lock before removing it: another process may have replaced the stale lock meanwhile,
 * and the new lock is put back.
 */
function removeStale(parts: LockParts, file: string): void {
  const { disk, processId } = parts;
  const stale = `${file}.${processId}`;
  try {
    disk.renameSync(file, stale);
    if (isHeld(parts, stale)) disk.renameSync(stale, file);
    else disk.rmSync(stale, { force: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

interface Owner {
  readonly processId: number;
  readonly start: string;
}

/** Returns null without an owner. Ignores a partial line, because it would name another process. */
function readOwner(disk: Disk, file: string): Owner | null {
  if (lstatOrNull(disk, file)?.isFile() !== true) return null;
  const text = disk.readFileSync(file).toString('latin1');
  const [, id, start] = /^([1-9][0-9]{0,9}) (\S{1,100})\n$/.exec(text) ?? [];
  return id === undefined || start === undefined ? null : { processId: Number(id), start };
}

const retryIntervalMs = 20;
const giveUpAfterMs = 3_000;
/** Long enough, because the work under this lock replaces one small file. */
const expiresAfterMs = 2 * maxRecordWaitMs;

/**
 * Runs `work` under the lock. `assertOurs` throws if another program has taken the lock over: call
 * it before you replace a file. Throws if the folder is not writable, or if another program holds
 * the lock for three seconds.
 */
export async function withFileLock<T>(
  file: string,
  work: (assertOurs: () => void) => Promise<T>,
): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const lock = createFileLock(
    { ...thisProcess, disk: realDisk, waitedForId: () => false, expiresAfterMs },
    file,
  );
  for (let waitedMs = 0; !takeUnlessBusy(lock); waitedMs += retryIntervalMs) {
    if (waitedMs >= giveUpAfterMs) throw new Error('another program holds the lock');
    await setTimeout(retryIntervalMs);
  }
  try {
    return await work(() => {
      if (!lock.isOurs()) throw new Error('another program has taken the lock over');
    });
  } finally {
    lock.release();
  }
}

/** Windows reports a file that is being removed as busy or not permitted. */
function takeUnlessBusy(lock: FileLock): boolean {
  try {
    return lock.take();
  } catch (error) {
    if (codeOf(error) === 'EBUSY' || codeOf(error) === 'EPERM') return false;
    throw error;
  }
}
