// Assembles a release in the folder `next`. Each chunk is verified, written and then recorded in a
// progress file, so that a killed run can resume.
import { constants } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Manifest, ManifestChunk, ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import { giveBack } from '@latchkey/protocol/release/give-back.ts';
import type { VerifiedRelease } from '../../core/delivery/verified-release.ts';
import { isRealFolder, lookAt, type WorkParts } from './disk.ts';
import { eachChunk, readKnown, type Source, type WantedChunk } from './known-chunks.ts';
import { makeFolders, openToRead, pathIn, readAt, sha256Of, writeAt } from './tree-files.ts';
import type { MissingChunk } from './worker-client.ts';

export interface Assembly {
  /** The number of unpacked bytes that are not in place yet. */
  readonly missingBytes: () => number;
  readonly missing: () => MissingChunk[];
  /** Downloaded bytes of the chunks in place, in this run and earlier ones. */
  readonly fetchedBytes: () => number;
  /** Copies chunks found in other trees. Throws if the run is stopped. */
  readonly copyKnown: (
    sources: readonly Source[],
    progress: (done: number, total: number) => void,
  ) => void;
  /** Writes a downloaded chunk. false: the bytes do not match the manifest. */
  readonly take: (index: number, stored: Uint8Array) => boolean;
  /** Marks all chunks of broken files as missing again. */
  readonly forget: (files: readonly ManifestFile[]) => void;
  readonly close: () => void;
}

interface ChunkTarget {
  readonly file: ManifestFile;
  readonly offset: number;
}

/** Maps a chunk's index to its positions in the files to assemble, in the files' order. */
export type Plan = ReadonlyMap<number, readonly ChunkTarget[]>;

export function planOf(manifest: Manifest, files: readonly ManifestFile[] = manifest.files): Plan {
  const plan = new Map<number, ChunkTarget[]>();
  for (const file of files)
    eachChunk(manifest, file, (_chunk, index, offset) => {
      const known = plan.get(index);
      if (known === undefined) plan.set(index, [{ file, offset }]);
      else known.push({ file, offset });
    });
  return plan;
}

/** Maps the index of each chunk in place to whether the chunk was downloaded. */
type Noted = Map<number, boolean>;

interface State {
  readonly work: WorkParts;
  readonly folder: string;
  readonly release: VerifiedRelease;
  readonly plan: Plan;
  readonly done: Noted;
  /** The descriptor of the progress file, open for appending. */
  note: number;
}

export function openAssembly(
  work: WorkParts,
  folder: string,
  release: VerifiedRelease,
  files: readonly ManifestFile[],
): Assembly {
  const { manifest, manifestSha256 } = release;
  const plan = planOf(manifest, files);
  const done = notedChunks(work, folder, release);
  makeFolders(work.disk, join(folder, 'next'), '');
  const note = rewriteNote(work, folder, manifestSha256, done);
  const state: State = { work, folder, release, plan, done, note };
  const chunkAt = (index: number): ManifestChunk => {
    const chunk = manifest.chunks[index];
    if (chunk === undefined) throw new Error('A verified manifest has no such chunk.');
    return chunk;
  };
  const missing = (): WantedChunk[] =>
    [...plan.keys()].flatMap((index) => (done.has(index) ? [] : { index, ...chunkAt(index) }));
  return {
    missingBytes: () =>
      missing().reduce((sum, { index, size }) => sum + size * (plan.get(index)?.length ?? 0), 0),
    missing: () =>
      missing().map(({ index, storedSha256, stored }) => ({ index, storedSha256, stored })),
    fetchedBytes: () =>
      [...plan.keys()].reduce(
        (sum, index) => sum + (done.get(index) === true ? chunkAt(index).stored : 0),
        0,
      ),
    copyKnown(sources, progress) {
      readKnown(
        work,
        sources,
        missing(),
        (index, bytes) => put(state, index, bytes, false),
        progress,
      );
    },
    take(index, stored) {
      const bytes = plainBytes(chunkAt(index), stored);
      if (bytes === null) return false;
      put(state, index, bytes, true);
      if (bytes !== stored) giveBack(bytes, Buffer.poolSize);
      return true;
    },
    forget: (broken) => forget(state, broken),
    close: () => work.disk.closeSync(state.note),
  };
}

/** Writes the chunk before its record, so that every recorded chunk is in place. */
function put(state: State, index: number, bytes: Uint8Array, isFetched: boolean): void {
  const { work, folder, plan, done, note } = state;
  const root = join(folder, 'next');
  for (const { file, offset } of plan.get(index) ?? []) writeAt(work, root, file, bytes, offset);
  const entry = Buffer.alloc(4);
  entry.writeUInt32LE((isFetched ? fetched : 0) + index);
  work.disk.writeSync(note, entry);
  done.set(index, isFetched);
}

function forget(state: State, broken: readonly ManifestFile[]): void {
  const { work, folder, done, release } = state;
  for (const file of broken) {
    work.disk.rmSync(pathIn(join(folder, 'next'), file.path), { recursive: true, force: true });
    for (const index of file.chunks) done.delete(index);
  }
  work.disk.closeSync(state.note);
  state.note = rewriteNote(work, folder, release.manifestSha256, done);
}

/** SECURITY: unpacks only bytes that the publisher signed, and never more than the signed size. */
function plainBytes(chunk: ManifestChunk, stored: Uint8Array): Uint8Array | null {
  if (stored.length !== chunk.stored || sha256Of(stored) !== chunk.storedSha256) return null;
  if (chunk.coding === 'none') return stored;
  try {
    // One output buffer: joining small buffers would need twice the memory.
    const chunkSize = chunk.size + 64;
    const bytes = brotliDecompressSync(stored, { maxOutputLength: chunk.size, chunkSize });
    return bytes.length === chunk.size && sha256Of(bytes) === chunk.sha256 ? bytes : null;
  } catch {
    return null;
  }
}

/** Marks a downloaded chunk in the progress file. */
const fetched = 0x8000_0000;

export function noteOf(folder: string): string {
  return join(folder, 'next.chunks');
}

/** Returns the manifest hash of the release in `next`; null if no tree or no valid hash exists. */
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

/** The progress file is the release's hash and four bytes per chunk. Ignores a partial entry. */
export function notedChunks(
  work: WorkParts,
  folder: string,
  { manifest, manifestSha256 }: VerifiedRelease,
): Noted {
  const noted: Noted = new Map();
  if (begunRelease(work, folder) !== manifestSha256) return noted;
  const bytes = work.disk.readFileSync(noteOf(folder));
  for (let at = 64; at + 4 <= bytes.length; at += 4) {
    const entry = bytes.readUInt32LE(at);
    const index = entry % fetched;
    if (index < manifest.chunks.length) noted.set(index, entry >= fetched);
  }
  return noted;
}

/** Returns a descriptor for appending. The replacement is atomic if the process is killed. */
function rewriteNote(
  { disk }: WorkParts,
  folder: string,
  manifestSha256: string,
  done: Noted,
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
