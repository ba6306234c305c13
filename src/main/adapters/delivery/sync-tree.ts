// Brings a tree from the system's memory to the disk, so that a power cut behind the swap finds it there. Many files at a time:
// one by one, thousands of small ones would take longer than fetching them. Not while they are fetched: each would bring its folder and
// the disk's own journal along, which the first of many does for all.
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import { Blocked, isGone, syncFolder, type WorkParts } from './disk.ts';
import { placeOf } from './tree-files.ts';

/** So many wait for the disk at a time; the system brings them to it in whatever order is quickest. */
const atOnce = 32;

/** Those that were not there: somebody took them meanwhile. */
export async function syncTree(
  work: WorkParts,
  root: string,
  files: readonly ManifestFile[],
): Promise<readonly ManifestFile[]> {
  const sync = promisify(work.disk.fsync);
  const gone: ManifestFile[] = [];
  const queue = files.toReversed();
  // Each goes on with the next file: one that takes long holds up no other.
  const lane = async (): Promise<void> => {
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (work.stopped()) throw new Blocked({ kind: 'stopped' });
      if (!(await syncFile(work, placeOf(root, file.path), sync))) gone.push(file);
    }
  };
  const careful = (): Promise<void> =>
    lane().catch((error: unknown) => {
      queue.length = 0;
      throw error;
    });
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, careful));
  for (const lost of ended) if (lost.status === 'rejected') throw lost.reason;
  // A folder without its files may be gone as well.
  if (gone.length > 0) return gone;
  const folders = new Set(files.map(({ path }) => dirname(placeOf(root, path))));
  for (const folder of folders) syncFolder(work, folder);
  return gone;
}

/** false: it is not there. */
async function syncFile(
  work: WorkParts,
  place: string,
  sync: (handle: number) => Promise<void>,
): Promise<boolean> {
  const handle = openIfThere(work, place);
  if (handle === null) return false;
  try {
    await sync(handle);
    return true;
  } finally {
    work.disk.closeSync(handle);
  }
}

function openIfThere({ disk }: WorkParts, place: string): number | null {
  try {
    return disk.openSync(place, 'r+');
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}
