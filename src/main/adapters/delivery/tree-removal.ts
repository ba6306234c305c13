// Removes the files that a release wrote, and nothing else: other files may be the user's.
import { dirname, join } from 'node:path';
import type { ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import { lstatOrNull, type WorkParts } from './disk.ts';
import { removeEmptyFolder, renameWhenFree, unlinkWhenFree } from './in-use.ts';
import { isOwnDirectory } from './own-folder.ts';

/** Removes the files by their names, and folders that are then empty. Follows no link. */
export function removeTree(
  work: WorkParts,
  root: string,
  files: readonly Pick<ManifestFile, 'path'>[],
): void {
  const known = new Map<string, boolean>();
  const isOwn = (folder: string): boolean => {
    const seen = known.get(folder);
    if (seen !== undefined) return seen;
    const isOwnHere = isOwnDirectory(work, folder) && (folder === root || isOwn(dirname(folder)));
    known.set(folder, isOwnHere);
    return isOwnHere;
  };
  for (const { path } of files) {
    const file = join(root, ...path.split('/'));
    if (isOwn(dirname(file)) && lstatOrNull(work.disk, file)?.isFile() === true)
      unlinkWhenFree(work, file);
  }
  for (const folder of foldersOf(root, files)) if (isOwn(folder)) removeEmptyFolder(work, folder);
}

/** Returns the root and all folders of the files, innermost first. */
function foldersOf(root: string, files: readonly Pick<ManifestFile, 'path'>[]): readonly string[] {
  const folders = new Set([root]);
  for (const { path } of files) {
    const names = path.split('/').slice(0, -1);
    for (let count = names.length; count > 0; count -= 1)
      folders.add(join(root, ...names.slice(0, count)));
  }
  return [...folders].toSorted((one, other) => other.length - one.length);
}

/** Like `removeTree`, then frees the name: a tree that still has other files is renamed. */
export function clearTree(
  work: WorkParts,
  root: string,
  files: readonly Pick<ManifestFile, 'path'>[],
): void {
  removeTree(work, root, files);
  clearName(work, root);
}

/** Frees the name: removes a file or link, and renames a folder. */
export function clearName(work: WorkParts, path: string): void {
  const stats = lstatOrNull(work.disk, path);
  if (stats === null) return;
  if (stats.isDirectory()) renameWhenFree(work, path, freeNameBeside(work, path));
  else unlinkWhenFree(work, path);
}

function freeNameBeside({ disk }: WorkParts, path: string): string {
  for (let count = 1; ; count += 1) {
    const name = `${path}.kept-${count}`;
    if (lstatOrNull(disk, name) === null) return name;
  }
}
