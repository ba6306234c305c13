// Brings a tree from the system's memory to the disk, so that a power cut behind the swap finds it there. Several files at a time:
// one by one, thousands of small ones would take longer than fetching them.
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { ManifestFile } from '../../../shared/release/manifest.ts';
import { Blocked, syncFolder, type WorkParts } from './disk.ts';
import { placeOf } from './tree-files.ts';

const atOnce = 8;

export async function syncTree(
  work: WorkParts,
  root: string,
  files: readonly ManifestFile[],
): Promise<void> {
  const { disk } = work;
  const sync = promisify(disk.fsync);
  const places = files.map(({ path }) => placeOf(root, path));
  for (let at = 0; at < places.length; at += atOnce) {
    if (work.stopped()) throw new Blocked({ kind: 'stopped' });
    const handles = places.slice(at, at + atOnce).map((place) => disk.openSync(place, 'r+'));
    try {
      await Promise.all(handles.map((handle) => sync(handle)));
    } finally {
      for (const handle of handles) disk.closeSync(handle);
    }
  }
  for (const folder of new Set(places.map((place) => dirname(place)))) syncFolder(work, folder);
}
