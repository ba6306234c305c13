// What the main thread asks of the delivery worker, and its side of the conversation: the worker is started at the first call and
// answers in order. Buffers are handed over, not copied.
import { Worker } from 'node:worker_threads';
import type {
  BegunProgram,
  InstalledProgram,
  InstallPhase,
  ProgramProblem,
  ReadyProgram,
} from '../../core/delivery/ports.ts';
import type { ReleaseLine } from '../../core/delivery/verified-release.ts';

export interface WorkerSettings extends ReleaseLine {
  readonly publisherKeys: readonly string[];
  /** Absolute: the program's own data. */
  readonly dataFolder: string;
}

/** What the worker is started with. */
export interface WorkerStart {
  readonly settings: WorkerSettings;
  /** 1 in its only place: what is at work is to stop. */
  readonly stop: SharedArrayBuffer;
}

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: ProgramProblem };

export interface ReadyLook {
  readonly ready: ReadyProgram;
  /** Unix milliseconds of the last time that every byte was looked at. */
  readonly verifiedAt: number;
}

export interface MissingChunk {
  readonly index: number;
  readonly storedSha256: string;
  readonly stored: number;
}

export interface Calls {
  readonly installed: (folder: string) => Outcome<InstalledProgram | null>;
  readonly begun: (folder: string) => Outcome<BegunProgram | null>;
  /** Takes the folder's lock until `end`. Value: whether the manifest has to be fetched. */
  readonly begin: (
    folder: string,
    offer: {
      readonly manifestSha256: string;
      readonly sequence: number;
      readonly version: string;
    },
  ) => Outcome<{ readonly needsManifest: boolean }>;
  /** null: it is known already. */
  readonly admit: (
    fetched: { readonly manifest: Uint8Array; readonly signature: Uint8Array } | null,
  ) => Outcome<{ readonly line: string; readonly highest: number | null }>;
  readonly assemble: () => Outcome<{
    readonly missing: readonly MissingChunk[];
    /** Bytes that travelled in runs before. */
    readonly fetchedBytes: number;
  }>;
  /** `space`: what `stored` lay in is given back. */
  readonly take: (
    index: number,
    stored: Uint8Array<ArrayBuffer>,
  ) => Outcome<{ readonly isGenuine: boolean; readonly space: ArrayBuffer }>;
  /** What has to be fetched once more, and the first file that it was missing in. */
  readonly verifyNext: () => Outcome<{
    readonly missing: readonly MissingChunk[];
    readonly file: string | null;
  }>;
  readonly place: (nowMs: number) => Outcome<InstalledProgram>;
  readonly end: () => Outcome<null>;
  readonly verify: (folder: string, nowMs: number) => Outcome<boolean>;
  readonly ready: (folder: string, nowMs: number) => Outcome<ReadyLook>;
  readonly discard: (folder: string) => Outcome<{ readonly freedBytes: number }>;
  /** `to` is made where it is missing. */
  readonly copyTo: (folder: string, to: string) => Outcome<InstalledProgram | null>;
  readonly uninstall: (
    folder: string,
    keepsRecord: boolean,
  ) => Outcome<{ readonly freedBytes: number }>;
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
  /** Rejects where the worker broke: a defect. */
  readonly call: <Name extends CallName>(
    name: Name,
    ...args: Parameters<Calls[Name]>
  ) => Promise<ReturnType<Calls[Name]>>;
  /** Gives `bytes` away. */
  readonly take: (
    index: number,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<ReturnType<Calls['take']>>;
  /** What is at work ends soon; until `go`, whatever is asked ends at once. */
  readonly stop: () => void;
  readonly go: () => void;
  readonly onProgress: (
    tell: ((done: number, total: number | null, phase: InstallPhase) => void) | null,
  ) => void;
}

interface Waiting {
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Megabytes. What a chunk makes is garbage with it: a larger space for new objects would only fill up. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 };

export function createWorkerClient(workerFile: string, settings: WorkerSettings): WorkerClient {
  const stop = new SharedArrayBuffer(4);
  const flag = new Int32Array(stop);
  const waiting: Waiting[] = [];
  let worker: Worker | null = null;
  let tell: Parameters<WorkerClient['onProgress']>[0] = null;

  const start = (): Worker => {
    const data: WorkerStart = { settings, stop };
    const started = new Worker(workerFile, { workerData: data, resourceLimits });
    const broke = (error: Error): void => {
      // What ends later belongs to one that others wait for no more.
      if (worker !== started) return;
      worker = null;
      for (const { reject } of waiting.splice(0)) reject(error);
    };
    started.on('message', (reply: Reply) => {
      if (reply.kind === 'progress') tell?.(reply.done, reply.total, reply.phase);
      else answerFirst(waiting, reply);
      if (waiting.length === 0) started.unref();
    });
    started.on('error', broke);
    started.on('exit', () => broke(new Error('The delivery worker ended.')));
    return started;
  };
  const send = (
    name: CallName,
    args: readonly unknown[],
    transfer: readonly ArrayBuffer[],
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      worker ??= start();
      waiting.push({ resolve, reject });
      // A program that ends does not wait for it; whoever waits for an answer does.
      worker.ref();
      worker.postMessage({ name, args }, transfer);
    });
  return {
    call: (name, ...args) => send(name, args, []) as never, // the worker answers as Calls says
    take: (index, bytes) => send('take', [index, bytes], [bytes.buffer]) as never, // likewise
    stop() {
      Atomics.store(flag, 0, 1);
      Atomics.notify(flag, 0);
    },
    go: () => void Atomics.store(flag, 0, 0),
    onProgress(given) {
      tell = given;
    },
  };
}

/** It answers in the order in which it was asked. */
function answerFirst(waiting: Waiting[], reply: Exclude<Reply, { kind: 'progress' }>): void {
  const first = waiting.shift();
  if (reply.kind === 'answer') first?.resolve(reply.outcome);
  else first?.reject(new Error(`The delivery worker failed: ${reply.message}`));
}
