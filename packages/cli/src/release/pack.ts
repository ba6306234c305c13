// Packs files into chunks. It reads each file once, cuts it, and hashes and compresses the chunks.
// Only a few chunks are in memory.
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { freeBuffer } from '@latchkey/protocol/release/free-buffer.ts';
import {
  maxChunkBytes,
  maxReleaseChunks,
  type Manifest,
  type ManifestChunk,
  type ManifestFile,
} from '@latchkey/protocol/release/manifest.ts';
import { CliProblem, errorCode } from '../problem.ts';
import { minChunkBytes, nextCut } from './chunking.ts';
import type { ProgramFile } from './program-folder.ts';
import { sha256Of } from './release-folder.ts';

export interface PackOptions {
  /** Returns a stored chunk of the previous release, or null if the release has no such chunk. */
  readonly before: (sha256: string) => Promise<Stored | null>;
  readonly addChunk: (storedSha256: string, bytes: Uint8Array) => Promise<void>;
  readonly progress: (bytes: number) => void;
  readonly stop: AbortSignal;
}

export interface Stored {
  readonly bytes: Uint8Array;
  readonly coding: ManifestChunk['coding'];
}

export interface Packed extends Pick<Manifest, 'files' | 'chunks'> {
  /** Stored bytes of the chunks that `before` did not return. */
  readonly newStored: number;
}

/** Maximum number of chunks in flight. One is written while the next one is compressed. */
const concurrency = 2;
/** Brotli quality of stored chunks. */
const quality = 7;
/** Brotli quality of the sample that detects incompressible chunks. */
const sampleQuality = 1;
/** Total size of the sample. */
const sampleBytes = 256 * 1024;
/** Number of pieces of a sample, which come from different places of the chunk. */
const samplePieces = 8;
/** A chunk is incompressible if its sample does not shrink to this ratio. */
const incompressibleRatio = 0.99;
/** A window of 1 MiB, the target size of a chunk. More would cost memory and gain little. */
const windowBits = 20;
/** A chunk that does not shrink to this ratio is stored uncompressed, to save time at install. */
const maxStoredRatio = 0.97;

/** Throws CliProblem if a file changes or cannot be read, or if there are too many chunks. */
export async function packFiles(
  given: readonly ProgramFile[],
  options: PackOptions,
): Promise<Packed> {
  const pack: Pack = {
    spare: [],
    chunks: [],
    indexBySha256: new Map(),
    newStored: 0,
    done: 0,
    inFlight: new Set(),
  };
  // All files can share this buffer, because chunks in flight are copies.
  const buffer = Buffer.allocUnsafe(maxChunkBytes + minChunkBytes);
  const files: ManifestFile[] = [];
  try {
    for (const file of given) files.push(await packFile(pack, file, buffer, options));
    await Promise.all(pack.inFlight);
  } finally {
    // After a failure, the caller removes the folder, so no write may be pending.
    await Promise.allSettled(pack.inFlight);
  }
  const chunks = pack.chunks.flatMap((chunk) => chunk ?? []);
  return { files, chunks, newStored: pack.newStored };
}

interface Pack {
  /** Buffers of finished chunks, reused because garbage collection would free them too late. */
  readonly spare: Buffer[];
  /** Chunks in manifest order. A chunk in flight is null. */
  readonly chunks: (ManifestChunk | null)[];
  /** Index in `chunks` by SHA-256. */
  readonly indexBySha256: Map<string, number>;
  readonly inFlight: Set<Promise<void>>;
  newStored: number;
  done: number;
}

async function packFile(
  pack: Pack,
  file: ProgramFile,
  buffer: Buffer,
  options: PackOptions,
): Promise<ManifestFile> {
  const handle = await openFile(file);
  const hash = createHash('sha256');
  const chunks: number[] = [];
  let [filled, read] = [0, 0];
  try {
    for (;;) {
      const more = await fill(handle, buffer, filled);
      read += more;
      filled += more;
      if (filled === 0) break;
      const cut = nextCut(buffer, filled);
      const bytes = buffer.subarray(0, cut);
      hash.update(bytes);
      chunks.push(await addChunk(pack, bytes, options));
      buffer.copyWithin(0, cut, filled);
      filled -= cut;
      pack.done += cut;
      options.progress(pack.done);
      if (options.stop.aborted) throw new CliProblem('Interrupted. Nothing was created.');
    }
    await refuseChanged(handle, file, read);
  } finally {
    await handle.close();
  }
  const { path, isExecutable: executable } = file;
  return { path, size: read, sha256: hash.digest('hex'), executable, chunks };
}

/** Reads until the buffer has at least `maxChunkBytes`, or to the end of the file. */
async function fill(handle: FileHandle, buffer: Buffer, filled: number): Promise<number> {
  let at = filled;
  while (at < maxChunkBytes) {
    const { bytesRead } = await handle.read(buffer, at, buffer.length - at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return at - filled;
}

async function openFile({ absolutePath, path }: ProgramFile): Promise<FileHandle> {
  try {
    return await open(absolutePath, 'r');
  } catch (error) {
    throw new CliProblem(`${path} cannot be read (${errorCode(error)}). Nothing was created.`);
  }
}

async function refuseChanged(handle: FileHandle, { path, size }: ProgramFile, read: number) {
  const about = await handle.stat();
  if (read !== size || about.size !== size)
    throw new CliProblem(`${path} changed while it was read. Nothing was created.`);
}

/** Returns the index of the chunk in the manifest. Equal chunks are stored once. */
async function addChunk(pack: Pack, bytes: Buffer, options: PackOptions): Promise<number> {
  const sha256 = sha256Of(bytes);
  const existing = pack.indexBySha256.get(sha256);
  if (existing !== undefined) return existing;
  const chunkIndex = pack.chunks.length;
  if (chunkIndex === maxReleaseChunks)
    throw new CliProblem(
      `The release has more than ${maxReleaseChunks} chunks. Combine small files into one file that your program reads.`,
    );
  pack.indexBySha256.set(sha256, chunkIndex);
  pack.chunks.push(null);
  while (pack.inFlight.size >= concurrency) await Promise.race(pack.inFlight);
  const chunkCopy = pack.spare.pop() ?? Buffer.allocUnsafeSlow(maxChunkBytes);
  bytes.copy(chunkCopy);
  const work = storeChunk(pack, chunkIndex, sha256, chunkCopy.subarray(0, bytes.length), options);
  // A failed write stays in the set, so that the caller's Promise.all rejects.
  const done = work.then(() => {
    pack.spare.push(chunkCopy);
    pack.inFlight.delete(done);
  });
  done.catch(() => undefined);
  pack.inFlight.add(done);
  return chunkIndex;
}

async function storeChunk(
  pack: Pack,
  chunkIndex: number,
  sha256: string,
  bytes: Buffer,
  { before, addChunk: writeChunk }: PackOptions,
): Promise<void> {
  const known = await before(sha256);
  const { bytes: stored, coding } = known ?? smallerOf(bytes);
  const storedSha256 = coding === 'none' ? sha256 : sha256Of(stored);
  await writeChunk(storedSha256, stored);
  const { length } = stored;
  if (stored !== bytes) freeBuffer(stored, Buffer.poolSize);
  if (known === null) pack.newStored += length;
  const size = bytes.length;
  pack.chunks[chunkIndex] = { sha256, size, stored: length, storedSha256, coding };
}

function smallerOf(bytes: Buffer): Stored {
  // Images, audio and archives do not shrink. A sample shows this in a seventieth of the time.
  const sample = sampleOf(bytes);
  const packed = compressed(sample, sampleQuality);
  const isIncompressible = packed.length > sample.length * incompressibleRatio;
  freeBuffer(packed, Buffer.poolSize);
  if (sample !== bytes) freeBuffer(sample, Buffer.poolSize);
  if (isIncompressible) return { bytes, coding: 'none' };
  const stored = compressed(bytes, quality);
  if (stored.length <= bytes.length * maxStoredRatio) return { bytes: stored, coding: 'br' };
  freeBuffer(stored, Buffer.poolSize);
  return { bytes, coding: 'none' };
}

/** Returns pieces from the whole chunk, because the parts of a chunk may differ. */
function sampleOf(bytes: Buffer): Buffer {
  if (bytes.length <= sampleBytes) return bytes;
  const length = sampleBytes / samplePieces;
  const distance = (bytes.length - length) / (samplePieces - 1);
  const pieces = Array.from({ length: samplePieces }, (_, index) => {
    const at = Math.floor(index * distance);
    return bytes.subarray(at, at + length);
  });
  return Buffer.concat(pieces);
}

/**
 * Compresses synchronously. The thread pool would retain about 100 MB and would hardly be faster,
 * because compression alternates with reading and hashing.
 */
function compressed(bytes: Buffer, level: number): Buffer {
  return brotliCompressSync(bytes, {
    // Use a single output buffer, because joining thousands of small ones doubles the memory.
    chunkSize: bytes.length + 1024,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_LGWIN]: windowBits,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
