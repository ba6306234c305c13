// Kysely dialect for long reads: a second, read-only connection to the SQLite file in a worker
// thread.
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
import { UnlockedAdapter } from './sqlite-driver.ts';
import { SqliteThread } from './sqlite-thread.ts';

export class SqliteReaderDialect implements Dialect {
  readonly #file: string;
  constructor(file: string) {
    this.#file = file;
  }
  createDriver(): Driver {
    return new ReaderDriver(this.#file);
  }
  createAdapter(): UnlockedAdapter {
    return new UnlockedAdapter();
  }
  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }
  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}

class ReaderDriver implements Driver, DatabaseConnection {
  readonly #thread: SqliteThread;

  constructor(file: string) {
    this.#thread = new SqliteThread({ file, mayWrite: false });
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return { rows: (await this.#thread.ask(sql, parameters)) as Row[] }; // the query's row type
  }

  destroy(): Promise<void> {
    return this.#thread.end();
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
