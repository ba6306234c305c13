// Fetches the missing chunks, four at once, and gives each to whoever judges it. A chunk that is something else is fetched again; the
// first that cannot be had ends it all, and what was taken stays.
import { download, type DownloadParts } from './download.ts';
import type { ProgramProblem } from './ports.ts';

/** More would only fill memory: each is up to 4 MiB, and the one that unpacks is one. */
export const chunksAtOnce = 4;
const mostTries = 3;

export interface ChunkToFetch {
  readonly index: number;
  readonly storedSha256: string;
  /** Bytes that travel. */
  readonly stored: number;
}

export interface FetchingParts extends DownloadParts {
  /** Gives the bytes away, and has their memory back. `isGenuine` false: it is not the chunk. */
  readonly take: (
    index: number,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<
    | {
        readonly ok: true;
        readonly value: { readonly isGenuine: boolean; readonly space: ArrayBuffer };
      }
    | { readonly ok: false; readonly problem: ProgramProblem }
  >;
}

/** One chunk after the other, in the same memory: what is only thrown away piles up. */
interface Lane {
  space: ArrayBuffer;
}

/** null: all of them are in place. */
export async function fetchChunks(
  parts: FetchingParts,
  missing: readonly ChunkToFetch[],
): Promise<ProgramProblem | null> {
  const failed = new AbortController();
  const signal = AbortSignal.any([parts.signal, failed.signal]);
  const queue = [...missing];
  const largest = missing.reduce((most, { stored }) => Math.max(most, stored), 0);
  let first: ProgramProblem | null = null;
  const work = async (): Promise<void> => {
    const lane: Lane = { space: new ArrayBuffer(largest) };
    for (;;) {
      const chunk = first === null ? queue.shift() : undefined;
      if (chunk === undefined) return;
      const problem = await fetchChunk({ ...parts, signal }, chunk, lane);
      if (problem === null) continue;
      first ??= problem;
      failed.abort();
    }
  };
  const workers = Array.from({ length: chunksAtOnce }, () =>
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
  { index, storedSha256, stored }: ChunkToFetch,
  lane: Lane,
): Promise<ProgramProblem | null> {
  for (let tries = 1; ; tries += 1) {
    const fetched = await download(parts, {
      address: ({ chunks }) => chunks + storedSha256,
      size: stored,
      space: lane.space,
    });
    if (!fetched.ok) return fetched.problem;
    const taken = await parts.take(index, fetched.bytes);
    if (!taken.ok) return taken.problem;
    lane.space = taken.value.space;
    if (taken.value.isGenuine) return null;
    parts.received(-stored);
    if (tries === mostTries) return { kind: 'not-genuine' };
  }
}
