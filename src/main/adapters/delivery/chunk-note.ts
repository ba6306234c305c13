// The note beside `next/`: which release the tree belongs to, and which chunks are in place. Appended to after each of them, so that a
// run that was killed at any moment goes on from there.
import { constants } from 'node:fs';
import { join } from 'node:path';
import { isRealFolder, lookAt, type WorkParts } from './disk.ts';
import { makeFolders, openToRead, readAt } from './tree-files.ts';

/** In the note, a chunk that came over the network. */
const fetched = 0x8000_0000;

export function noteOf(folder: string): string {
  return join(folder, 'next.chunks');
}

/** Which release the tree in `next/` belongs to; null: there is none, or nobody can tell. */
export function begunRelease({ disk }: WorkParts, folder: string): string | null {
  if (!isRealFolder(disk, join(folder, 'next'))) return null;
  const handle = openToRead(disk, noteOf(folder));
  if (handle === null) return null;
  const bytes = Buffer.alloc(64);
  const length = readAt(disk, handle, bytes, 0);
  disk.closeSync(handle);
  const hash = bytes.toString('latin1', 0, length);
  return /^[0-9a-f]{64}$/.test(hash) ? hash : null;
}

export function addToNote(
  { disk }: WorkParts,
  note: number,
  index: number,
  isFetched: boolean,
): void {
  const entry = Buffer.alloc(4);
  entry.writeUInt32LE((isFetched ? fetched : 0) + index);
  disk.writeSync(note, entry);
}

/**
 * Chunks of this release that are in place, and whether they came over the network. The note is the release's hash and four bytes
 * for each chunk; a last one that was cut off is none.
 */
export function notedChunks(
  work: WorkParts,
  folder: string,
  manifestSha256: string,
): ReadonlyMap<number, boolean> {
  const noted = new Map<number, boolean>();
  if (begunRelease(work, folder) !== manifestSha256) return noted;
  const bytes = work.disk.readFileSync(noteOf(folder));
  for (let at = 64; at + 4 <= bytes.length; at += 4) {
    const entry = bytes.readUInt32LE(at);
    noted.set(entry % fetched, entry >= fetched);
  }
  return noted;
}

/** To be appended to. */
export function openNote(
  work: WorkParts,
  folder: string,
  manifestSha256: string,
  tell: (index: number, isFetched: boolean) => void,
): number {
  const { disk } = work;
  const noted = notedChunks(work, folder, manifestSha256);
  for (const [index, isFetched] of noted) tell(index, isFetched);
  makeFolders(disk, join(folder, 'next'), '');
  return rewriteNote(work, folder, manifestSha256, noted);
}

/** To be appended to. Whoever is killed meanwhile has the old one or the new one. */
export function rewriteNote(
  { disk }: WorkParts,
  folder: string,
  manifestSha256: string,
  done: ReadonlyMap<number, boolean>,
): number {
  const file = noteOf(folder);
  const bytes = Buffer.alloc(64 + 4 * done.size);
  bytes.write(manifestSha256, 'latin1');
  let at = 64;
  for (const [index, isFetched] of done)
    at = bytes.writeUInt32LE((isFetched ? fetched : 0) + index, at);
  disk.rmSync(`${file}.new`, { recursive: true, force: true });
  const handle = disk.openSync(
    `${file}.new`,
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL,
    0o600,
  );
  disk.writeSync(handle, bytes);
  if (lookAt(disk, file)?.isDirectory() === true) disk.rmSync(file, { recursive: true });
  disk.renameSync(`${file}.new`, file);
  return handle;
}
