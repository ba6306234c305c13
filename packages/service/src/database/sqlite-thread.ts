// A second connection to the SQLite file, in a thread of its own, for what takes long: nobody waits for it but whoever asks. It sees
// what is in the file. The thread begins with the first question.
import { Worker } from 'node:worker_threads';

export interface ThreadConnection {
  readonly file: string;
  readonly mayWrite: boolean;
}

export interface ThreadQuestion {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ThreadAnswer =
  | { readonly rows: readonly unknown[] }
  | { readonly fault: { readonly message: string; readonly code: string } };

interface Waiting {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Built, it is a file beside the service's own; in tests it runs from its source, as they do. */
const threadFile = import.meta.url.endsWith('.ts')
  ? './connection-thread.ts'
  : './connection-thread.js';

export class SqliteThread {
  readonly #connection: ThreadConnection;
  #thread: Worker | null = null;
  /** Answers come in the order of the questions. */
  #waiting: Waiting[] = [];

  constructor(connection: ThreadConnection) {
    this.#connection = connection;
  }

  /** The rows. After a thread has failed, the next question begins another one. */
  ask(sql: string, parameters: readonly unknown[] = []): Promise<readonly unknown[]> {
    const question: ThreadQuestion = { sql, parameters };
    return new Promise((resolve, reject) => {
      const thread = (this.#thread ??= this.#start());
      this.#waiting.push({ resolve, reject });
      thread.ref();
      thread.postMessage(question);
    });
  }

  /** After the statement that is being run. What was asked and is not answered yet fails. */
  async end(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(new URL(threadFile, import.meta.url), {
      workerData: this.#connection,
    });
    thread.on('message', (answer: ThreadAnswer) => {
      const asked = this.#waiting.shift();
      // It must not keep a process alive that has nothing else to do.
      if (this.#waiting.length === 0) thread.unref();
      if ('rows' in answer) asked?.resolve(answer.rows);
      else asked?.reject(Object.assign(new Error(answer.fault.message), answer.fault));
    });
    const gone = (why: unknown) => {
      // One that failed says so, and then that it has ended: by then another one may be asked.
      if (this.#thread !== thread) return;
      this.#thread = null;
      for (const { reject } of this.#waiting.splice(0)) reject(why);
    };
    thread.on('error', gone);
    thread.on('exit', () => {
      gone(new Error('The thread of a connection has ended'));
    });
    return thread;
  }
}
