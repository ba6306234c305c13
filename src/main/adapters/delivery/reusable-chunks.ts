// Finds chunks in other trees of the program's folder, so that they are copied, not downloaded.
import {
  maxChunkBytes,
  type Manifest,
  type ManifestChunk,
  type ManifestFile,
} from '@latchkey/protocol/release/manifest.ts';
import { freeBuffer } from '@latchkey/protocol/release/free-buffer.ts';
import { ProblemError, type WorkParts } from './disk.ts';
import { openForReading, pathIn, readAt, sha256Of } from './tree-files.ts';

/** A tree that may hold wanted chunks. Its bytes are hashed before they are used. */
export interface ChunkSource {
  /** Absolute path. */
  readonly root: string;
  readonly manifest: Manifest;
}

export interface ChunkCopy {
  readonly root: string;
  readonly path: string;
  readonly offset: number;
}

/** Maps each wanted hash to its expected copies, in the order of the sources. */
export function findCopies(
  wanted: ReadonlySet<string>,
  sources: readonly ChunkSource[],
): ReadonlyMap<string, readonly ChunkCopy[]> {
  const copies = new Map<string, ChunkCopy[]>();
  for (const { root, manifest } of sources)
    for (const file of manifest.files)
      forEachChunk(manifest, file, ({ sha256 }, _index, offset) => {
        if (!wanted.has(sha256)) return;
        const known = copies.get(sha256) ?? [];
        // One copy per tree is enough: if the copy is damaged, the next tree is tried.
        if (known.some((copy) => copy.root === root)) return;
        copies.set(sha256, [...known, { root, path: file.path, offset }]);
      });
  return copies;
}

export function forEachChunk(
  { chunks }: Manifest,
  file: ManifestFile,
  visit: (chunk: ManifestChunk, index: number, offset: number) => void,
): void {
  let offset = 0;
  for (const index of file.chunks) {
    const chunk = chunks[index];
    if (chunk === undefined) continue; // a verified manifest has every index
    visit(chunk, index, offset);
    offset += chunk.size;
  }
}

/** Calls `copies` with the verified bytes of each chunk found. Throws if the run is stopped. */
export function readReusable(
  work: WorkParts,
  sources: readonly ChunkSource[],
  wanted: readonly WantedChunk[],
  found: (index: number, bytes: Uint8Array) => void,
  progress: (done: number, total: number) => void,
): void {
  const known = findCopies(new Set(wanted.map(({ sha256 }) => sha256)), sources);
  // A resumed download has nothing left to read, and its progress must not look like a new start.
  const readable = wanted.filter(({ sha256 }) => known.has(sha256));
  const total = readable.reduce((sum, { size }) => sum + size, 0);
  const reader = createReader(work);
  let doneBytes = 0;
  try {
    for (const chunk of readable) {
      if (work.stopped()) throw new ProblemError({ kind: 'stopped' });
      for (const { root, path, offset } of known.get(chunk.sha256) ?? []) {
        const bytes = reader.read(pathIn(root, path), offset, chunk);
        if (bytes === null) continue;
        found(chunk.index, bytes);
        break;
      }
      doneBytes += chunk.size;
      progress(doneBytes, total);
    }
  } finally {
    reader.close();
  }
}

export interface WantedChunk extends ManifestChunk {
  readonly index: number;
}

/** Keeps the current file open, because the next chunk is usually in the same file. */
function createReader({ disk }: WorkParts) {
  let buffer: Buffer | null = null;
  let open: { readonly path: string; readonly handle: number | null } | null = null;
  const closeFile = (): void => {
    if (open !== null && open.handle !== null) disk.closeSync(open.handle);
    open = null;
  };
  return {
    close() {
      closeFile();
      if (buffer !== null) freeBuffer(buffer, Buffer.poolSize);
      buffer = null;
    },
    /** Returns null if the chunk is missing or different. */
    read(path: string, offset: number, { size, sha256 }: ManifestChunk): Uint8Array | null {
      if (open?.path !== path) {
        closeFile();
        open = { path, handle: openForReading(disk, path) };
      }
      if (open.handle === null) return null;
      buffer ??= Buffer.allocUnsafeSlow(maxChunkBytes);
      const bytes = buffer.subarray(0, size);
      const length = readAt(disk, open.handle, bytes, offset);
      return length === size && sha256Of(bytes) === sha256 ? bytes : null;
    },
  };
}
