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
import type { InstallResult, InstallRun, SequenceMemory } from '../../core/delivery/ports.ts';
import { highestOf, checkSequence } from '../../core/delivery/verified-release.ts';
import { ProblemError } from './disk.ts';
import { fetchChunks, type PartialChunks } from './fetch-chunks.ts';
import type { FetchedManifest, MissingChunk, Outcome, WorkerClient } from './worker-client.ts';

export interface InstallParts extends Pick<DownloadParts, 'downloads' | 'clock'> {
  readonly worker: WorkerClient;
  /** Returns the program's absolute folder, whose parent must exist. */
  readonly folder: () => string;
  readonly baseUrl: string;
  readonly sequences: SequenceMemory;
  /** Interrupted downloads, which the next run continues. */
  readonly partials: PartialChunks;
}

const maxSignatureBytes = 1024;

export async function install(
  parts: InstallParts,
  offer: OfferedRelease,
  run: InstallRun,
): Promise<InstallResult> {
  const { worker } = parts;
  const started = await worker.call('begin', parts.folder(), offer);
  if (!started.ok) return started;
  worker.onProgress(run.progress);
  try {
    return await installRelease(parts, offer, run, started.value.needsManifest);
  } catch (error) {
    if (error instanceof ProblemError) return { ok: false, problem: error.problem };
    throw error;
  } finally {
    worker.onProgress(null);
    await worker.call('end');
  }
}

/** Returns the bytes that `offer` would download; null on a problem. */
export async function measureDownload(
  { worker, folder, baseUrl, ...network }: InstallParts,
  add: <Value>(act: () => Promise<Value>) => Promise<Value>,
  offer: OfferedRelease,
  signal: AbortSignal,
): Promise<number | null> {
  const measure = (fetched: FetchedManifest | null) =>
    add(() => worker.call('downloadSize', folder(), offer, fetched));
  try {
    const known = unwrap(await measure(null));
    if (known !== null) return known;
    const addresses = createAddresses(baseUrl, offer, () => Promise.resolve(null));
    const parts = { ...network, addresses, signal, received: () => undefined };
    return unwrap(await measure(await fetchManifest(parts, offer)));
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
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
  if (sequenceCheck !== 'accepted')
    throw new ProblemError({ kind: sequenceCheck === 'older' ? 'older' : 'not-genuine' });
  const { missing, fetchedBytes } = unwrap(await worker.call('assemble'));
  const { partials } = parts;
  forgetOthers(partials, missing);
  progressCounter.begin(fetchedBytes, missing, partials);
  const fetchAll = async (chunks: readonly MissingChunk[]): Promise<void> => {
    const problem = await fetchChunks({ ...network, take: worker.take, partials }, chunks);
    if (problem !== null) throw new ProblemError(problem);
  };
  await fetchAll(missing);
  // Retries once if a file vanished after it was verified (security software), then reports it.
  const first = unwrap(await worker.call('verifyNext'));
  if (first.file !== null) {
    progressCounter.begin(0, first.missing, partials);
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

/** Drops the interrupted downloads of other releases. */
function forgetOthers(partials: PartialChunks, missing: readonly MissingChunk[]): void {
  const wanted = new Set(missing.map(({ storedSha256 }) => storedSha256));
  for (const hash of partials.keys()) if (!wanted.has(hash)) partials.delete(hash);
}

/** Counts downloaded bytes. Bytes of earlier runs count as done. */
function createProgressCounter({ progress }: Pick<InstallRun, 'progress'>) {
  let [done, total, fetched] = [0, 0, 0];
  return {
    begin(before: number, missing: readonly MissingChunk[], partials: PartialChunks): void {
      done = before;
      for (const { bytes } of partials.values()) done += bytes.length;
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
    const freshOffer = await renew();
    if (freshOffer?.manifestSha256 !== offer.manifestSha256) return false;
    addresses = addressesOf(freshOffer);
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
