// Brings a tree from the system's memory to the disk, so that a power cut behind the swap finds it there. Several files at a time:
// one by one, thousands of small ones would take longer than fetching them.
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { ManifestFile } from '../../../shared/release/manifest.ts';
import { Blocked, isGone, syncFolder, type WorkParts } from './disk.ts';
import { placeOf } from './tree-files.ts';

const atOnce = 8;

/** Those that were not there: somebody took them meanwhile. */
export async function syncTree(
  work: WorkParts,
  root: string,
  files: readonly ManifestFile[],
): Promise<readonly ManifestFile[]> {
  const { disk } = work;
  const sync = promisify(disk.fsync);
  const gone: ManifestFile[] = [];
  for (let at = 0; at < files.length; at += atOnce) {
    if (work.stopped()) throw new Blocked({ kind: 'stopped' });
    const handles: number[] = [];
    try {
      for (const file of files.slice(at, at + atOnce)) {
        const handle = openIfThere(work, placeOf(root, file.path));
        if (handle === null) gone.push(file);
        else handles.push(handle);
      }
      await Promise.all(handles.map((handle) => sync(handle)));
    } finally {
      for (const handle of handles) disk.closeSync(handle);
    }
  }
  // A folder without its files may be gone as well.
  if (gone.length > 0) return gone;
  const folders = new Set(files.map(({ path }) => dirname(placeOf(root, path))));
  for (const folder of folders) syncFolder(work, folder);
  return gone;
}

function openIfThere({ disk }: WorkParts, place: string): number | null {
  try {
    return disk.openSync(place, 'r+');
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}
