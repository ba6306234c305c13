// `next/`: the tree that is being put together, and the note beside it of the chunks that are in place. Each chunk is verified
// before it is written and noted after it, so that a run that was killed at any moment goes on from there.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import {
  maxChunkBytes,
  type ManifestChunk,
  type ManifestFile,
} from '@latchkey/protocol/release/manifest.ts';
import { findKnown, planOf, type Plan, type Source } from '../../core/delivery/plan.ts';
import type { VerifiedRelease } from '../../core/delivery/verified-release.ts';
import { giveBack } from '@latchkey/protocol/release/give-back.ts';
import { addToNote, openNote, rewriteNote } from './chunk-note.ts';
import { Blocked, type WorkParts } from './disk.ts';
import { openToRead, placeOf, readAt, writeAt } from './tree-files.ts';

export interface MissingChunk {
  readonly index: number;
  readonly storedSha256: string;
  readonly stored: number;
}

export interface Assembly {
  readonly plan: Plan;
  /** Plain bytes that are not in place yet. */
  readonly missingBytes: () => number;
  readonly missing: () => MissingChunk[];
  /** Bytes that travelled for what is in place, in this run and those before. */
  readonly fetchedBytes: () => number;
  /** Copies what other trees have. Throws where it is to stop. */
  readonly copyKnown: (
    sources: readonly Source[],
    progress: (done: number, total: number) => void,
  ) => void;
  /** What travelled. false: it is not the chunk. */
  readonly take: (index: number, stored: Uint8Array) => boolean;
  /** These files turned out not to be as they should: all of theirs is missing again. */
  readonly forget: (files: readonly ManifestFile[]) => void;
  readonly close: () => void;
}

/** What is known of the work, and changes with it. */
interface State {
  readonly work: WorkParts;
  readonly folder: string;
  readonly release: VerifiedRelease;
  readonly plan: Plan;
  /** Chunks that are in place, and whether they came over the network. */
  readonly done: Map<number, boolean>;
  /** Open to be appended to. */
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
  const done = new Map<number, boolean>();
  const note = openNote(work, folder, manifestSha256, (index, isFetched) => {
    if (index < manifest.chunks.length) done.set(index, isFetched);
  });
  const state: State = { work, folder, release, plan, done, note };
  const sum = (indices: readonly number[], of: (index: number) => number): number =>
    indices.reduce((all, index) => all + of(index), 0);
  return {
    plan,
    missingBytes: () =>
      sum(missingOf(state), (index) => chunkAt(state, index).size * plan.placesOf(index).length),
    missing: () =>
      missingOf(state).map((index) => {
        const { storedSha256, stored } = chunkAt(state, index);
        return { index, storedSha256, stored };
      }),
    fetchedBytes: () =>
      sum(plan.chunks, (index) => (done.get(index) === true ? chunkAt(state, index).stored : 0)),
    copyKnown: (sources, progress) => copyKnown(state, sources, progress),
    take(index, stored) {
      const bytes = plainBytes(chunkAt(state, index), stored);
      if (bytes === null) return false;
      put(state, index, bytes, true);
      if (bytes !== stored) giveBack(bytes, Buffer.poolSize);
      return true;
    },
    forget: (broken) => forget(state, broken),
    close: () => work.disk.closeSync(state.note),
  };
}

function chunkAt({ release }: State, index: number): ManifestChunk {
  const chunk = release.manifest.chunks[index];
  if (chunk === undefined) throw new Error('A verified manifest has no such chunk.');
  return chunk;
}

function missingOf({ plan, done }: State): number[] {
  return plan.chunks.filter((index) => !done.has(index));
}

/** In place first, noted then. */
function put(state: State, index: number, bytes: Uint8Array, isFetched: boolean): void {
  const { work, folder, plan, done, note } = state;
  const root = join(folder, 'next');
  for (const { file, offset } of plan.placesOf(index)) writeAt(work, root, file, bytes, offset);
  addToNote(work, note, index, isFetched);
  done.set(index, isFetched);
}

function copyKnown(
  state: State,
  sources: readonly Source[],
  progress: (done: number, total: number) => void,
): void {
  const { work } = state;
  const wanted = missingOf(state);
  const hashes = new Set(wanted.map((index) => chunkAt(state, index).sha256));
  const known = findKnown(hashes, sources);
  const total = wanted.reduce((sum, index) => sum + chunkAt(state, index).size, 0);
  const reader = createReader(work);
  let looked = 0;
  try {
    for (const index of wanted) {
      if (work.stopped()) throw new Blocked({ kind: 'stopped' });
      const chunk = chunkAt(state, index);
      for (const place of known.get(chunk.sha256) ?? []) {
        const bytes = reader.read(placeOf(place.root, place.path), place.offset, chunk);
        if (bytes === null) continue;
        put(state, index, bytes, false);
        break;
      }
      looked += chunk.size;
      progress(looked, total);
    }
  } finally {
    reader.close();
  }
}

function forget(state: State, broken: readonly ManifestFile[]): void {
  const { work, folder, done, release } = state;
  for (const file of broken) {
    work.disk.rmSync(placeOf(join(folder, 'next'), file.path), { recursive: true, force: true });
    for (const index of file.chunks) done.delete(index);
  }
  work.disk.closeSync(state.note);
  state.note = rewriteNote(work, folder, release.manifestSha256, done);
}

/** SECURITY: what travelled is unpacked only when it is what the publisher signed, and never to more than it says. */
function plainBytes(chunk: ManifestChunk, stored: Uint8Array): Uint8Array | null {
  if (stored.length !== chunk.stored || sha256Of(stored) !== chunk.storedSha256) return null;
  if (chunk.coding === 'none') return stored;
  try {
    // In one piece: small ones that are put together in the end would be twice the memory.
    const chunkSize = chunk.size + 64;
    const bytes = brotliDecompressSync(stored, { maxOutputLength: chunk.size, chunkSize });
    return bytes.length === chunk.size && sha256Of(bytes) === chunk.sha256 ? bytes : null;
  } catch {
    return null;
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Chunks of one file come one after the other: it is opened once for all of them. */
function createReader({ disk }: WorkParts) {
  let space: Buffer | null = null;
  let open: { readonly place: string; readonly handle: number | null } | null = null;
  const closeFile = (): void => {
    if (open !== null && open.handle !== null) disk.closeSync(open.handle);
    open = null;
  };
  return {
    close() {
      closeFile();
      if (space !== null) giveBack(space, Buffer.poolSize);
      space = null;
    },
    /** null: it is not there, or is something else. */
    read(place: string, offset: number, { size, sha256 }: ManifestChunk): Uint8Array | null {
      if (open?.place !== place) {
        closeFile();
        open = { place, handle: openToRead(disk, place) };
      }
      if (open.handle === null) return null;
      space ??= Buffer.allocUnsafeSlow(maxChunkBytes);
      const bytes = space.subarray(0, size);
      const length = readAt(disk, open.handle, bytes, offset);
      return length === size && sha256Of(bytes) === sha256 ? bytes : null;
    },
  };
}
