// The program's folder for the flows: the network is read here, in the main thread, and everything else is done by the delivery
// worker. One piece of work at a time; looking through what is installed gives way to all others.
import { maxManifestBytes } from '@latchkey/protocol/release/manifest.ts';
import { createAddresses } from '../../core/delivery/addresses.ts';
import { download, type DownloadParts } from '../../core/delivery/download.ts';
import { fetchChunks, type ChunkToFetch } from '../../core/delivery/fetching.ts';
import type {
  Installing,
  InstallRun,
  Moving,
  ProgramProblem,
  ProgramStore,
  SequenceMemory,
} from '../../core/delivery/ports.ts';
import type { Downloads } from '@latchkey/client/ports.ts';
import type { OfferedRelease } from '@latchkey/client/offered-release.ts';
import { higherOf, judgeSequence } from '../../core/delivery/sequence.ts';
import type { Log } from '../../core/ports.ts';
import type { Clock } from '@latchkey/client/ports.ts';
import type { Outcome } from './worker-calls.ts';
import { createWorkQueue } from './work-queue.ts';
import { createWorkerClient, type WorkerClient } from './worker-client.ts';

export interface ProgramStoreParts {
  /** The built worker, out/delivery-worker/delivery-worker.cjs; may lie inside an asar. */
  readonly workerFile: string;
  /** Absolute; what it lies in has to be there. */
  readonly folder: () => string;
  /** Remembers where it lies from now on; `folder` answers it. */
  readonly keepFolder: (folder: string) => void;
  /** Absolute: the program's own data, which is never touched. */
  readonly dataFolder: string;
  readonly service: {
    readonly baseUrl: string;
    readonly name: string;
    readonly ownerid: string;
  };
  /** As the configuration pins them. */
  readonly publisherKeys: readonly string[];
  readonly channel: string;
  /** `process.platform`-`process.arch`. */
  readonly platform: string;
  readonly downloads: Downloads;
  readonly sequences: SequenceMemory;
  readonly clock: Clock;
  readonly log: Log;
}

/** Every byte is looked at again after so long. */
const verifyEveryMs = 7 * 24 * 60 * 60 * 1000;
const maxSignatureBytes = 1024;

/** What stops a run where it is; what is in place stays. */
class Ended extends Error {
  readonly problem: ProgramProblem;

  constructor(problem: ProgramProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

export function createProgramStore(parts: ProgramStoreParts): ProgramStore {
  const { clock, folder, log } = parts;
  const worker = workerOf(parts);
  const queue = createWorkQueue(worker);
  const store: ProgramStore = {
    folder,
    installed: () => queue.add(async () => orNull(await worker.call('installed', folder()))),
    begun: () => queue.add(async () => orNull(await worker.call('begun', folder()))),
    install: (offer, run) => queue.add(() => install(parts, worker, offer, run), run.signal),
    repair: (offer, run) => queue.add(() => install(parts, worker, offer, run), run.signal),
    ready: () =>
      queue.add(async () => {
        const outcome = await worker.call('ready', folder(), clock.now());
        if (!outcome.ok) {
          const { problem } = outcome;
          log.warn('program-not-ready', { cause: problem.kind });
          return { ok: false, reason: 'blocked', problem };
        }
        const { ready, verifiedAt } = outcome.value;
        if (ready.ok && clock.now() - verifiedAt > verifyEveryMs) verifyBeside();
        return ready;
      }),
    discard: () =>
      queue.add(async () => {
        const outcome = await worker.call('discard', folder());
        return outcome.ok ? outcome.value.freedBytes : 0;
      }),
    uninstall: () =>
      queue.add(async () => {
        const outcome = await worker.call('uninstall', folder(), true);
        return outcome.ok ? { ok: true, ...outcome.value } : outcome;
      }),
    moveTo: (to, run) => queue.add(() => move(parts, worker, to, run), run.signal),
  };
  const verifyBeside = (): void => {
    queue.addBeside(async () => {
      const outcome = await worker.call('verify', folder(), clock.now());
      // Where another loader is at work, or it was to stop, nothing was found.
      if (outcome.ok && !outcome.value) log.warn('program-damaged');
    });
  };
  return store;
}

function workerOf({ workerFile, service, ...parts }: ProgramStoreParts): WorkerClient {
  const { publisherKeys, channel, platform, dataFolder } = parts;
  const { name, ownerid } = service;
  const settings = { name, ownerid, channel, platform, publisherKeys, dataFolder };
  return createWorkerClient(workerFile, settings);
}

/** null also where nobody can say. */
function orNull<Value>(outcome: Outcome<Value | null>): Value | null {
  return outcome.ok ? outcome.value : null;
}

async function move(
  { folder, keepFolder, log }: ProgramStoreParts,
  worker: WorkerClient,
  to: string,
  { progress }: Pick<InstallRun, 'progress'>,
): Promise<Moving> {
  const from = folder();
  worker.onProgress(progress);
  const copied = await worker.call('copyTo', from, to);
  worker.onProgress(null);
  if (!copied.ok) return copied;
  keepFolder(to);
  // It is where it should be: what is left at the old place is only space.
  const removed = await worker.call('uninstall', from, false);
  if (!removed.ok) log.warn('moved-program-not-removed', { cause: removed.problem.kind });
  return { ok: true, program: copied.value };
}

async function install(
  parts: ProgramStoreParts,
  worker: WorkerClient,
  offer: OfferedRelease,
  run: InstallRun,
): Promise<Installing> {
  const begun = await worker.call('begin', parts.folder(), offer);
  if (!begun.ok) return begun;
  worker.onProgress(run.progress);
  try {
    return await fill(parts, worker, offer, run, begun.value.needsManifest);
  } catch (error) {
    if (error instanceof Ended) return { ok: false, problem: error.problem };
    throw error;
  } finally {
    worker.onProgress(null);
    await worker.call('end');
  }
}

/** Throws Ended. */
async function fill(
  parts: ProgramStoreParts,
  worker: WorkerClient,
  offer: OfferedRelease,
  run: InstallRun,
  needsManifest: boolean,
): Promise<Installing> {
  const { sequences, service, clock } = parts;
  const addresses = createAddresses(service.baseUrl, offer, run.renew);
  const pace = createPace(run);
  const network: DownloadParts = {
    ...parts,
    addresses,
    signal: run.signal,
    received: pace.received,
  };
  const fetched = needsManifest ? await fetchManifest(network, offer) : null;
  const { line, highest } = valueOf(await worker.call('admit', fetched));
  const judged = judgeSequence(offer.sequence, higherOf(highest, sequences.highest(line)));
  if (judged !== 'taken') throw new Ended({ kind: judged === 'older' ? 'older' : 'not-genuine' });
  const { missing, fetchedBytes } = valueOf(await worker.call('assemble'));
  pace.begin(fetchedBytes, missing);
  const fetchAll = async (chunks: readonly ChunkToFetch[]): Promise<void> => {
    const problem = await fetchChunks({ ...network, take: worker.take }, chunks);
    if (problem !== null) throw new Ended(problem);
  };
  await fetchAll(missing);
  // Once more where something took a file after it was verified, as security software does; then it is named.
  const first = valueOf(await worker.call('verifyNext'));
  if (first.file !== null) {
    pace.begin(0, first.missing);
    await fetchAll(first.missing);
    const second = valueOf(await worker.call('verifyNext'));
    if (second.file !== null) throw new Ended({ kind: 'removed', file: second.file });
  }
  if (run.signal.aborted) throw new Ended({ kind: 'stopped' });
  // First here: whoever is killed behind the swap has it in the folder.
  sequences.raise(line, offer.sequence);
  const program = valueOf(await worker.call('place', clock.now()));
  return { ok: true, program, fetchedBytes: pace.fetchedBytes() };
}

async function fetchManifest(network: DownloadParts, { manifestSize }: OfferedRelease) {
  if (manifestSize > maxManifestBytes) throw new Ended({ kind: 'not-genuine' });
  const silent = { ...network, received: () => undefined };
  const [manifest, signature] = await Promise.all([
    download(silent, { address: (sealed) => sealed.manifest, size: manifestSize }),
    download(silent, {
      address: (sealed) => `${sealed.manifest}.sig`,
      size: { atMost: maxSignatureBytes },
    }),
  ]);
  if (!manifest.ok) throw new Ended(manifest.problem);
  if (!signature.ok) throw new Ended(signature.problem);
  return { manifest: manifest.bytes, signature: signature.bytes };
}

/** Bytes that travel. What an earlier run fetched counts as done. */
function createPace({ progress }: Pick<InstallRun, 'progress'>) {
  let [done, total, fetched] = [0, 0, 0];
  return {
    begin(before: number, missing: readonly ChunkToFetch[]): void {
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

/** Throws Ended. */
function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Ended(outcome.problem);
  return outcome.value;
}
