// Assembles a release in the folder `next`. Each chunk is verified, written and then recorded in a
// progress file, so that a killed run can resume.
import { constants } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Manifest, ManifestChunk, ManifestFile } from '@latchkey/protocol/release/manifest.ts';
import { freeBuffer } from '@latchkey/protocol/release/free-buffer.ts';
import type { VerifiedRelease } from '../../core/delivery/verified-release.ts';
import { lstatOrNull, type WorkParts } from './disk.ts';
import { replaceRecord } from './in-use.ts';
import { assertOwnFolder, isOwnDirectory } from './own-folder.ts';
import {
  forEachChunk,
  readReusable,
  type ChunkSource,
  type WantedChunk,
} from './reusable-chunks.ts';
import { createFolders, openForReading, pathIn, readAt, sha256Of, writeAt } from './tree-files.ts';
import { clearName } from './tree-removal.ts';
import type { MissingChunk } from './worker-client.ts';

export interface Assembly {
  /** The number of unpacked bytes that are not in place yet. */
  readonly missingBytes: () => number;
  readonly missing: () => MissingChunk[];
  /** Downloaded bytes of the chunks in place, in this run and earlier ones. */
  readonly fetchedBytes: () => number;
  /** Copies chunks found in other trees. Throws if the run is stopped. */
  readonly copyReusable: (
    sources: readonly ChunkSource[],
    progress: (done: number, total: number) => void,
  ) => void;
  /** Writes a downloaded chunk. Returns false if the bytes do not match the manifest. */
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

export function createPlan(
  manifest: Manifest,
  files: readonly ManifestFile[] = manifest.files,
): Plan {
  const plan = new Map<number, ChunkTarget[]>();
  for (const file of files)
    forEachChunk(manifest, file, (_chunk, index, offset) => {
      const known = plan.get(index);
      if (known === undefined) plan.set(index, [{ file, offset }]);
      else known.push({ file, offset });
    });
  return plan;
}

/** Maps the index of each chunk in place to whether the chunk was downloaded. */
type RecordedChunks = Map<number, boolean>;

interface AssemblyState {
  readonly work: WorkParts;
  readonly folder: string;
  readonly release: VerifiedRelease;
  readonly plan: Plan;
  readonly done: RecordedChunks;
  /** The descriptor of the progress file, open for appending. */
  progressFile: number;
}

export function openAssembly(
  work: WorkParts,
  folder: string,
  release: VerifiedRelease,
  files: readonly ManifestFile[],
): Assembly {
  const { manifest, manifestSha256 } = release;
  const plan = createPlan(manifest, files);
  const done = readRecordedChunks(work, folder, release);
  createFolders(work, join(folder, 'next'), '');
  const progressFile = rewriteProgressFile(work, folder, manifestSha256, done);
  const state: AssemblyState = { work, folder, release, plan, done, progressFile };
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
    copyReusable(sources, progress) {
      // A resumed run continues to count where the earlier one stopped.
      const before = copiedBytes(done, chunkAt);
      readReusable(
        work,
        sources,
        missing(),
        (index, bytes) => writeChunk(state, index, bytes, false),
        (bytes, total) => progress(before + bytes, before + total),
      );
    },
    take(index, stored) {
      const bytes = plainBytes(chunkAt(index), stored);
      if (bytes === null) return false;
      writeChunk(state, index, bytes, true);
      if (bytes !== stored) freeBuffer(bytes, Buffer.poolSize);
      return true;
    },
    forget: (broken) => forget(state, broken),
    close: () => work.disk.closeSync(state.progressFile),
  };
}

/** Returns the unpacked bytes of the chunks that other trees had. */
function copiedBytes(done: RecordedChunks, chunkAt: (index: number) => ManifestChunk): number {
  const copied = [...done].filter(([, isFetched]) => !isFetched);
  return copied.reduce((sum, [index]) => sum + chunkAt(index).size, 0);
}

/** Writes the chunk before its record, so that every recorded chunk is in place. */
function writeChunk(
  state: AssemblyState,
  index: number,
  bytes: Uint8Array,
  isFetched: boolean,
): void {
  const { work, folder, plan, done, progressFile } = state;
  const root = join(folder, 'next');
  for (const { file, offset } of plan.get(index) ?? []) writeAt(work, root, file, bytes, offset);
  const entry = Buffer.alloc(4);
  entry.writeUInt32LE((isFetched ? fetchedFlag : 0) + index);
  work.disk.writeSync(progressFile, entry);
  done.set(index, isFetched);
}

function forget(state: AssemblyState, broken: readonly ManifestFile[]): void {
  const { work, folder, done, release } = state;
  for (const file of broken) {
    clearName(work, pathIn(join(folder, 'next'), file.path));
    for (const index of file.chunks) done.delete(index);
  }
  work.disk.closeSync(state.progressFile);
  state.progressFile = rewriteProgressFile(work, folder, release.manifestSha256, done);
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
const fetchedFlag = 0x8000_0000;
/** The limit of entries per chunk. A chunk is recorded again after its file was lost. */
const maxEntriesOfChunk = 8;

export function progressFileOf(folder: string): string {
  return join(folder, 'next.chunks');
}

/** Returns the manifest hash of the release in `next`; null if no tree or no valid hash exists. */
export function unfinishedRelease(work: WorkParts, folder: string): string | null {
  const { disk } = work;
  if (!isOwnDirectory(work, join(folder, 'next'))) return null;
  const handle = openForReading(disk, progressFileOf(folder));
  if (handle === null) return null;
  const bytes = Buffer.alloc(64);
  const length = readAt(disk, handle, bytes, 0);
  disk.closeSync(handle);
  const hash = bytes.toString('latin1', 0, length);
  return /^[0-9a-f]{64}$/.test(hash) ? hash : null;
}

/** The progress file has the manifest's hash and four bytes per chunk. Ignores a partial entry. */
export function readRecordedChunks(
  work: WorkParts,
  folder: string,
  { manifest, manifestSha256 }: VerifiedRelease,
): RecordedChunks {
  const noted: RecordedChunks = new Map();
  if (unfinishedRelease(work, folder) !== manifestSha256) return noted;
  const bytes = readProgressFile(work, folder, manifest.chunks.length);
  for (let at = 64; at + 4 <= bytes.length; at += 4) {
    const entry = bytes.readUInt32LE(at);
    const index = entry % fetchedFlag;
    if (index < manifest.chunks.length) noted.set(index, entry >= fetchedFlag);
  }
  return noted;
}

/** Reads at most the hash and `maxEntriesOfChunk` entries per chunk. Follows no link. */
function readProgressFile({ disk }: WorkParts, folder: string, chunkCount: number): Buffer {
  const handle = openForReading(disk, progressFileOf(folder));
  if (handle === null) return Buffer.alloc(0);
  try {
    const size = Math.min(disk.fstatSync(handle).size, 64 + 4 * maxEntriesOfChunk * chunkCount);
    const bytes = Buffer.alloc(size);
    return bytes.subarray(0, readAt(disk, handle, bytes, 0));
  } finally {
    disk.closeSync(handle);
  }
}

/** Returns a descriptor for appending. The replacement is atomic even if the process is killed. */
function rewriteProgressFile(
  work: WorkParts,
  folder: string,
  manifestSha256: string,
  done: RecordedChunks,
): number {
  const { disk } = work;
  const file = progressFileOf(folder);
  const bytes = Buffer.alloc(64 + 4 * done.size);
  bytes.write(manifestSha256, 'latin1');
  let at = 64;
  for (const [index, isFetched] of done)
    at = bytes.writeUInt32LE((isFetched ? fetchedFlag : 0) + index, at);
  assertOwnFolder(work, folder);
  clearName(work, `${file}.new`);
  const handle = disk.openSync(
    `${file}.new`,
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL,
    0o600,
  );
  disk.writeSync(handle, bytes);
  if (lstatOrNull(disk, file)?.isDirectory() === true) clearName(work, file);
  replaceRecord(work, `${file}.new`, file);
  return handle;
}
