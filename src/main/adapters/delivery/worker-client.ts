// The main thread's side of the delivery worker: starts it at the first call, and receives its
// answers in order. Buffers are transferred, not copied.
import { Worker } from 'node:worker_threads';
import type {
  UnfinishedInstall,
  InstalledProgram,
  InstallPhase,
  ProgramProblem,
  ReadyResult,
} from '../../core/delivery/ports.ts';
import type { Removal } from './program-state.ts';
import type { ReleaseLine, VerifiedRelease } from '../../core/delivery/verified-release.ts';

export interface WorkerSettings extends ReleaseLine {
  readonly publisherKeys: readonly string[];
  /** Absolute path of the program's own data. */
  readonly dataFolder: string;
  /** Absolute path of the records, in the loader's own data folder. */
  readonly recordsFolder: string;
}

export interface WorkerStart {
  readonly settings: WorkerSettings;
  /** One Int32; 1 stops the current work. */
  readonly stop: SharedArrayBuffer;
}

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: ProgramProblem };

export interface ReadyCheck {
  readonly ready: ReadyResult;
  /** Unix milliseconds of the last full verification. */
  readonly verifiedAt: number;
}

export interface AdmittedRelease extends Pick<VerifiedRelease, 'line' | 'lines'> {
  /** The highest sequence of these lines that this folder has had; null if none is known. */
  readonly highest: number | null;
}

export interface MissingChunk {
  readonly index: number;
  readonly storedSha256: string;
  readonly stored: number;
}

export interface FetchedManifest {
  readonly manifest: Uint8Array;
  readonly signature: Uint8Array;
}

/** The release that an offer names. */
export interface NamedRelease {
  readonly manifestSha256: string;
  readonly sequence: number;
  readonly version: string;
}

export interface Calls {
  readonly installed: (folder: string) => Outcome<InstalledProgram | null>;
  readonly begun: (folder: string) => Outcome<UnfinishedInstall | null>;
  /** Returns null if the worker needs the manifest first. */
  readonly downloadSize: (
    folder: string,
    offer: NamedRelease,
    fetched: FetchedManifest | null,
  ) => Outcome<number | null>;
  /** Takes the folder's lock until `end`. Returns whether the manifest must be downloaded. */
  readonly begin: (
    folder: string,
    offer: NamedRelease,
  ) => Outcome<{ readonly needsManifest: boolean }>;
  /** `fetched` is null if the worker already has the manifest. */
  readonly admit: (fetched: FetchedManifest | null) => Outcome<AdmittedRelease>;
  readonly assemble: () => Outcome<{
    readonly missing: readonly MissingChunk[];
    /** Bytes downloaded in earlier runs. */
    readonly fetchedBytes: number;
  }>;
  /** Returns the memory of `stored`, transferred back, as `space`. */
  readonly take: (
    index: number,
    stored: Uint8Array<ArrayBuffer>,
  ) => Outcome<{ readonly isGenuine: boolean; readonly space: ArrayBuffer }>;
  /** Returns the chunks to download again, and the first broken file or null. */
  readonly verifyNext: () => Outcome<{
    readonly missing: readonly MissingChunk[];
    readonly file: string | null;
  }>;
  readonly place: (nowMs: number) => Outcome<InstalledProgram>;
  readonly end: () => Outcome<null>;
  readonly verify: (folder: string, nowMs: number) => Outcome<boolean>;
  readonly ready: (folder: string, nowMs: number) => Outcome<ReadyCheck>;
  readonly discard: (folder: string) => Outcome<{ readonly freedBytes: number }>;
  /** Creates `to` if it does not exist. */
  readonly copyTo: (folder: string, to: string) => Outcome<InstalledProgram | null>;
  readonly uninstall: (folder: string) => Outcome<Removal>;
  /** Removes the program after `copyTo`. */
  readonly removeMoved: (folder: string, to: string) => Outcome<Removal>;
}

export type CallName = keyof Calls;

export interface CallMessage {
  readonly name: CallName;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly kind: 'answer'; readonly outcome: Outcome<unknown> }
  | { readonly kind: 'defect'; readonly message: string }
  | {
      readonly kind: 'progress';
      readonly done: number;
      readonly total: number | null;
      readonly phase: InstallPhase;
    };

export interface WorkerClient {
  /** Rejects on a defect of the worker. */
  readonly call: <Name extends CallName>(
    name: Name,
    ...args: Parameters<Calls[Name]>
  ) => Promise<ReturnType<Calls[Name]>>;
  /** Transfers `bytes`. */
  readonly take: (
    index: number,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<ReturnType<Calls['take']>>;
  /** Stops the current work soon, and later calls immediately, until `resume`. */
  readonly stop: () => void;
  readonly resume: () => void;
  readonly onProgress: (
    report: ((done: number, total: number | null, phase: InstallPhase) => void) | null,
  ) => void;
}

interface PendingCall {
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A chunk's objects are short-lived, so a larger young generation would only hold garbage. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };

export function createWorkerClient(workerFile: string, settings: WorkerSettings): WorkerClient {
  const stop = new SharedArrayBuffer(4);
  const flag = new Int32Array(stop);
  const pendingCalls: PendingCall[] = [];
  let worker: Worker | null = null;
  let report: Parameters<WorkerClient['onProgress']>[0] = null;

  const start = (): Worker => {
    const data: WorkerStart = { settings, stop };
    const started = new Worker(workerFile, { workerData: data, resourceLimits });
    const onFailure = (error: Error): void => {
      // A late event of a worker that has already been replaced.
      if (worker !== started) return;
      worker = null;
      for (const { reject } of pendingCalls.splice(0)) reject(error);
    };
    started.on('message', (reply: Reply) => {
      if (reply.kind === 'progress') report?.(reply.done, reply.total, reply.phase);
      else settleFirst(pendingCalls, reply);
      if (pendingCalls.length === 0) started.unref();
    });
    started.on('error', onFailure);
    started.on('exit', () => onFailure(new Error('The delivery worker ended.')));
    return started;
  };
  const send = (
    name: CallName,
    args: readonly unknown[],
    transfer: readonly ArrayBuffer[],
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      worker ??= start();
      pendingCalls.push({ resolve, reject });
      // Only a pending call keeps the process alive.
      worker.ref();
      worker.postMessage({ name, args }, transfer);
    });
  return {
    call: (name, ...args) => send(name, args, []) as never, // the worker's answers have the types of Calls
    take: (index, bytes) => send('take', [index, bytes], [bytes.buffer]) as never, // likewise
    stop() {
      Atomics.store(flag, 0, 1);
      Atomics.notify(flag, 0);
    },
    resume: () => void Atomics.store(flag, 0, 0),
    onProgress(given) {
      report = given;
    },
  };
}

/** The worker answers in the order of the calls. */
function settleFirst(
  pendingCalls: PendingCall[],
  reply: Exclude<Reply, { kind: 'progress' }>,
): void {
  const first = pendingCalls.shift();
  if (reply.kind === 'answer') first?.resolve(reply.outcome);
  else first?.reject(new Error(`The delivery worker failed: ${reply.message}`));
}
