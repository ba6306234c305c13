// Moves the other files of the program's folder, which no release wrote: copies and verifies them,
// and removes the originals once the program has moved. Refuses links and devices.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../file-errors.ts';
import { progressFileOf, unfinishedRelease } from './assembly.ts';
import { ProblemError, lstatOrNull, type WorkParts } from './disk.ts';
import { removeEmptyFolder, renameWhenFree, unlinkWhenFree } from './in-use.ts';
import { listOtherEntries, type OtherEntry, type WrittenTree } from './other-files.ts';
import { assertOwnFolder } from './own-folder.ts';
import { supersededTrees, type ProgramFolder } from './program-folder.ts';
import { hashFile, openForReading, pathIn, readAt } from './tree-files.ts';

const bufferBytes = 1024 * 1024;

/** Lists files, and folders without files. Throws if a link or device is among them. */
export function otherEntriesOf({ work, folder, records }: ProgramFolder): readonly OtherEntry[] {
  const { installed = null, previousSha256 = null } = records.read() ?? {};
  const trees: WrittenTree[] = [
    { name: 'current', files: records.filesOf(installed?.manifestSha256 ?? null) },
    { name: 'previous', files: records.filesOf(previousSha256) },
    { name: 'next', files: records.filesOf(unfinishedRelease(work, folder)) },
    ...supersededTrees({ work, folder }).map((name) => ({
      name,
      files: records.filesOf(name.slice(5)),
    })),
  ];
  const progressFile = progressFileOf('');
  return listOtherEntries(work, folder, trees, ['lock', progressFile, `${progressFile}.new`]);
}

/** Throws if a file changes during the copy, or if its target exists. */
export function copyOtherEntries(
  work: WorkParts,
  from: string,
  to: string,
  others: readonly OtherEntry[],
  progress: (bytes: number) => void,
): void {
  const buffer = Buffer.allocUnsafeSlow(bufferBytes);
  for (const other of others) {
    const target = pathIn(to, other.path);
    makeFolders(work, to, other.kind === 'folder' ? `${other.path}/` : other.path);
    if (other.kind === 'folder') continue;
    if (lstatOrNull(work.disk, target) !== null)
      throw new ProblemError({ kind: 'not-empty', folder: dirname(target) });
    copyFile(work, pathIn(from, other.path), target, other, buffer, progress);
  }
}

/** Removes the copies of an interrupted move. */
export function removeCopies(
  work: WorkParts,
  from: string,
  to: string,
  others: readonly OtherEntry[],
): void {
  for (const { path } of others) {
    const part = partOf(pathIn(to, path));
    if (lstatOrNull(work.disk, part)?.isFile() === true) unlinkWhenFree(work, part);
  }
  removeIdentical(work, to, from, others);
}

/** Removes the files whose copies in `otherFolder` are identical, and then empty folders. */
export function removeIdentical(
  work: WorkParts,
  folder: string,
  otherFolder: string,
  others: readonly OtherEntry[],
): void {
  const buffer = Buffer.allocUnsafeSlow(bufferBytes);
  const hashOf = (path: string, size: number): string | null =>
    hashFile(work.disk, path, size, buffer, () => {
      if (work.stopped()) throw new ProblemError({ kind: 'stopped' });
    })?.sha256 ?? null;
  const folders = new Set<string>();
  for (const { path, kind, size } of others) {
    if (kind === 'folder') folders.add(path);
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      folders.add(path.slice(0, at));
    if (kind === 'folder') continue;
    const [original, copy] = [pathIn(folder, path), pathIn(otherFolder, path)];
    if (lstatOrNull(work.disk, original)?.isFile() !== true) continue;
    const hash = hashOf(original, size);
    if (hash !== null && hash === hashOf(copy, size)) unlinkWhenFree(work, original);
  }
  for (const path of [...folders].toSorted((one, two) => two.length - one.length))
    if (lstatOrNull(work.disk, pathIn(folder, path))?.isDirectory() === true)
      removeEmptyFolder(work, pathIn(folder, path));
}

/** Creates the missing folders above `path`. Throws if another user can change one of them. */
function makeFolders({ disk, user }: WorkParts, to: string, path: string): void {
  const names = path.split('/').slice(0, -1);
  for (let count = 0; count <= names.length; count += 1) {
    const folder = join(to, ...names.slice(0, count));
    if (lstatOrNull(disk, folder) === null) disk.mkdirSync(folder, { mode: 0o755 });
    assertOwnFolder({ disk, user }, folder);
  }
}

/** The name of an unfinished copy. If the process is killed, the next move removes it. */
function partOf(target: string): string {
  return `${target}.moving`;
}

function copyFile(
  work: WorkParts,
  from: string,
  to: string,
  { path, size, mode, mtimeMs }: OtherEntry,
  buffer: Buffer,
  progress: (bytes: number) => void,
): void {
  const { disk } = work;
  const source = openForReading(disk, from);
  if (source === null) throw new ProblemError({ kind: 'unmovable', file: path });
  const part = partOf(to);
  const hash = createHash('sha256');
  try {
    const target = openNew(work, part, mode);
    try {
      for (let at = 0; at < size;) {
        if (work.stopped()) throw new ProblemError({ kind: 'stopped' });
        const length = readAt(disk, source, buffer, at);
        if (length === 0) throw new ProblemError({ kind: 'removed', file: path });
        const bytes = buffer.subarray(0, Math.min(length, size - at));
        hash.update(bytes);
        for (let done = 0; done < bytes.length;)
          done += disk.writeSync(target, bytes, done, bytes.length - done, at + done);
        at += bytes.length;
        progress(bytes.length);
      }
      disk.futimesSync(target, mtimeMs / 1000, mtimeMs / 1000);
      disk.fsyncSync(target);
    } finally {
      disk.closeSync(target);
    }
  } finally {
    disk.closeSync(source);
  }
  if (hashFile(disk, part, size, buffer, () => undefined)?.sha256 !== hash.digest('hex'))
    throw new ProblemError({ kind: 'removed', file: path });
  renameWhenFree(work, part, to);
}

function openNew({ disk }: WorkParts, path: string, mode: number): number {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  try {
    return disk.openSync(path, flags, mode & 0o755);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new ProblemError({ kind: 'not-empty', folder: dirname(path) });
  }
}
