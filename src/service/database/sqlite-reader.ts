// A second way into the SQLite file, for reading what takes long: in a thread of its own, so that nobody waits for it. It sees what
// is on the disk. The thread begins with the first question.
import { Worker } from 'node:worker_threads';
import {
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely';
import { TurnsAdapter } from './sqlite-driver.ts';

export interface ReaderQuestion {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ReaderAnswer =
  | { readonly rows: readonly unknown[] }
  | { readonly fault: { readonly message: string; readonly code: string } };

export class SqliteReaderDialect implements Dialect {
  readonly #file: string;
  constructor(file: string) {
    this.#file = file;
  }
  createDriver(): Driver {
    return new ReaderDriver(this.#file);
  }
  createAdapter(): TurnsAdapter {
    return new TurnsAdapter();
  }
  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }
  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** Built, it is a file beside the service's own; in tests it runs from its source, as they do. */
const threadFile = import.meta.url.endsWith('.ts') ? './reader-thread.ts' : './reader-thread.js';

interface Waiting {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

class ReaderDriver implements Driver, DatabaseConnection {
  readonly #file: string;
  #thread: Worker | null = null;
  /** Answers come in the order of the questions. */
  #waiting: Waiting[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const question: ReaderQuestion = { sql, parameters };
    const rows = await new Promise<readonly unknown[]>((resolve, reject) => {
      const thread = (this.#thread ??= this.#start());
      this.#waiting.push({ resolve, reject });
      thread.ref();
      thread.postMessage(question);
    });
    return { rows: rows as Row[] }; // as the query says
  }

  #start(): Worker {
    const workerData = { file: this.#file };
    const thread = new Worker(new URL(threadFile, import.meta.url), { workerData });
    thread.on('message', (answer: ReaderAnswer) => {
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
      gone(new Error('The thread that reads has ended'));
    });
    return thread;
  }

  async destroy(): Promise<void> {
    await this.#thread?.terminate();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this);
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  beginTransaction(): Promise<void> {
    return Promise.reject(new Error(onlyReads));
  }

  commitTransaction(): Promise<void> {
    return Promise.reject(new Error(onlyReads));
  }

  rollbackTransaction(): Promise<void> {
    return Promise.reject(new Error(onlyReads));
  }

  streamQuery(): never {
    throw new Error('Rows of SQLite are not streamed');
  }
}

const onlyReads = 'It only reads, one statement at a time';
