// One loader at a time works in a program's folder: a file with its process id, taken over where that process is gone.
import { join } from 'node:path';
import { Blocked, codeOf, isGone, lookAt, type Disk } from './disk.ts';

export interface FolderLock {
  /** As `take`; throws where another loader works here. */
  readonly claim: () => void;
  /** false: another loader works here. */
  readonly take: () => boolean;
  readonly release: () => void;
}

export interface LockParts {
  readonly disk: Disk;
  readonly processId: number;
  readonly isAlive: (processId: number) => boolean;
  /** Unix milliseconds: what is older belonged to a process that a restart ended. */
  readonly startedAt: () => number;
}

export function createFolderLock(parts: LockParts, folder: string): FolderLock {
  const { disk, processId } = parts;
  const file = join(folder, 'lock');
  let held = 0;
  const make = (): boolean => {
    try {
      const handle = disk.openSync(file, 'wx', 0o600);
      disk.writeSync(handle, Buffer.from(String(processId)));
      disk.closeSync(handle);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
  };
  const take = (): boolean => {
    if (held === 0 && !make()) {
      if (isHeld(parts, file)) return false;
      // Of two who find it stale, one renames it; the other finds it gone, or fresh.
      const stale = `${file}.${processId}`;
      try {
        disk.renameSync(file, stale);
        disk.rmSync(stale, { force: true });
      } catch (error) {
        if (!isGone(error)) throw error;
      }
      if (!make()) return false;
    }
    held += 1;
    return true;
  };
  return {
    take,
    claim() {
      if (!take()) throw new Blocked({ kind: 'other-loader' });
    },
    release() {
      held -= 1;
      if (held === 0) disk.rmSync(file, { force: true });
    },
  };
}

function isHeld({ disk, processId, isAlive, startedAt }: LockParts, file: string): boolean {
  const about = lookAt(disk, file);
  if (about === null) return false;
  if (!about.isFile()) return false;
  if (about.mtimeMs < startedAt()) return false;
  const owner = Number(disk.readFileSync(file).toString('latin1'));
  // Ours, and not held: of an earlier process with this id.
  if (!Number.isInteger(owner) || owner <= 0 || owner === processId) return false;
  return isAlive(owner);
}
