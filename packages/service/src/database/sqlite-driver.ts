// Kysely's way to the one connection to SQLite: transactions and single writes go by groups, reads go between them.
import {
  SqliteAdapter,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { DirectReads, ListConnection, Lists, ReadingAdapter } from './lists.ts';
import { type SqliteQueue, type GroupConnection, type QueuedTransaction } from './sqlite-queue.ts';

/** Kysely is not to let one wait for the other: the queue does. */
export class TurnsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** The one connection, which whatever runs in no transaction reads on between the groups. */
export class ReadingTurnsAdapter extends TurnsAdapter implements ReadingAdapter {
  readonly reads: DirectReads;
  constructor(file: SqliteFile, queue: SqliteQueue) {
    super();
    this.reads = {
      read: ({ sql, parameters }) => queue.read(() => listsOf(file.prepareLists(sql), parameters)),
    };
  }
}

export interface SqliteStatement {
  /** It gives rows. */
  readonly reader: boolean;
  readonly all: (parameters: readonly unknown[]) => unknown[];
  readonly run: (parameters: readonly unknown[]) => {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
}

/** Its rows are lists. */
export interface ListStatement extends SqliteStatement {
  readonly columns: readonly string[];
  readonly all: (parameters: readonly unknown[]) => (readonly unknown[])[];
}

export interface SqliteFile extends GroupConnection {
  readonly prepare: (sql: string) => SqliteStatement;
  readonly prepareLists: (sql: string) => ListStatement;
  readonly close: () => Promise<void>;
}

export class TurnsDriver implements Driver {
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
    await ours(connection).end('keep');
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).end('undo');
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

/** What else changes a file, such as `vacuum`, cannot be part of a transaction, and is synced by itself. */
const isOfGroup = /^\s*(insert|update|delete) /;

class Connection implements DatabaseConnection, ListConnection {
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

  /** Once: one that could not be kept is undone already. */
  async end(how: 'keep' | 'undo'): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = null;
    await transaction?.[how]();
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#inTurn(sql, () => resultOf<Row>(this.#file.prepare(sql), parameters));
  }

  executeLists({ sql, parameters }: CompiledQuery): Promise<Lists> {
    return this.#inTurn(sql, () => listsOf(this.#file.prepareLists(sql), parameters));
  }

  async #inTurn<T>(sql: string, run: () => T): Promise<T> {
    if (this.#transaction !== null) return this.#transaction.run(run);
    if (isOfGroup.test(sql)) return this.#queue.write(run);
    const result = await this.#queue.read(run);
    if (!this.#file.prepare(sql).reader) await this.#file.sync();
    return result;
  }

  /** Not needed, and it would hold everybody else up. */
  streamQuery(): never {
    throw new Error('Rows of SQLite are not streamed');
  }
}

function listsOf(statement: ListStatement, parameters: readonly unknown[]): Lists {
  const { reader, columns } = statement;
  if (reader) return { columns, rows: statement.all(parameters) };
  statement.run(parameters);
  return { columns, rows: [] };
}

function resultOf<Row>(
  statement: SqliteStatement,
  parameters: readonly unknown[],
): QueryResult<Row> {
  if (statement.reader) return { rows: statement.all(parameters) as Row[] }; // as the query says
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
}
