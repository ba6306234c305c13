// Reads and writes files of a program's tree.
// SECURITY: never follows a link, even if a folder becomes a link meanwhile: an opened file must be
// the file at its path, through folders that no other user can change.
import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, isMissing } from '../file-errors.ts';
import { ProblemError, lstatOrNull, type Disk, type WorkParts } from './disk.ts';
import { inUseError } from './in-use.ts';
import { assertOwnFolder, findUnsafeFolder, isOwnDirectory, isOwnEntry } from './own-folder.ts';
import { clearName } from './tree-removal.ts';

const { O_CREAT, O_RDONLY, O_RDWR } = constants;
/** Windows has neither flag and relies on the check after opening. */
const noFollow = flagOrZero(constants.O_NOFOLLOW) | flagOrZero(constants.O_NONBLOCK);

function flagOrZero(flag: number | undefined): number {
  return flag ?? 0;
}

const regularMode = 0o644;
const executableMode = 0o755;
const folderMode = 0o755;

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
  const path = pathIn(root, file.path);
  for (let tries = 0; tries < 3; tries += 1) {
    createFolders(work, root, file.path);
    let handle: number;
    try {
      const mode = file.executable ? executableMode : regularMode;
      handle = disk.openSync(path, O_RDWR | O_CREAT | noFollow, mode);
    } catch (error) {
      if (!['ELOOP', 'EMLINK', 'EISDIR', 'ENXIO', 'ENOENT', 'ENOTDIR'].includes(codeOf(error)))
        throw error;
      if (lstatOrNull(disk, root) === null && tries > 0) throw error;
      clearName(work, path);
      continue;
    }
    const opened = disk.fstatSync(handle);
    if (isExpectedFile(work, root, file.path, opened)) {
      setMode(work, handle, opened, file.executable);
      return handle;
    }
    disk.closeSync(handle);
    // Removes only this name: if it is a hard link, the other name of the file stays.
    if (hasOwnFolders(work, root, file.path)) clearName(work, path);
  }
  throw inUseError(work, path);
}

/** Whether `opened` is this user's regular file with one link, at its path through own folders. */
function isExpectedFile(work: WorkParts, root: string, path: string, opened: Stats): boolean {
  const { disk, user } = work;
  if (!opened.isFile() || opened.nlink !== 1) return false;
  // The mode is set afterwards.
  if (user.id !== null && opened.uid !== user.id) return false;
  const seen = lstatOrNull(disk, pathIn(root, path));
  const isSame = seen?.ino === opened.ino && seen.dev === opened.dev;
  return isSame && hasOwnFolders(work, root, path);
}

/** Throws if the folder above `root` is unsafe, or if a folder belongs to another user. */
export function createFolders(work: WorkParts, root: string, path: string): void {
  const { disk, user } = work;
  assertOwnFolder(work, dirname(root));
  for (const folder of foldersOf(root, path)) {
    const stats = lstatOrNull(disk, folder);
    if (stats?.isDirectory() !== true) {
      if (stats !== null) disk.unlinkSync(folder);
      disk.mkdirSync(folder, { mode: folderMode });
    } else if (!isOwnEntry(work, stats)) {
      if (stats.uid !== user.id)
        throw new ProblemError({ kind: 'folder-unsafe', folder, cause: 'owner', canAccept: false });
      disk.chmodSync(folder, folderMode);
    }
  }
}

/**
 * Whether no other user can change the folders of the path, or replace them. `known`: caches own
 * folders within one pass.
 */
export function hasOwnFolders(
  work: WorkParts,
  root: string,
  path: string,
  known: Set<string> = new Set(),
): boolean {
  const above = dirname(root);
  if (!known.has(above) && findUnsafeFolder(work, above) !== null) return false;
  known.add(above);
  return foldersOf(root, path).every((folder) => {
    if (known.has(folder)) return true;
    const isOwn = isOwnDirectory(work, folder);
    if (isOwn) known.add(folder);
    return isOwn;
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

/** Returns null unless `path` is a readable regular file. Callers verify the hash. */
export function openForReading(disk: Disk, path: string): number | null {
  let handle: number;
  try {
    handle = disk.openSync(path, O_RDONLY | noFollow);
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
  path: string,
  size: number,
  buffer: Uint8Array,
  onBytes: (bytes: number) => void,
): { readonly sha256: string; readonly stats: Stats } | null {
  const handle = openForReading(disk, path);
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
