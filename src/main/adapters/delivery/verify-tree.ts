// Verifies an installed or assembled tree: a quick look at what each file is, or a whole one at every byte. And brings it to the disk, so
// that a power cut behind the swap finds it there.
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import { giveBack } from '@latchkey/protocol/release/give-back.ts';
import { isMissing } from '../file-errors.ts';
import { Blocked, lookAt, syncFolder, type WorkParts } from './disk.ts';
import type { Stamps } from './program-record.ts';
import { hasRealFolders, hashFile, pathIn } from './tree-files.ts';

const bufferBytes = 1024 * 1024;

export interface TreeLook {
  /** Missing, changed, or reached through a link. */
  readonly broken: readonly ManifestFile[];
  /** Of each file, as it was when its last byte was read. */
  readonly stamps: Stamps;
}

/** Reads every byte. Throws where it is to stop. `progress`: bytes of this call. */
export function verifyTree(...given: Parameters<typeof verifyFiles>): TreeLook {
  const steps = verifyFiles(...given);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const filesBetweenTurns = 8;

/** The same, while what else this thread has begun goes on. */
export async function verifyTreeBeside(
  ...given: Parameters<typeof verifyFiles>
): Promise<TreeLook> {
  const steps = verifyFiles(...given);
  for (let seen = 1; ; seen += 1) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (seen % filesBetweenTurns === 0) await turn();
  }
}

const turn = promisify(setImmediate);

/** Yields after each file. */
function* verifyFiles(
  work: WorkParts,
  root: string,
  files: readonly ManifestFile[],
  progress: (done: number) => void,
): Generator<undefined, TreeLook> {
  const broken: ManifestFile[] = [];
  const stamps: Stamps = [];
  const folders = new Set<string>();
  const buffer = Buffer.allocUnsafeSlow(bufferBytes);
  let done = 0;
  for (const file of files) {
    const place = pathIn(root, file.path);
    const seen = hasRealFolders(work.disk, root, file.path, folders)
      ? hashFile(work.disk, place, file.size, buffer, (bytes) => {
          if (work.stopped()) throw new Blocked({ kind: 'stopped' });
          progress((done += bytes));
        })
      : null;
    if (seen?.sha256 !== file.sha256) broken.push(file);
    stamps.push(seen === null ? [-1, 0, 0] : stampOf(seen.about));
    yield;
  }
  giveBack(buffer, Buffer.poolSize);
  return { broken, stamps };
}

/** Whether every file still is the one that was verified. */
export function looksAsVerified(
  { disk }: WorkParts,
  root: string,
  files: readonly ManifestFile[],
  stamps: Stamps,
): boolean {
  if (stamps.length !== files.length) return false;
  const folders = new Set<string>();
  return files.every(({ path }, at) => {
    if (!hasRealFolders(disk, root, path, folders)) return false;
    const about = lookAt(disk, pathIn(root, path));
    if (about?.isFile() !== true) return false;
    const [size, time, id] = stampOf(about);
    const stamp = stamps[at];
    return stamp?.[0] === size && stamp[1] === time && stamp[2] === id;
  });
}

function stampOf({ size, mtimeMs, ino }: Stats): [number, number, number] {
  return [size, mtimeMs, ino];
}

/** So many wait for the disk at a time; the system brings them to it in whatever order is quickest. */
const atOnce = 32;

/**
 * Those that were not there: somebody took them meanwhile. Many files at a time: one by one, thousands of small ones would take longer
 * than fetching them. Not while they are fetched: each would bring its folder and the disk's own journal along, which the first of many
 * does for all.
 */
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
      if (!(await syncFile(work, pathIn(root, file.path), sync))) gone.push(file);
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
  const folders = new Set(files.map(({ path }) => dirname(pathIn(root, path))));
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
    if (isMissing(error)) return null;
    throw error;
  }
}
