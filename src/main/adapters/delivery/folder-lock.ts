// One loader at a time works in a program's folder: a file with its process id, taken over where that process is gone.
import { join } from 'node:path';
import { Blocked, codeOf, isGone, lookAt, type WorkParts } from './disk.ts';

export interface FolderLock {
  /** As `take`; throws where another loader works here. */
  readonly claim: () => void;
  /** false: another loader works here. */
  readonly take: () => boolean;
  readonly release: () => void;
}

export interface LockParts extends Pick<WorkParts, 'disk' | 'pause' | 'stopped'> {
  readonly processId: number;
  readonly isAlive: (processId: number) => boolean;
  /** Unix milliseconds: what is older belonged to a process that a restart ended. */
  readonly startedAt: () => number;
}

/** Whoever made the file a moment ago is about to write it; after that, it was killed in between. */
const momentMs = 500;

export function createFolderLock(parts: LockParts, folder: string): FolderLock {
  const { disk, processId } = parts;
  const file = join(folder, 'lock');
  let held = 0;
  const make = (): boolean => {
    try {
      writeOwner(parts, file);
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

/** Throws where it is there already; leaves nothing where the disk is full. */
function writeOwner({ disk, processId }: LockParts, file: string): void {
  const handle = disk.openSync(file, 'wx', 0o600);
  try {
    disk.writeSync(handle, Buffer.from(`${processId}\n`));
  } catch (error) {
    disk.rmSync(file, { force: true });
    throw error;
  } finally {
    disk.closeSync(handle);
  }
}

function isHeld(parts: LockParts, file: string): boolean {
  const { disk, processId, isAlive, startedAt } = parts;
  const about = lookAt(disk, file);
  if (about === null) return false;
  if (!about.isFile()) return false;
  if (about.mtimeMs < startedAt()) return false;
  let owner = ownerIn(parts, file);
  if (owner === null) {
    parts.pause(momentMs);
    if (parts.stopped()) throw new Blocked({ kind: 'stopped' });
    owner = ownerIn(parts, file);
  }
  // Ours, and not held: of an earlier process with this id.
  if (owner === null || owner === processId) return false;
  return isAlive(owner);
}

/** null: nobody's, or only begun: half a process id is another one. */
function ownerIn({ disk }: LockParts, file: string): number | null {
  if (lookAt(disk, file)?.isFile() !== true) return null;
  const [, owner] = /^([1-9][0-9]{0,9})\n$/.exec(disk.readFileSync(file).toString('latin1')) ?? [];
  return owner === undefined ? null : Number(owner);
}
