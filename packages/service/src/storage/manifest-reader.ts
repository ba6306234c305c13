// Reads uploaded manifests in a thread with limits of memory and time, because a manifest of 16 MiB
// takes a second. Applications take turns (docs/protocol.md#fair-shares).
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Manifest } from '@latchkey/protocol/release/manifest.ts';
import { FairQueue } from '../fair-queue.ts';
import { Overloaded } from '../overloaded.ts';
import { errorCode } from '../start-problem.ts';
import type { OpenFile } from './stored-files.ts';

/** The facts about a manifest that the service needs. */
export interface ManifestFacts extends Omit<Manifest, 'entry' | 'args' | 'files' | 'chunks'> {
  /** Bytes of all files. */
  readonly size: number;
  /** Bytes of all chunks, as downloaded. */
  readonly stored: number;
  readonly chunks: number;
  /** Number of different stored chunks. */
  readonly contents: number;
}

export type ManifestReading =
  | {
      readonly ok: true;
      readonly facts: ManifestFacts;
      /** The different stored chunks, for `unpackChunks`. */
      readonly chunks: Uint8Array<ArrayBuffer>;
    }
  | { readonly ok: false; readonly problem: string };

type ManifestFile = Pick<OpenFile, 'size' | 'pieces'>;

export interface ManifestLimits {
  readonly heapMib: number;
  readonly timeoutMs: number;
}

/** The most expensive accepted manifest needs 250 MiB, and 2 s of an idle processor. */
const productionLimits: ManifestLimits = { heapMib: 512, timeoutMs: 20_000 };
const queueSize = { workers: 1, waiting: 20, maxPerTenant: 1, maxWaitMs: 20_000 };
const retryAfterSeconds = 5;
/** An idle thread ends, because it retains the memory of its largest manifest. */
const idleMs = 10_000;
/** In a build, the worker is beside the bundled service; tests use the source. */
const workerFile = import.meta.url.endsWith('.ts')
  ? './manifest-worker.ts'
  : './manifest-worker.js';

export class ManifestReader {
  readonly #limits: ManifestLimits;
  readonly #queue = new FairQueue(queueSize);
  #thread: Worker | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(limits: ManifestLimits = productionLimits) {
    this.#limits = limits;
  }

  /**
   * Reads `file` when it is the application's turn, so that only one manifest is in memory. Rejects
   * with Overloaded if too many calls wait already.
   */
  read(applicationId: string, file: ManifestFile): Promise<ManifestReading> {
    const overloaded = () => new Overloaded(retryAfterSeconds);
    const work = async () => this.#readInThread(await bytesOf(file));
    return this.#queue.push(applicationId, work, overloaded) ?? Promise.reject(overloaded());
  }

  async #readInThread(bytes: Uint8Array<ArrayBuffer>): Promise<ManifestReading> {
    clearTimeout(this.#idleTimer);
    const thread = (this.#thread ??= this.#start());
    const timeout = AbortSignal.timeout(this.#limits.timeoutMs);
    try {
      thread.postMessage(bytes, [bytes.buffer]);
      const [reading] = (await once(thread, 'message', { signal: timeout })) as [ManifestReading]; // sent by manifest-worker.ts
      this.#idleTimer = setTimeout(() => void this.#end(), idleMs).unref();
      return reading;
    } catch (error) {
      await this.#end();
      if (timeout.aborted) return { ok: false, problem: 'reading it takes too long' };
      if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY')
        return { ok: false, problem: 'reading it needs too much memory' };
      throw error;
    }
  }

  #start(): Worker {
    const thread = new Worker(new URL(workerFile, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMib },
    });
    // Must not keep the process alive: a request does, while it waits for its answer.
    thread.unref();
    // `once` reports the errors of a read. Without a listener, others would end the process.
    thread.on('error', () => undefined);
    return thread;
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }
}

/** Reads in pieces, because a single read or copy of 16 MiB blocks for 20 ms. */
async function bytesOf({ size, pieces }: ManifestFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  for await (const piece of pieces()) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return bytes;
}

/** One thread for the process, however many services it runs. */
export const manifestReader = new ManifestReader();
