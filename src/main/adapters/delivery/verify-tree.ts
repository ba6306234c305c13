// Looks at an installed or assembled tree: the quick look at what each file is, and the whole one at every byte.
import type { Stats } from 'node:fs';
import { promisify } from 'node:util';
import type { ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import { giveBack } from '@latchkey/protocol/release/give-back.ts';
import { Blocked, lookAt, type WorkParts } from './disk.ts';
import type { Stamps } from './program-record.ts';
import { hasRealFolders, hashFile, placeOf } from './tree-files.ts';

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
    const place = placeOf(root, file.path);
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
    const about = lookAt(disk, placeOf(root, path));
    if (about?.isFile() !== true) return false;
    const [size, time, id] = stampOf(about);
    const stamp = stamps[at];
    return stamp?.[0] === size && stamp[1] === time && stamp[2] === id;
  });
}

function stampOf({ size, mtimeMs, ino }: Stats): [number, number, number] {
  return [size, mtimeMs, ino];
}
