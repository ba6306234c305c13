// The main thread's side of the delivery worker: started at the first call, asked in order. Buffers are handed over, not copied.
import { Worker } from 'node:worker_threads';
import type { InstallPhase } from '../../core/delivery/ports.ts';
import type { CallName, Calls, Reply, WorkerSettings, WorkerStart } from './worker-calls.ts';

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
