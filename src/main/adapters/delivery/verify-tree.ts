// Verifies a tree, quickly by the files' stamps or fully by every byte, and flushes it to the disk.
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import { freeBuffer } from '@latchkey/protocol/release/free-buffer.ts';
import { isMissing } from '../file-errors.ts';
import { ProblemError, lstatOrNull, syncFolder, type WorkParts } from './disk.ts';
import type { Stamps } from './program-record.ts';
import { isOwnEntry } from './own-folder.ts';
import { hasOwnFolders, hashFile, pathIn } from './tree-files.ts';

const bufferBytes = 1024 * 1024;

export interface TreeCheck {
  /** Files that are missing, changed, open to other users, or reached through a link. */
  readonly broken: readonly ManifestFile[];
  /** The stamp of each file, taken before the file was hashed. */
  readonly stamps: Stamps;
}

/** Reads every byte. Throws when stopped. `progress` receives the bytes read so far. */
export function verifyTree(...given: Parameters<typeof verifyFiles>): TreeCheck {
  const steps = verifyFiles(...given);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const filesBetweenTurns = 8;

/** Like `verifyTree`, but yields to other work of this thread. */
export async function verifyTreeYielding(
  ...given: Parameters<typeof verifyFiles>
): Promise<TreeCheck> {
  const steps = verifyFiles(...given);
  for (let count = 1; ; count += 1) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (count % filesBetweenTurns === 0) await nextTurn();
  }
}

const nextTurn = promisify(setImmediate);

function* verifyFiles(
  work: WorkParts,
  root: string,
  files: readonly ManifestFile[],
  progress: (done: number) => void,
): Generator<undefined, TreeCheck> {
  const broken: ManifestFile[] = [];
  const stamps: Stamps = [];
  const folders = new Set<string>();
  const buffer = Buffer.allocUnsafeSlow(bufferBytes);
  let done = 0;
  for (const file of files) {
    const path = pathIn(root, file.path);
    const hashed = hasOwnFolders(work, root, file.path, folders)
      ? hashFile(work.disk, path, file.size, buffer, (bytes) => {
          if (work.stopped()) throw new ProblemError({ kind: 'stopped' });
          progress((done += bytes));
        })
      : null;
    const isIntact = hashed?.sha256 === file.sha256 && isOwnEntry(work, hashed.stats);
    if (!isIntact) broken.push(file);
    stamps.push(hashed === null ? [-1, 0, 0] : stampOf(hashed.stats));
    yield;
  }
  freeBuffer(buffer, Buffer.poolSize);
  return { broken, stamps };
}

/** Whether every file still has the stamp from its verification. */
export function matchesStamps(
  work: WorkParts,
  root: string,
  files: readonly ManifestFile[],
  stamps: Stamps,
): boolean {
  if (stamps.length !== files.length) return false;
  const folders = new Set<string>();
  return files.every(({ path }, at) => {
    if (!hasOwnFolders(work, root, path, folders)) return false;
    const stats = lstatOrNull(work.disk, pathIn(root, path));
    if (stats?.isFile() !== true || !isOwnEntry(work, stats)) return false;
    const [size, time, id] = stampOf(stats);
    const stamp = stamps[at];
    return stamp?.[0] === size && stamp[1] === time && stamp[2] === id;
  });
}

function stampOf({ size, mtimeMs, ino }: Stats): [number, number, number] {
  return [size, mtimeMs, ino];
}

/** The system orders concurrent flushes for speed. */
const concurrentFlushes = 32;

/**
 * Returns the files that have vanished. Flushes many at a time, because thousands of small files
 * one by one would take longer than the download. Runs after the download, so that the first flush
 * also writes the folders and the file system's journal for all other files.
 */
export async function syncTree(
  work: WorkParts,
  root: string,
  files: readonly ManifestFile[],
): Promise<readonly ManifestFile[]> {
  const sync = promisify(work.disk.fsync);
  const gone: ManifestFile[] = [];
  const queue = files.toReversed();
  // The loops share the queue, so that a slow file delays no other.
  const flushNext = async (): Promise<void> => {
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (work.stopped()) throw new ProblemError({ kind: 'stopped' });
      if (!(await syncFile(work, pathIn(root, file.path), sync))) gone.push(file);
    }
  };
  const flushLoop = (): Promise<void> =>
    flushNext().catch((error: unknown) => {
      queue.length = 0;
      throw error;
    });
  const results = await Promise.allSettled(Array.from({ length: concurrentFlushes }, flushLoop));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  // A folder without its files may be gone as well.
  if (gone.length > 0) return gone;
  const folders = new Set(files.map(({ path }) => dirname(pathIn(root, path))));
  for (const folder of folders) syncFolder(work, folder);
  return gone;
}

/** Returns false if the file does not exist. */
async function syncFile(
  work: WorkParts,
  path: string,
  sync: (handle: number) => Promise<void>,
): Promise<boolean> {
  const handle = openIfExists(work, path);
  if (handle === null) return false;
  try {
    await sync(handle);
    return true;
  } finally {
    work.disk.closeSync(handle);
  }
}

function openIfExists({ disk }: WorkParts, path: string): number | null {
  try {
    return disk.openSync(path, 'r+');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
