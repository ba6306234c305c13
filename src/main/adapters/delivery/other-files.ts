// Handles files in the program's trees that no release wrote: they may be the user's, such as saved
// games or settings, so they stay.
import { join } from 'node:path';
import type { ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import type { OtherFiles } from '../../core/delivery/ports.ts';
import { ProblemError, lstatOrNull, type WorkParts } from './disk.ts';
import { removeEmptyFolder, renameWhenFree } from './in-use.ts';
import { isOwnDirectory } from './own-folder.ts';
import { createFolders, pathIn } from './tree-files.ts';

type Named = Pick<ManifestFile, 'path'>;

/** Returns the paths of the files that a release wrote, and of the folders above them. */
function namesOf(files: readonly Named[]) {
  const folders = new Set<string>();
  for (const { path } of files)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      folders.add(path.slice(0, at));
  return { files: new Set(files.map(({ path }) => path)), folders };
}

/**
 * Moves the other files of a tree to the same paths of another tree. A file whose path is taken
 * there stays behind. `files`: those that a release wrote.
 */
export function moveOtherFiles(
  work: WorkParts,
  from: string,
  to: string,
  files: readonly Named[],
): void {
  const written = namesOf(files);
  const moveFolder = (folder: string): void => {
    const absolutePath = folder === '' ? from : pathIn(from, folder);
    if (!isOwnDirectory(work, absolutePath)) return;
    for (const name of work.disk.readdirSync(absolutePath)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (!written.files.has(path)) moveEntry(path);
    }
    if (!written.folders.has(folder) && folder !== '') removeEmptyFolder(work, absolutePath);
  };
  const moveEntry = (path: string): void => {
    const [source, target] = [pathIn(from, path), pathIn(to, path)];
    const isFolder = lstatOrNull(work.disk, source)?.isDirectory() === true;
    const existing = lstatOrNull(work.disk, target);
    if (isFolder && (written.folders.has(path) || existing?.isDirectory() === true))
      moveFolder(path);
    else if (existing === null) {
      createFolders(work, to, path);
      renameWhenFree(work, source, target);
    }
  };
  ignoreImpossibleMove(() => moveFolder(''));
}

/** A file that cannot be moved stays behind: it must not prevent the update. */
function ignoreImpossibleMove(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (error instanceof ProblemError) throw error;
  }
}

export interface WrittenTree {
  /** The name of the tree in the program's folder. */
  readonly name: string;
  readonly files: readonly Named[];
}

export interface OtherEntry {
  /** Relative to the program's folder, separated by `/`. */
  readonly path: string;
  /** `folder` is an empty folder. */
  readonly kind: 'file' | 'folder';
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
}

/** `ownNames`: files of the loader in the folder. Throws if a link or device is among the others. */
export function listOtherEntries(
  { disk, stopped }: WorkParts,
  folder: string,
  trees: readonly WrittenTree[],
  ownNames: readonly string[],
): readonly OtherEntry[] {
  const paths = trees.flatMap(({ name, files }) =>
    files.map(({ path }) => ({ path: `${name}/${path}` })),
  );
  const written = namesOf(paths);
  for (const { name } of trees) written.folders.add(name);
  const others: OtherEntry[] = [];
  const scan = (path: string): void => {
    if (stopped()) throw new ProblemError({ kind: 'stopped' });
    const stats = lstatOrNull(disk, pathIn(folder, path));
    if (stats === null || ownNames.includes(path)) return;
    const { size, mode, mtimeMs } = stats;
    if (stats.isDirectory()) {
      const names = disk.readdirSync(pathIn(folder, path));
      if (names.length === 0 && !written.folders.has(path))
        others.push({ path, kind: 'folder', size: 0, mode, mtimeMs });
      for (const name of names) scan(`${path}/${name}`);
    } else if (!stats.isFile()) throw new ProblemError({ kind: 'unmovable', file: path });
    else if (!written.files.has(path)) others.push({ path, kind: 'file', size, mode, mtimeMs });
  };
  if (lstatOrNull(disk, folder) !== null) for (const name of disk.readdirSync(folder)) scan(name);
  return others;
}

const maxCount = 10_000;
const maxNames = 3;

/** Counts the files below the folder, except the lock. Follows no link. */
export function countFiles({ disk }: WorkParts, folder: string): OtherFiles {
  const names: string[] = [];
  let count = 0;
  const scan = (path: string): void => {
    for (const name of disk.readdirSync(join(folder, path))) {
      const entry = join(path, name);
      if (entry === 'lock' || count >= maxCount) continue;
      if (lstatOrNull(disk, join(folder, entry))?.isDirectory() === true) scan(entry);
      else if ((count += 1) <= maxNames) names.push(entry);
    }
  };
  if (lstatOrNull(disk, folder)?.isDirectory() === true) scan('');
  return { count, names };
}
