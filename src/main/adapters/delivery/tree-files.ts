// Reading and writing files of a program's tree. SECURITY: no link below the program's folder is ever followed, also not one that
// takes a folder's place while we work: what is open must be what the path leads to through real folders alone.
import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { join } from 'node:path';
import { codeOf, isMissing } from '../file-errors.ts';
import { isRealFolder, lookAt, type Disk, type WorkParts } from './disk.ts';
import { inUse } from './in-use.ts';

const { O_CREAT, O_RDONLY, O_RDWR } = constants;
/** Windows has neither: there the look behind the opening has to do. */
const carefully = numberOf(constants.O_NOFOLLOW) | numberOf(constants.O_NONBLOCK);

function numberOf(flag: number | undefined): number {
  return flag ?? 0;
}

const wholeFile = 0o644;
const executableFile = 0o755;

export interface TreeFile {
  /** With `/`, below the root; no path that leaves it (the manifest was verified). */
  readonly path: string;
  readonly executable: boolean;
}

/** Writes all of `bytes` at `offset`; what stands in the way in our own tree is removed, never followed. */
export function writeAt(
  work: WorkParts,
  root: string,
  file: TreeFile,
  bytes: Uint8Array,
  offset: number,
): void {
  const { disk } = work;
  const handle = openOwn(work, root, file);
  try {
    let written = 0;
    while (written < bytes.length)
      written += disk.writeSync(handle, bytes, written, bytes.length - written, offset + written);
  } finally {
    disk.closeSync(handle);
  }
}

function openOwn(work: WorkParts, root: string, file: TreeFile): number {
  const { disk } = work;
  const place = pathIn(root, file.path);
  for (let tries = 0; tries < 3; tries += 1) {
    makeFolders(disk, root, file.path);
    let handle: number;
    try {
      const mode = file.executable ? executableFile : wholeFile;
      handle = disk.openSync(place, O_RDWR | O_CREAT | carefully, mode);
    } catch (error) {
      if (!['ELOOP', 'EMLINK', 'EISDIR', 'ENXIO', 'ENOENT', 'ENOTDIR'].includes(codeOf(error)))
        throw error;
      if (lookAt(disk, root) === null && tries > 0) throw error;
      disk.rmSync(place, { recursive: true, force: true });
      continue;
    }
    const opened = disk.fstatSync(handle);
    if (isOwn(disk, root, file.path, opened)) {
      setMode(work, handle, opened, file.executable);
      return handle;
    }
    disk.closeSync(handle);
    // What the path leads to now: a second name of somebody's file goes, the file stays.
    if (hasRealFolders(disk, root, file.path)) disk.rmSync(place, { recursive: true, force: true });
  }
  throw inUse(work, place);
}

/** An ordinary file with this one name, in the place that the path leads to through real folders. */
function isOwn(disk: Disk, root: string, path: string, opened: Stats): boolean {
  if (!opened.isFile() || opened.nlink !== 1) return false;
  const seen = lookAt(disk, pathIn(root, path));
  const isSame = seen?.ino === opened.ino && seen.dev === opened.dev;
  return isSame && hasRealFolders(disk, root, path);
}

export function makeFolders(disk: Disk, root: string, path: string): void {
  for (const folder of foldersOf(root, path)) {
    const about = lookAt(disk, folder);
    if (about?.isDirectory() === true) continue;
    if (about !== null) disk.unlinkSync(folder);
    disk.mkdirSync(folder, { mode: 0o755 });
  }
}

/** `known`: folders that were looked at before in the same go. */
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

/** The root and every folder of the path, from above. */
function foldersOf(root: string, path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return [root, ...names.map((_, at) => join(root, ...names.slice(0, at + 1)))];
}

export function pathIn(root: string, path: string): string {
  return join(root, ...path.split('/'));
}

/** Whatever the umask took. */
function setMode(
  { disk, system }: WorkParts,
  handle: number,
  { mode }: Stats,
  executable: boolean,
): void {
  if (system === 'win32') return;
  const wanted = executable ? executableFile : wholeFile;
  if ((mode & 0o777) !== wanted) disk.fchmodSync(handle, wanted);
}

/** null: there is no ordinary file. Whoever reads judges the bytes by their hash. */
export function openToRead(disk: Disk, place: string): number | null {
  let handle: number;
  try {
    handle = disk.openSync(place, O_RDONLY | carefully);
  } catch (error) {
    if (isMissing(error) || ['ELOOP', 'EMLINK', 'ENXIO', 'EACCES', 'EPERM'].includes(codeOf(error)))
      return null;
    throw error;
  }
  if (disk.fstatSync(handle).isFile()) return handle;
  disk.closeSync(handle);
  return null;
}

/** How many bytes there were, `bytes.length` at most. */
export function readAt(disk: Disk, handle: number, bytes: Uint8Array, offset: number): number {
  let length = 0;
  while (length < bytes.length) {
    const more = disk.readSync(handle, bytes, length, bytes.length - length, offset + length);
    if (more === 0) break;
    length += more;
  }
  return length;
}

/** SHA-256 of the whole file; what it looks like is taken from the file that was read. null: it is none, or has another size. */
export function hashFile(
  disk: Disk,
  place: string,
  size: number,
  buffer: Uint8Array,
  onBytes: (bytes: number) => void,
): { readonly sha256: string; readonly about: Stats } | null {
  const handle = openToRead(disk, place);
  if (handle === null) return null;
  try {
    const about = disk.fstatSync(handle);
    if (about.size !== size) return null;
    const hash = createHash('sha256');
    for (let at = 0; at < size;) {
      // No more than there is: behind the end, each small file would be asked once more.
      const wanted = buffer.subarray(0, Math.min(buffer.length, size - at));
      const length = readAt(disk, handle, wanted, at);
      if (length === 0) return null;
      hash.update(buffer.subarray(0, length));
      at += length;
      onBytes(length);
    }
    return { sha256: hash.digest('hex'), about };
  } finally {
    disk.closeSync(handle);
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
