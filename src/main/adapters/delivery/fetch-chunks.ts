// Downloads the missing chunks of a release, several at a time, into buffers that are reused.
import { download, type DownloadParts } from '../../core/delivery/download.ts';
import type { PartialDownload } from '../../core/delivery/partial-download.ts';
import type { ProgramProblem } from '../../core/delivery/ports.ts';
import type { MissingChunk, Outcome } from './worker-client.ts';

/** Maps the hash of a chunk to its interrupted download. */
export type PartialChunks = Map<string, PartialDownload>;

/** A higher limit only uses memory: a chunk has up to 4 MiB, and one worker unpacks all chunks. */
export const maxConcurrentChunks = 4;
const maxTries = 3;

export interface FetchingParts extends DownloadParts {
  readonly partials: PartialChunks;
  /** Transfers the bytes and returns their memory. `isGenuine`: the bytes match the hash. */
  readonly take: (
    index: number,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<Outcome<{ readonly isGenuine: boolean; readonly space: ArrayBuffer }>>;
}

/** One concurrent download. Reuses its buffer, because discarded buffers would pile up. */
interface DownloadSlot {
  space: ArrayBuffer;
}

/** Returns null if all chunks are in place. */
export async function fetchChunks(
  parts: FetchingParts,
  missing: readonly MissingChunk[],
): Promise<ProgramProblem | null> {
  const failed = new AbortController();
  const signal = AbortSignal.any([parts.signal, failed.signal]);
  const queue = [...missing];
  const largest = missing.reduce((most, { stored }) => Math.max(most, stored), 0);
  let first: ProgramProblem | null = null;
  const work = async (): Promise<void> => {
    const slot: DownloadSlot = { space: new ArrayBuffer(largest) };
    for (;;) {
      const chunk = first === null ? queue.shift() : undefined;
      if (chunk === undefined) return;
      const problem = await fetchChunk({ ...parts, signal }, chunk, slot);
      if (problem === null) continue;
      first ??= problem;
      failed.abort();
    }
  };
  const workers = Array.from({ length: maxConcurrentChunks }, () =>
    work().catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
  );
  const results = await Promise.allSettled(workers);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return parts.signal.aborted ? { kind: 'stopped' } : first;
}

async function fetchChunk(
  parts: FetchingParts,
  { index, storedSha256, stored }: MissingChunk,
  slot: DownloadSlot,
): Promise<ProgramProblem | null> {
  const { partials } = parts;
  for (let tries = 1; ; tries += 1) {
    const partial = partials.get(storedSha256) ?? null;
    partials.delete(storedSha256);
    const fetched = await download(parts, {
      address: ({ chunks }) => chunks + storedSha256,
      size: stored,
      buffer: slot.space,
      partial,
    });
    if (!fetched.ok) {
      if (fetched.partial !== null) partials.set(storedSha256, fetched.partial);
      return fetched.problem;
    }
    const outcome = await parts.take(index, fetched.bytes);
    if (!outcome.ok) return outcome.problem;
    slot.space = outcome.value.space;
    if (outcome.value.isGenuine) return null;
    parts.received(-stored);
    if (tries === maxTries) return { kind: 'not-genuine' };
  }
}
