// Wraps a PostgreSQL connection: sends `begin` together with the first statement, keeps frequent
// statements prepared, and marks unusable connections so that the pool drops them.
import type { PostgresPoolClient } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import { Overloaded } from '../overloaded.ts';
import { errorCode } from '../start-problem.ts';
import { isEndedConnection, repeatedRead } from './storage-faults.ts';
import { preparedName } from './statement.ts';
import type { ReadingClient } from './shared-reads.ts';
import type { ArrayRows } from './array-rows.ts';

/** Shared by the connections of a pool. */
export interface PreparedStatements {
  /** False if a pooler passes statements to connections that have not prepared them. */
  areUsable: boolean;
}

export const retryAfterSeconds = 1;
const [lockTimeoutCode, readOnlyCode] = ['55P03', '25006'];
/** The connection lacks the prepared statement, or has another with its name. Nothing was run. */
const unknownStatementCodes: ReadonlySet<string> = new Set(['26000', '42P05']);
/**
 * A migration has changed the result of a prepared statement, or a feature is not supported.
 * Nothing was run.
 */
const changedResultCode = '0A000';

/** Uses extended mode like other statements, so that `begin` is sent with the first of them. */
const begin = { text: 'begin', queryMode: 'extended' };

/** Kysely's client, and reads that bypass Kysely. */
export type OwnClient = PostgresPoolClient & ReadingClient;

interface RowMode {
  readonly rowMode?: 'array';
}

/** One client for each connection, because Kysely recognises a connection by its object. */
const clients = new WeakMap<PoolClient, OwnClient>();

/** `connect` opens another connection for a read whose connection has ended. */
export function clientOf(
  client: PoolClient,
  preparedStatements: PreparedStatements,
  connect: () => Promise<PoolClient>,
): OwnClient {
  // The client has no Kysely cursors, which are unused because rows are not streamed.
  const own =
    clients.get(client) ??
    (new Connection(client, preparedStatements, connect) as OwnMethods as OwnClient);
  clients.set(client, own);
  return own;
}

type OwnMethods = Pick<OwnClient, 'release' | keyof ReadingClient>;

class Connection implements OwnMethods {
  #client: PoolClient;
  readonly #preparedStatements: PreparedStatements;
  readonly #connect: () => Promise<PoolClient>;
  #mustDiscard = false;
  /** No new connection could be opened for an ended one. */
  #isReleased = false;
  #transaction: 'none' | 'to begin' | 'begun' = 'none';

  constructor(
    client: PoolClient,
    preparedStatements: PreparedStatements,
    connect: () => Promise<PoolClient>,
  ) {
    this.#client = client;
    this.#preparedStatements = preparedStatements;
    this.#connect = connect;
  }

  query(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    const run = () => this.#mapErrors(this.#run(text, values));
    const isRead = this.#transaction === 'none' && /^select\b/i.test(text);
    return isRead ? repeatedRead(run, () => this.#reconnect()) : run();
  }

  async #reconnect(): Promise<void> {
    // First, because the pool may be full.
    if (!this.#isReleased) this.#client.release(true);
    this.#isReleased = true;
    this.#client = await this.#connect();
    this.#isReleased = false;
    clients.set(this.#client, this as OwnMethods as OwnClient);
    this.#mustDiscard = false;
  }

  async lists(text: string, values: readonly unknown[]): Promise<ArrayRows> {
    const { fields, rows } = await this.#mapErrors(this.#send(text, values, { rowMode: 'array' }));
    return { columns: fields.map(({ name }) => name), rows: rows as unknown[][] }; // by rowMode
  }

  mustDiscard(): boolean {
    return this.#mustDiscard;
  }

  release(discard?: boolean): void {
    this.#transaction = 'none';
    if (!this.#isReleased) this.#client.release(this.#mustDiscard || discard === true);
  }

  async #run(text: string, values: readonly unknown[]): Promise<QueryResult> {
    if (text === 'begin') {
      this.#transaction = 'to begin';
      return emptyResult('BEGIN');
    }
    const before = this.#transaction;
    if (text === 'commit' || text === 'rollback') {
      this.#transaction = 'none';
      return before === 'begun' ? this.#client.query(text) : emptyResult(text.toUpperCase());
    }
    if (before !== 'to begin') return this.#send(text, values);
    this.#transaction = 'begun';
    const [, answer] = await Promise.all([this.#client.query(begin), this.#send(text, values)]);
    return answer;
  }

  async #send(
    text: string,
    given: readonly unknown[],
    options: RowMode = {},
  ): Promise<QueryResult> {
    const values = [...given];
    const name = this.#preparedStatements.areUsable ? preparedName(text) : undefined;
    if (name === undefined) return this.#client.query({ text, values, ...options });
    const isInTransaction = this.#transaction !== 'none';
    try {
      return await this.#client.query({ name, text, values, ...options });
    } catch (error) {
      const code = errorCode(error);
      if (!unknownStatementCodes.has(code) && code !== changedResultCode) throw error;
      if (unknownStatementCodes.has(code)) this.#preparedStatements.areUsable = false;
      this.#mustDiscard = true;
      // PostgreSQL has aborted the transaction; `transact` runs it again.
      if (isInTransaction) throw error;
      return this.#client.query({ text, values, ...options });
    }
  }

  async #mapErrors<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      // An ending connection reports its end before its socket closes: the pool would reuse it.
      if (errorCode(error) === readOnlyCode || isEndedConnection(error)) this.#mustDiscard = true;
      throw errorCode(error) === lockTimeoutCode ? new Overloaded(retryAfterSeconds) : error;
    }
  }
}

/** The result of a statement that was not sent. */
function emptyResult(command: string): QueryResult {
  return { command, rowCount: null, oid: 0, fields: [], rows: [] };
}
