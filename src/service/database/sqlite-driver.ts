// Kysely's way to the one connection to SQLite: a transaction has it to itself, single statements take turns with it.
import {
  CompiledQuery,
  SqliteAdapter,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type SqliteDatabase,
} from 'kysely';
import { SqliteTurns } from './sqlite-turns.ts';

/** Kysely is not to let one wait for the other: the turns do. */
export class TurnsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export class TurnsDriver implements Driver {
  readonly #database: SqliteDatabase;
  readonly #isInTransaction: () => boolean;
  readonly #turns = new SqliteTurns();

  /** `isInTransaction`: some faults, a full disk for one, undo a transaction by themselves. */
  constructor(database: SqliteDatabase, isInTransaction: () => boolean) {
    this.#database = database;
    this.#isInTransaction = isInTransaction;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new Connection(this.#database, this.#turns));
  }

  /** A transaction that reads before it writes would fail, without waiting, where another process wrote in between. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).take();
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  /** A second time would hide which fault it was. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isInTransaction()) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  /** However a transaction ended, also one that could not begin. */
  releaseConnection(connection: DatabaseConnection): Promise<void> {
    ours(connection).letGo();
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    this.#database.close();
    return Promise.resolve();
  }
}

function ours(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection;
  throw new Error('This connection is of another driver');
}

class Connection implements DatabaseConnection {
  readonly #database: SqliteDatabase;
  readonly #turns: SqliteTurns;
  #holds = false;

  constructor(database: SqliteDatabase, turns: SqliteTurns) {
    this.#database = database;
    this.#turns = turns;
  }

  async take(): Promise<void> {
    await this.#turns.begin();
    this.#holds = true;
  }

  letGo(): void {
    if (this.#holds) this.#turns.end();
    this.#holds = false;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#holds ? this.#run(query) : this.#turns.statement(() => this.#run<Row>(query));
  }

  /** Not needed, and it would hold everybody else up. */
  streamQuery(): never {
    throw new Error('Rows of SQLite are not streamed');
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.#database.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] }; // as the query says
    const { changes, lastInsertRowid } = statement.run(parameters);
    return {
      insertId: BigInt(lastInsertRowid),
      numAffectedRows: BigInt(changes),
      rows: [],
    };
  }
}
