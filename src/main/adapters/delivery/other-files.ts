// Handles files in the program's trees that no release wrote: they may be the user's, such as saved
// games or settings, so they are kept.
import { join } from 'node:path';
import type { ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import type { OtherFiles } from '../../core/delivery/ports.ts';
import { ProblemError, lstatOrNull, type WorkParts } from './disk.ts';
import { removeEmptyFolder, renameWhenFree } from './in-use.ts';
import { isOwnDirectory } from './own-folder.ts';
import { createFolders, pathIn } from './tree-files.ts';

type Named = Pick<ManifestFile, 'path'>;

/** What a release wrote: its files, and the folders above them. Paths as in the manifest. */
function namesOf(files: readonly Named[]) {
  const folders = new Set<string>();
  for (const { path } of files)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      folders.add(path.slice(0, at));
  return { files: new Set(files.map(({ path }) => path)), folders };
}

/**
 * Moves the other files of a tree to the same paths of another tree. Leaves a file behind whose
 * path is taken there. `files`: those that a release wrote.
 */
export function carryOthers(
  work: WorkParts,
  from: string,
  to: string,
  files: readonly Named[],
): void {
  const written = namesOf(files);
  const carry = (folder: string): void => {
    const place = folder === '' ? from : pathIn(from, folder);
    if (!isOwnDirectory(work, place)) return;
    for (const name of work.disk.readdirSync(place)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (!written.files.has(path)) carryOne(path);
    }
    if (!written.folders.has(folder) && folder !== '') removeEmptyFolder(work, place);
  };
  const carryOne = (path: string): void => {
    const [source, target] = [pathIn(from, path), pathIn(to, path)];
    const isFolder = lstatOrNull(work.disk, source)?.isDirectory() === true;
    const taken = lstatOrNull(work.disk, target);
    if (isFolder && (written.folders.has(path) || taken?.isDirectory() === true)) carry(path);
    else if (taken === null) {
      createFolders(work, to, path);
      renameWhenFree(work, source, target);
    }
  };
  unlessImpossible(() => carry(''));
}

/** A file that cannot be moved stays behind: it must not prevent the update. */
function unlessImpossible(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (error instanceof ProblemError) throw error;
  }
}

const maxCount = 10_000;
const maxNames = 3;

/** Counts the files below the folder, except the lock. Follows no link. */
export function countFiles({ disk }: WorkParts, folder: string): OtherFiles {
  const names: string[] = [];
  let count = 0;
  const look = (path: string): void => {
    for (const name of disk.readdirSync(join(folder, path))) {
      const entry = join(path, name);
      if (entry === 'lock' || count >= maxCount) continue;
      if (lstatOrNull(disk, join(folder, entry))?.isDirectory() === true) look(entry);
      else if ((count += 1) <= maxNames) names.push(entry);
    }
  };
  if (lstatOrNull(disk, folder)?.isDirectory() === true) look('');
  return { count, names };
}
