// Runs a second connection to the SQLite file in a worker thread, where a slow statement blocks
// only its caller.
import { Worker } from 'node:worker_threads';

export interface ThreadConnection {
  readonly file: string;
  readonly mayWrite: boolean;
}

export interface ThreadRequest {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ThreadReply =
  | { readonly rows: readonly unknown[] }
  | { readonly fault: { readonly message: string; readonly code: string } };

interface Pending {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/** The build puts the thread beside the service's own files. Tests run it from its source. */
const threadFile = import.meta.url.endsWith('.ts')
  ? './connection-thread.ts'
  : './connection-thread.js';

export class SqliteThread {
  readonly #connection: ThreadConnection;
  #thread: Worker | null = null;
  /** Replies arrive in the order of the requests. */
  #pending: Pending[] = [];

  constructor(connection: ThreadConnection) {
    this.#connection = connection;
  }

  /** Returns the rows. Starts the thread if it is not running. */
  ask(sql: string, parameters: readonly unknown[] = []): Promise<readonly unknown[]> {
    const request: ThreadRequest = { sql, parameters };
    return new Promise((resolve, reject) => {
      const thread = (this.#thread ??= this.#start());
      this.#pending.push({ resolve, reject });
      thread.ref();
      thread.postMessage(request);
    });
  }

  /** Ends the thread after its current statement. Pending requests reject. */
  async end(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(new URL(threadFile, import.meta.url), {
      workerData: this.#connection,
    });
    thread.on('message', (reply: ThreadReply) => {
      const pending = this.#pending.shift();
      // An idle thread must not keep the process alive.
      if (this.#pending.length === 0) thread.unref();
      if ('rows' in reply) pending?.resolve(reply.rows);
      else pending?.reject(Object.assign(new Error(reply.fault.message), reply.fault));
    });
    const rejectPending = (error: unknown) => {
      // A thread that fails emits `error` and then `exit`. By then a new thread may be running.
      if (this.#thread !== thread) return;
      this.#thread = null;
      for (const { reject } of this.#pending.splice(0)) reject(error);
    };
    thread.on('error', rejectPending);
    thread.on('exit', () => {
      rejectPending(new Error('The thread of a connection has ended'));
    });
    return thread;
  }
}
