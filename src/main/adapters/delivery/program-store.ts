// Implements the ProgramStore port: install.ts downloads in the main thread, and the delivery
// worker does everything else. Runs one operation at a time; background verification yields to all
// other operations.
import path from 'node:path';
import type {
  InstallRun,
  RemainingFiles,
  MoveResult,
  OtherFiles,
  ProgramStore,
} from '../../core/delivery/ports.ts';
import { createMutex } from '../../core/mutex.ts';
import type { Log } from '../../core/ports.ts';
import type { PartialChunks } from './fetch-chunks.ts';
import { install, measureDownload, type InstallParts } from './install.ts';
import type { Removal } from './program-state.ts';
import {
  createWorkerClient,
  type Outcome,
  type WorkerClient,
  type WorkerSettings,
} from './worker-client.ts';

export interface ProgramStoreParts extends Omit<InstallParts, 'worker' | 'baseUrl' | 'partials'> {
  /** The built worker, out/delivery-worker/delivery-worker.cjs; may be inside an asar. */
  readonly workerFile: string;
  /** Saves the program's new folder, which `folder` then returns. */
  readonly saveFolder: (folder: string) => void;
  /** Absolute path of the program's own data, which is never touched. */
  readonly dataFolder: string;
  /** Absolute path of the records in the data folder, which prove which programs were verified. */
  readonly recordsFolder: string;
  readonly service: {
    readonly baseUrl: string;
    readonly name: string;
    readonly ownerid: string;
  };
  /** 64 hex characters each, as the configuration pins them. */
  readonly publisherKeys: readonly string[];
  readonly channel: string;
  /** `process.platform`-`process.arch`. */
  readonly platform: string;
  /** The platform that the system emulates; missing or null if there is none. */
  readonly emulatedPlatform?: string | null;
  /** If missing, `refuse`. */
  readonly sharedFolders?: WorkerSettings['sharedFolders'];
  /** Stores releases of the loader with this brand id. If missing, releases of the program. */
  readonly brandId?: string;
  readonly log: Log;
}

const verifyEveryMs = 7 * 24 * 60 * 60 * 1000;

export function createProgramStore(parts: ProgramStoreParts): ProgramStore {
  const { clock, folder, log } = parts;
  const worker = workerOf(parts);
  const queue = createWorkQueue(worker);
  const partials: PartialChunks = new Map();
  const installParts: InstallParts = { ...parts, worker, partials, baseUrl: parts.service.baseUrl };
  // The worker repairs if that release is already installed.
  const installOrRepair: ProgramStore['install'] = (offer, run) =>
    queue.add(() => install(installParts, offer, run), run.signal);
  const store: ProgramStore = {
    folder,
    installed: () => queue.add(async () => valueOrNull(await worker.call('installed', folder()))),
    unfinishedRun: () => queue.add(async () => valueOrNull(await worker.call('begun', folder()))),
    // The manifest is downloaded outside the queue, so that a launch does not wait for it.
    downloadSize: (offer, signal) =>
      measureDownload(installParts, (act) => queue.add(act, signal), offer, signal),
    install: installOrRepair,
    repair: installOrRepair,
    ready: () =>
      queue.add(async () => {
        const outcome = await worker.call('ready', folder(), clock.now());
        if (!outcome.ok) {
          log.warn('program-not-ready', { cause: outcome.problem.kind });
          return { ...outcome, reason: 'blocked' };
        }
        const { ready, verifiedAt } = outcome.value;
        if (ready.ok && clock.now() - verifiedAt > verifyEveryMs) verifyInBackground();
        return ready;
      }),
    discard: () =>
      queue.add(async () => {
        partials.clear();
        const outcome = await worker.call('discard', folder());
        return outcome.ok ? outcome.value.freedBytes : 0;
      }),
    uninstall: () =>
      queue.add(async () => {
        const from = folder();
        const outcome = await worker.call('uninstall', from);
        return outcome.ok ? { ok: true, ...removedFrom(from, outcome.value) } : outcome;
      }),
    acceptFolder: (accepted) => queue.add(() => worker.call('accept', accepted)),
    moveTo: (to, run) => queue.add(() => move(parts, worker, to, run), run.signal),
  };
  const verifyInBackground = (): void => {
    queue.addInBackground(async () => {
      const outcome = await worker.call('verify', folder(), clock.now());
      // A problem means that another loader holds the lock, or that the verification was stopped.
      if (outcome.ok && !outcome.value) log.warn('program-damaged');
    });
  };
  return store;
}

function workerOf({ workerFile, service, ...parts }: ProgramStoreParts): WorkerClient {
  const { publisherKeys, channel, platform, brandId, dataFolder, recordsFolder } = parts;
  const { emulatedPlatform = null } = parts;
  const { sharedFolders = 'refuse' } = parts;
  const { name, ownerid } = service;
  const line = {
    name,
    ownerid,
    channel,
    platform,
    emulatedPlatform,
    ...(brandId !== undefined && { brandId }),
  };
  const settings = { ...line, publisherKeys, dataFolder, recordsFolder, sharedFolders };
  return createWorkerClient(workerFile, settings);
}

/** Returns null on a problem. */
function valueOrNull<Value>(outcome: Outcome<Value | null>): Value | null {
  return outcome.ok ? outcome.value : null;
}

async function move(
  { folder, saveFolder, log }: ProgramStoreParts,
  worker: WorkerClient,
  to: string,
  { progress }: Pick<InstallRun, 'progress'>,
): Promise<MoveResult> {
  const from = folder();
  worker.onProgress(progress);
  const copied = await worker.call('copyTo', from, to);
  worker.onProgress(null);
  if (!copied.ok) return copied;
  saveFolder(to);
  // The move has succeeded; files left in the old folder only take space.
  const removed = await worker.call('removeMoved', from, to);
  if (!removed.ok) log.warn('moved-program-not-removed', { cause: removed.problem.kind });
  const remaining = removed.ok ? removed.value.remaining : { count: 1, names: [] };
  return { ok: true, program: copied.value, ...leftIn(from, remaining) };
}

function removedFrom(folder: string, { freedBytes, remaining }: Removal) {
  return { freedBytes, ...leftIn(folder, remaining) };
}

function leftIn(
  folder: string,
  remaining: OtherFiles | undefined,
): { readonly remaining?: RemainingFiles } {
  if (remaining === undefined) return {};
  const [first] = remaining.names;
  return {
    remaining: {
      ...remaining,
      folder,
      file: first === undefined ? null : path.join(folder, first),
    },
  };
}

interface WorkQueue {
  /** `signal` stops this work. */
  readonly add: <Value>(act: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>;
  /** Yields to all other work. */
  readonly addInBackground: (act: () => Promise<void>) => void;
}

function createWorkQueue(worker: Pick<WorkerClient, 'stop' | 'resume'>): WorkQueue {
  const mutex = createMutex();
  let inBackground = false;
  const add = <Value>(act: () => Promise<Value>, signal?: AbortSignal): Promise<Value> => {
    if (inBackground) worker.stop();
    return mutex(async () => {
      worker.resume();
      const stop = (): void => worker.stop();
      if (signal?.aborted === true) stop();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        return await act();
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    });
  };
  return {
    add,
    addInBackground(act) {
      if (inBackground) return;
      const work = add(act);
      inBackground = true;
      void work.catch(() => undefined).finally(() => (inBackground = false));
    },
  };
}
