// Runs one installation in the main thread: downloads the manifest and the missing chunks, which
// the delivery worker verifies. The first unavailable chunk ends the run.
import { maxManifestBytes } from '@latchkey/protocol/release/manifest.ts';
import type { OfferedRelease } from '@latchkey/client/offered-release.ts';
import {
  download,
  type AddressSource,
  type DownloadParts,
  type ReleaseAddresses,
} from '../../core/delivery/download.ts';
import type {
  InstallResult,
  InstallRun,
  ProgramProblem,
  SequenceMemory,
} from '../../core/delivery/ports.ts';
import { highestOf, checkSequence } from '../../core/delivery/verified-release.ts';
import { ProblemError } from './disk.ts';
import type { MissingChunk, Outcome, WorkerClient } from './worker-client.ts';

export interface InstallParts extends Pick<DownloadParts, 'downloads' | 'clock'> {
  readonly worker: WorkerClient;
  /** Returns the program's absolute folder, whose parent must exist. */
  readonly folder: () => string;
  readonly baseUrl: string;
  readonly sequences: SequenceMemory;
}

const maxSignatureBytes = 1024;

export async function install(
  parts: InstallParts,
  offer: OfferedRelease,
  run: InstallRun,
): Promise<InstallResult> {
  const { worker } = parts;
  const begun = await worker.call('begin', parts.folder(), offer);
  if (!begun.ok) return begun;
  worker.onProgress(run.progress);
  try {
    return await installRelease(parts, offer, run, begun.value.needsManifest);
  } catch (error) {
    if (error instanceof ProblemError) return { ok: false, problem: error.problem };
    throw error;
  } finally {
    worker.onProgress(null);
    await worker.call('end');
  }
}

/** Throws ProblemError. */
async function installRelease(
  parts: InstallParts,
  offer: OfferedRelease,
  run: InstallRun,
  needsManifest: boolean,
): Promise<InstallResult> {
  const { worker, sequences, baseUrl, clock } = parts;
  const addresses = createAddresses(baseUrl, offer, run.renew);
  const progressCounter = createProgressCounter(run);
  const network: DownloadParts = {
    ...parts,
    addresses,
    signal: run.signal,
    received: progressCounter.received,
  };
  const fetched = needsManifest ? await fetchManifest(network, offer) : null;
  const { line, lines, highest } = unwrap(await worker.call('admit', fetched));
  const known = highestOf([highest, ...lines.map(sequences.highest)]);
  const sequenceCheck = checkSequence(offer.sequence, known);
  if (sequenceCheck !== 'taken')
    throw new ProblemError({ kind: sequenceCheck === 'older' ? 'older' : 'not-genuine' });
  const { missing, fetchedBytes } = unwrap(await worker.call('assemble'));
  progressCounter.begin(fetchedBytes, missing);
  const fetchAll = async (chunks: readonly MissingChunk[]): Promise<void> => {
    const problem = await fetchChunks({ ...network, take: worker.take }, chunks);
    if (problem !== null) throw new ProblemError(problem);
  };
  await fetchAll(missing);
  // Retries once if a file vanished after it was verified (security software), then reports it.
  const first = unwrap(await worker.call('verifyNext'));
  if (first.file !== null) {
    progressCounter.begin(0, first.missing);
    await fetchAll(first.missing);
    const second = unwrap(await worker.call('verifyNext'));
    if (second.file !== null) throw new ProblemError({ kind: 'removed', file: second.file });
  }
  if (run.signal.aborted) throw new ProblemError({ kind: 'stopped' });
  // Recorded before the swap, so that an installed release always has a recorded sequence.
  sequences.raise(line, offer.sequence);
  const program = unwrap(await worker.call('place', clock.now()));
  return { ok: true, program, fetchedBytes: progressCounter.fetchedBytes() };
}

async function fetchManifest(network: DownloadParts, { manifestSize }: OfferedRelease) {
  if (manifestSize > maxManifestBytes) throw new ProblemError({ kind: 'not-genuine' });
  const withoutProgress = { ...network, received: () => undefined };
  const [manifest, signature] = await Promise.all([
    download(withoutProgress, { address: (current) => current.manifest, size: manifestSize }),
    download(withoutProgress, {
      address: (current) => `${current.manifest}.sig`,
      size: { atMost: maxSignatureBytes },
    }),
  ]);
  if (!manifest.ok) throw new ProblemError(manifest.problem);
  if (!signature.ok) throw new ProblemError(signature.problem);
  return { manifest: manifest.bytes, signature: signature.bytes };
}

/** Counts downloaded bytes. Bytes of earlier runs count as done. */
function createProgressCounter({ progress }: Pick<InstallRun, 'progress'>) {
  let [done, total, fetched] = [0, 0, 0];
  return {
    begin(before: number, missing: readonly MissingChunk[]): void {
      done = before;
      total = missing.reduce((sum, { stored }) => sum + stored, before);
      if (missing.length > 0) progress(done, total, 'fetching');
    },
    received: (bytes: number): void => {
      done += bytes;
      fetched += bytes;
      progress(done, total, 'fetching');
    },
    fetchedBytes: () => fetched,
  };
}

/** Throws ProblemError. */
function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new ProblemError(outcome.problem);
  return outcome.value;
}

/** A higher limit only costs memory: a chunk has up to 4 MiB, and one worker unpacks them all. */
export const maxConcurrentChunks = 4;
const maxTries = 3;

export interface FetchingParts extends DownloadParts {
  /** Transfers the bytes and returns their memory as `space`. `isGenuine`: the hash matches. */
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
  let firstProblem: ProgramProblem | null = null;
  const fetchNext = async (): Promise<void> => {
    const slot: DownloadSlot = { space: new ArrayBuffer(largest) };
    for (;;) {
      const chunk = firstProblem === null ? queue.shift() : undefined;
      if (chunk === undefined) return;
      const problem = await fetchChunk({ ...parts, signal }, chunk, slot);
      if (problem === null) continue;
      firstProblem ??= problem;
      failed.abort();
    }
  };
  const loops = Array.from({ length: maxConcurrentChunks }, () =>
    fetchNext().catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
  );
  const results = await Promise.allSettled(loops);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return parts.signal.aborted ? { kind: 'stopped' } : firstProblem;
}

async function fetchChunk(
  parts: FetchingParts,
  { index, storedSha256, stored }: MissingChunk,
  slot: DownloadSlot,
): Promise<ProgramProblem | null> {
  for (let tries = 1; ; tries += 1) {
    const fetched = await download(parts, {
      address: ({ chunks }) => chunks + storedSha256,
      size: stored,
      buffer: slot.space,
    });
    if (!fetched.ok) return fetched.problem;
    const taken = await parts.take(index, fetched.bytes);
    if (!taken.ok) return taken.problem;
    slot.space = taken.value.space;
    if (taken.value.isGenuine) return null;
    parts.received(-stored);
    if (tries === maxTries) return { kind: 'not-genuine' };
  }
}

function createAddresses(
  baseUrl: string,
  offer: OfferedRelease,
  renew: InstallRun['renew'],
): AddressSource {
  const base = baseUrl.replace(/\/+$/, '');
  const addressesOf = ({ manifest, chunks }: OfferedRelease): ReleaseAddresses => ({
    manifest: base + manifest,
    chunks: base + chunks,
  });
  let addresses = addressesOf(offer);
  let pending: Promise<boolean> | null = null;
  const renewOnce = async (): Promise<boolean> => {
    const fresh = await renew();
    if (fresh?.manifestSha256 !== offer.manifestSha256) return false;
    addresses = addressesOf(fresh);
    return true;
  };
  return {
    current: () => addresses,
    renew(old) {
      if (old !== addresses) return Promise.resolve(true);
      pending ??= renewOnce().finally(() => (pending = null));
      return pending;
    },
  };
}
