// File system calls of the delivery worker, and the mapping of their errors to problems.
import * as fs from 'node:fs';
import type { ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import type { ProgramProblem } from '../../core/delivery/ports.ts';
import { codeOf, isMissing } from '../file-errors.ts';
import type { FindHolder } from './file-holder.ts';
import type { LocalUser } from './local-user.ts';

/** The used part of node:fs. Tests pass a disk that fails like another system's. */
export type Disk = Pick<
  typeof fs,
  | 'chmodSync'
  | 'closeSync'
  | 'fchmodSync'
  | 'fstatSync'
  | 'fsync'
  | 'fsyncSync'
  | 'futimesSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readSync'
  | 'readdirSync'
  | 'readFileSync'
  | 'readlinkSync'
  | 'renameSync'
  | 'rmSync'
  | 'rmdirSync'
  | 'statfsSync'
  | 'unlinkSync'
  | 'writeSync'
>;

export const realDisk: Disk = fs;

export interface WorkParts {
  readonly disk: Disk;
  /** Like `process.platform`. */
  readonly system: string;
  readonly user: LocalUser;
  /** Whether the user accepts that others can replace the program's folder. If missing, no. */
  readonly isFolderAccepted?: () => boolean;
  /** Blocks this thread; ends early when the work is stopped. */
  readonly pause: (ms: number) => void;
  readonly stopped: () => boolean;
  /** Called while the work waits for a file that another program holds. */
  readonly waitsForFile: () => void;
  /** A monotonic clock in milliseconds. */
  readonly elapsedMs: () => number;
  readonly findHolder: FindHolder;
}

/** Thrown to report a problem to the caller. */
export class ProblemError extends Error {
  readonly problem: ProgramProblem;

  constructor(problem: ProgramProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** Returns null if nothing exists at `path`. Follows no link. */
export function lstatOrNull(disk: Disk, path: string): fs.Stats | null {
  try {
    return disk.lstatSync(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The space that lock, record and stamps need beside the program. */
const recordBytes = 4 * 1024 * 1024;

/**
 * Returns null if the error is a defect. `neededBytes` is the space that the rest of the run
 * requires.
 */
export function problemOf(
  error: unknown,
  disk: Disk,
  folder: string,
  neededBytes: number,
): ProgramProblem | null {
  if (error instanceof ProblemError) return error.problem;
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return {
      kind: 'no-space',
      neededBytes: neededBytes === 0 ? recordBytes : neededBytes,
      freeBytes: freeBytes(disk, folder) ?? 0,
    };
  if (code === 'EBUSY' || code === 'ETXTBSY')
    return { kind: 'in-use', file: pathOf(error) ?? folder, program: null };
  if (!folderExists(disk, folder)) return { kind: 'folder-gone', folder };
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return { kind: 'read-only', folder };
  if (['EIO', 'ENXIO', 'ENODEV', 'ESTALE', 'ENOTCONN', 'UNKNOWN'].includes(code))
    return { kind: 'folder-gone', folder };
  return null;
}

/** Returns the path in an error of the file system. */
export function pathOf(error: unknown): string | null {
  return error instanceof Error && 'path' in error && typeof error.path === 'string'
    ? error.path
    : null;
}

function folderExists(disk: Disk, folder: string): boolean {
  try {
    return disk.lstatSync(folder).isDirectory();
  } catch (error) {
    return !isMissing(error) && !['EIO', 'ENXIO', 'ENODEV', 'ESTALE'].includes(codeOf(error));
  }
}

/** Returns null if unknown. */
function freeBytes(disk: Disk, folder: string): number | null {
  try {
    const { bavail, bsize } = disk.statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

export function sizeOf(files: readonly ManifestFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Returns the required free bytes: the missing bytes and the largest file, plus 10%. */
export function requiredSpace(missingBytes: number, files: readonly ManifestFile[]): number {
  if (missingBytes === 0) return 0;
  const largest = files.reduce((most, { size }) => Math.max(most, size), 0);
  return Math.ceil((missingBytes + largest) * 1.1);
}

/** Throws if the disk reports less free space. */
export function assertFreeSpace(disk: Disk, folder: string, neededBytes: number): void {
  const free = freeBytes(disk, folder);
  if (free !== null && free < neededBytes)
    throw new ProblemError({ kind: 'no-space', neededBytes, freeBytes: free });
}

/** Makes a rename survive a power cut. Windows has no such call. */
export function syncFolder({ disk, system }: Pick<WorkParts, 'disk' | 'system'>, folder: string) {
  if (system === 'win32') return;
  const handle = disk.openSync(folder, 'r');
  try {
    disk.fsyncSync(handle);
  } finally {
    disk.closeSync(handle);
  }
}
