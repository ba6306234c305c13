// Where each chunk of a release belongs, which of them another tree has already, and what all of it needs. Knows no disk.
import type { Manifest, ManifestChunk, ManifestFile } from '@latchkey/protocol/release/manifest.ts';

/** Where a chunk's plain bytes lie, or belong. */
export interface ChunkPlace {
  readonly file: ManifestFile;
  readonly offset: number;
}

export interface Plan {
  /** What is to be assembled: all files, or those that are to be mended. */
  readonly files: readonly ManifestFile[];
  /** Indices of the chunks that these files need, in their order, each once. */
  readonly chunks: readonly number[];
  readonly placesOf: (chunk: number) => readonly ChunkPlace[];
}

export function planOf(manifest: Manifest, files: readonly ManifestFile[] = manifest.files): Plan {
  const places = new Map<number, ChunkPlace[]>();
  for (const file of files)
    eachChunk(manifest, file, (chunk, index, offset) => {
      const known = places.get(index);
      if (known === undefined) places.set(index, [{ file, offset }]);
      else known.push({ file, offset });
    });
  return { files, chunks: [...places.keys()], placesOf: (chunk) => places.get(chunk) ?? [] };
}

/** A tree that may hold known chunks: whatever it says is hashed before it counts. */
export interface Source {
  /** Absolute. */
  readonly root: string;
  readonly manifest: Manifest;
}

export interface KnownPlace {
  readonly root: string;
  readonly path: string;
  readonly offset: number;
}

/** For each wanted hash all places where it should lie, the first sources first. */
export function findKnown(
  wanted: ReadonlySet<string>,
  sources: readonly Source[],
): ReadonlyMap<string, readonly KnownPlace[]> {
  const found = new Map<string, KnownPlace[]>();
  for (const { root, manifest } of sources)
    for (const file of manifest.files)
      eachChunk(manifest, file, ({ sha256 }, _index, offset) => {
        if (!wanted.has(sha256)) return;
        const known = found.get(sha256) ?? [];
        // One tree names it once: where that copy is damaged, the next tree is asked.
        if (known.some((place) => place.root === root)) return;
        found.set(sha256, [...known, { root, path: file.path, offset }]);
      });
  return found;
}

function eachChunk(
  { chunks }: Manifest,
  file: ManifestFile,
  visit: (chunk: ManifestChunk, index: number, offset: number) => void,
): void {
  let offset = 0;
  for (const index of file.chunks) {
    const chunk = chunks[index];
    if (chunk === undefined) continue; // a verified manifest has them all
    visit(chunk, index, offset);
    offset += chunk.size;
  }
}

export function sizeOf(files: readonly ManifestFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Bytes that should be free before anything is written: what is missing, the largest file once more, and a tenth of it. */
export function spaceFor(missingBytes: number, files: readonly ManifestFile[]): number {
  if (missingBytes === 0) return 0;
  const largest = files.reduce((most, { size }) => Math.max(most, size), 0);
  return Math.ceil((missingBytes + largest) * 1.1);
}
