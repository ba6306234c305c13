// Reads and writes files of a program's tree.
// SECURITY: never follows a link below the program's folder, even if a folder becomes
// a link meanwhile: an opened file must be the file at its path through real folders.
import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { join } from 'node:path';
import { codeOf, isMissing } from '../file-errors.ts';
import { isRealFolder, lstatOrNull, type Disk, type WorkParts } from './disk.ts';
import { inUseError } from './in-use.ts';

const { O_CREAT, O_RDONLY, O_RDWR } = constants;
/** Windows has neither flag and relies on the check after opening. */
const noFollow = flagOrZero(constants.O_NOFOLLOW) | flagOrZero(constants.O_NONBLOCK);

function flagOrZero(flag: number | undefined): number {
  return flag ?? 0;
}

const regularMode = 0o644;
const executableMode = 0o755;

export interface TreeFile {
  /** Separated by `/`, relative to the root and inside it: the manifest was verified. */
  readonly path: string;
  readonly executable: boolean;
}

/** Writes all of `bytes` at `offset`. Replaces an entry that is not a regular file. */
export function writeAt(
  work: WorkParts,
  root: string,
  file: TreeFile,
  bytes: Uint8Array,
  offset: number,
): void {
  const { disk } = work;
  const handle = openForWriting(work, root, file);
  try {
    let written = 0;
    while (written < bytes.length)
      written += disk.writeSync(handle, bytes, written, bytes.length - written, offset + written);
  } finally {
    disk.closeSync(handle);
  }
}

function openForWriting(work: WorkParts, root: string, file: TreeFile): number {
  const { disk } = work;
  const place = pathIn(root, file.path);
  for (let tries = 0; tries < 3; tries += 1) {
    createFolders(disk, root, file.path);
    let handle: number;
    try {
      const mode = file.executable ? executableMode : regularMode;
      handle = disk.openSync(place, O_RDWR | O_CREAT | noFollow, mode);
    } catch (error) {
      if (!['ELOOP', 'EMLINK', 'EISDIR', 'ENXIO', 'ENOENT', 'ENOTDIR'].includes(codeOf(error)))
        throw error;
      if (lstatOrNull(disk, root) === null && tries > 0) throw error;
      disk.rmSync(place, { recursive: true, force: true });
      continue;
    }
    const opened = disk.fstatSync(handle);
    if (isExpectedFile(disk, root, file.path, opened)) {
      setMode(work, handle, opened, file.executable);
      return handle;
    }
    disk.closeSync(handle);
    // Removes only our entry: a foreign file that it links to remains.
    if (hasRealFolders(disk, root, file.path)) disk.rmSync(place, { recursive: true, force: true });
  }
  throw inUseError(work, place);
}

/** Whether `opened` is a regular file with one link, at its path through real folders. */
function isExpectedFile(disk: Disk, root: string, path: string, opened: Stats): boolean {
  if (!opened.isFile() || opened.nlink !== 1) return false;
  const seen = lstatOrNull(disk, pathIn(root, path));
  const isSame = seen?.ino === opened.ino && seen.dev === opened.dev;
  return isSame && hasRealFolders(disk, root, path);
}

export function createFolders(disk: Disk, root: string, path: string): void {
  for (const folder of foldersOf(root, path)) {
    const stats = lstatOrNull(disk, folder);
    if (stats?.isDirectory() === true) continue;
    if (stats !== null) disk.unlinkSync(folder);
    disk.mkdirSync(folder, { mode: 0o755 });
  }
}

/** `known`: caches real folders within one pass. */
export function hasRealFolders(
  disk: Disk,
  root: string,
  path: string,
  known: Set<string> = new Set(),
): boolean {
  return foldersOf(root, path).every((folder) => {
    if (known.has(folder)) return true;
    const isReal = isRealFolder(disk, folder);
    if (isReal) known.add(folder);
    return isReal;
  });
}

/** The root and every folder of the path, outermost first. */
function foldersOf(root: string, path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return [root, ...names.map((_, at) => join(root, ...names.slice(0, at + 1)))];
}

export function pathIn(root: string, path: string): string {
  return join(root, ...path.split('/'));
}

/** Sets the mode again, because the umask may have changed it. */
function setMode(
  { disk, system }: WorkParts,
  handle: number,
  { mode }: Stats,
  executable: boolean,
): void {
  if (system === 'win32') return;
  const wanted = executable ? executableMode : regularMode;
  if ((mode & 0o777) !== wanted) disk.fchmodSync(handle, wanted);
}

/** Returns null unless `place` is a readable regular file. Callers verify the hash. */
export function openForReading(disk: Disk, place: string): number | null {
  let handle: number;
  try {
    handle = disk.openSync(place, O_RDONLY | noFollow);
  } catch (error) {
    if (isMissing(error) || ['ELOOP', 'EMLINK', 'ENXIO', 'EACCES', 'EPERM'].includes(codeOf(error)))
      return null;
    throw error;
  }
  if (disk.fstatSync(handle).isFile()) return handle;
  disk.closeSync(handle);
  return null;
}

/** Returns the number of bytes read, at most `bytes.length`. */
export function readAt(disk: Disk, handle: number, bytes: Uint8Array, offset: number): number {
  let length = 0;
  while (length < bytes.length) {
    const more = disk.readSync(handle, bytes, length, bytes.length - length, offset + length);
    if (more === 0) break;
    length += more;
  }
  return length;
}

/** Returns the file's SHA-256 and stats; null if it is missing or has another size. */
export function hashFile(
  disk: Disk,
  place: string,
  size: number,
  buffer: Uint8Array,
  onBytes: (bytes: number) => void,
): { readonly sha256: string; readonly stats: Stats } | null {
  const handle = openForReading(disk, place);
  if (handle === null) return null;
  try {
    const stats = disk.fstatSync(handle);
    if (stats.size !== size) return null;
    const hash = createHash('sha256');
    for (let at = 0; at < size;) {
      // Stops at the known size: a read beyond it would cost each small file a second call.
      const wanted = buffer.subarray(0, Math.min(buffer.length, size - at));
      const length = readAt(disk, handle, wanted, at);
      if (length === 0) return null;
      hash.update(buffer.subarray(0, length));
      at += length;
      onBytes(length);
    }
    return { sha256: hash.digest('hex'), stats };
  } finally {
    disk.closeSync(handle);
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
