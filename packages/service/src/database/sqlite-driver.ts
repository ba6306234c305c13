// Kysely driver of the one connection to SQLite: writes wait in a queue, reads run between them.
import {
  SqliteAdapter,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { DatabaseLoad, LoadAdapter } from './load.ts';
import type { DirectReads, ArrayConnection, ArrayRows, ReadingAdapter } from './array-rows.ts';
import { Overloaded } from '../overloaded.ts';
import { errorCode } from '../start-problem.ts';
import type { QueueConnection, QueuedTransaction, SqliteQueue } from './sqlite-queue.ts';

/** Tells Kysely not to serialize connections: the queue does. */
export class UnlockedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Reads outside transactions go directly to the queue. */
export class QueueAdapter extends UnlockedAdapter implements ReadingAdapter, LoadAdapter {
  readonly reads: DirectReads;
  readonly load: () => DatabaseLoad;
  constructor(file: SqliteFile, queue: SqliteQueue, walBytes: () => number) {
    super();
    this.load = () => ({ connections: null, waiting: queue.waiting(), walBytes: walBytes() });
    this.reads = {
      read: ({ sql, parameters }) => queue.read(() => listsOf(file.prepareLists(sql), parameters)),
    };
  }
}

export interface SqliteStatement {
  /** The statement returns rows. */
  readonly reader: boolean;
  readonly all: (parameters: readonly unknown[]) => unknown[];
  readonly run: (parameters: readonly unknown[]) => {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
}

/** Returns rows as lists of values. */
export interface ListStatement extends SqliteStatement {
  readonly columns: readonly string[];
  readonly all: (parameters: readonly unknown[]) => (readonly unknown[])[];
}

export interface SqliteFile extends QueueConnection {
  readonly prepare: (sql: string) => SqliteStatement;
  readonly prepareLists: (sql: string) => ListStatement;
  readonly close: () => Promise<void>;
}

export class QueueDriver implements Driver {
  readonly #file: SqliteFile;
  readonly #queue: SqliteQueue;

  constructor(file: SqliteFile, queue: SqliteQueue) {
    this.#file = file;
    this.#queue = queue;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new Connection(this.#file, this.#queue));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    ours(connection).rollback();
    return Promise.resolve();
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return this.#file.close();
  }
}

function ours(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection;
  throw new Error('This connection is of another driver');
}

const retryAfterSeconds = 1;

/** Matches queued writes. Others, such as `vacuum`, run like reads and are synced afterwards. */
const queuedPattern = /^\s*(insert|update|delete) /;

class Connection implements DatabaseConnection, ArrayConnection {
  readonly #file: SqliteFile;
  readonly #queue: SqliteQueue;
  #transaction: QueuedTransaction | null = null;

  constructor(file: SqliteFile, queue: SqliteQueue) {
    this.#file = file;
    this.#queue = queue;
  }

  async begin(): Promise<void> {
    this.#transaction = await this.#queue.begin();
  }

  async commit(): Promise<void> {
    await this.#take()?.commit();
  }

  rollback(): void {
    this.#take()?.rollback();
  }

  /** Kysely also rolls back after a failed commit, which is rolled back already. */
  #take(): QueuedTransaction | null {
    const transaction = this.#transaction;
    this.#transaction = null;
    return transaction;
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#inTurn(sql, () => resultOf<Row>(this.#file.prepare(sql), parameters));
  }

  executeLists({ sql, parameters }: CompiledQuery): Promise<ArrayRows> {
    return this.#inTurn(sql, () => listsOf(this.#file.prepareLists(sql), parameters));
  }

  async #inTurn<T>(sql: string, run: () => T): Promise<T> {
    if (this.#transaction !== null) return this.#transaction.run(run);
    try {
      if (queuedPattern.test(sql)) return await this.#queue.write(run);
      const result = await this.#queue.read(run);
      if (!this.#file.prepare(sql).reader) await this.#file.sync();
      return result;
    } catch (error) {
      throw isBusy(error) ? new Overloaded(retryAfterSeconds) : error;
    }
  }

  /** Not supported, because a stream would block all other requests. */
  streamQuery(): never {
    throw new Error('Rows of SQLite are not streamed');
  }
}

/** Another process held a lock for longer than the timeout. Nothing was changed. */
function isBusy(error: unknown): boolean {
  return errorCode(error).startsWith('SQLITE_BUSY');
}

function listsOf(statement: ListStatement, parameters: readonly unknown[]): ArrayRows {
  const { reader, columns } = statement;
  if (reader) return { columns, rows: statement.all(parameters) };
  statement.run(parameters);
  return { columns, rows: [] };
}

function resultOf<Row>(
  statement: SqliteStatement,
  parameters: readonly unknown[],
): QueryResult<Row> {
  if (statement.reader) return { rows: statement.all(parameters) as Row[] }; // the query's row type
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
}
