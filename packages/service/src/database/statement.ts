// Compiles frequent statements once for each database, because building a query costs more than
// running it. Other queries are plain Kysely.
import type {
  Compilable,
  CompiledQuery,
  DatabaseConnection,
  DialectAdapter,
  KyselyPlugin,
  QueryExecutor,
  QueryResult,
  UnknownRow,
} from 'kysely';
import type { DirectReads, ArrayConnection, ArrayRows, ReadingAdapter } from './array-rows.ts';
import type { Database } from './schema.ts';
import { createHash } from 'node:crypto';

/** A placeholder for a value of each run. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

interface CompiledStatement {
  readonly query: CompiledQuery;
  /** The column names in camel case; empty until the first run. */
  fields: readonly string[];
}

/** `build` runs once and must not branch on its values, which are placeholders. */
export function statement<Values extends Readonly<Record<string, string | number | null>>, Row>(
  build: (db: Database, values: Values) => Compilable<Row>,
): (db: Database, values: Values) => Promise<readonly Row[]> {
  const compiled = new WeakMap<object, CompiledStatement>();
  // The proxy is only passed to the builder.
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Values;
  return async (db, values) => {
    // All connections and transactions of one database share the adapter.
    const executor = db.getExecutor();
    let compiledStatement = compiled.get(executor.adapter);
    if (compiledStatement === undefined) {
      compiledStatement = { query: build(db, placeholders).compile(), fields: [] };
      markPrepared(compiledStatement.query.sql);
      compiled.set(executor.adapter, compiledStatement);
    }
    const parameters = compiledStatement.query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    );
    const query = { ...compiledStatement.query, parameters };
    // A transaction reads on its own connection, to see its own writes.
    const direct =
      db.isTransaction || !readPattern.test(query.sql) ? null : directReadsOf(executor.adapter);
    // Bypasses Kysely, which would process every row: only the column names have to change.
    const { columns, rows } = await (direct?.read(query) ?? readOnConnection(db, query));
    if (compiledStatement.fields.length === 0) compiledStatement.fields = columns.map(camelCase);
    const { fields } = compiledStatement;
    const all = rows.map((row) => rowOf(fields, row) as Row); // the query's type
    return executor.plugins.length === 1 ? all : applyOtherPlugins(executor.plugins, query, all);
  };
}

/** Skips the first plugin, which converts column names: they are already converted. */
async function applyOtherPlugins<Row>(
  [, ...others]: readonly KyselyPlugin[],
  { queryId }: CompiledQuery,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  let result: QueryResult<UnknownRow> = { rows: rows as UnknownRow[] }; // objects with any columns
  for (const plugin of others) result = await plugin.transformResult({ queryId, result });
  return result.rows as Row[]; // the same rows
}

const readPattern = /^select /;

function directReadsOf(adapter: DialectAdapter): DirectReads | null {
  // Only our adapters have `reads`.
  return 'reads' in adapter ? (adapter as DialectAdapter & ReadingAdapter).reads : null;
}

/** The connection of each transaction that has run a statement. */
const transactionConnections = new WeakMap<QueryExecutor, DatabaseConnection>();

/**
 * After the first one, statements of a transaction are sent without waiting for earlier answers.
 * The database runs them in the order of the calls. Kysely would wait for each.
 */
function readOnConnection(db: Database, query: CompiledQuery): Promise<ArrayRows> {
  const executor = db.getExecutor();
  const known = transactionConnections.get(executor);
  if (known !== undefined) return arrayRowsOf(known, query);
  return executor.provideConnection((connection) => {
    if (db.isTransaction) transactionConnections.set(executor, connection);
    return arrayRowsOf(connection, query);
  });
}

async function arrayRowsOf(
  connection: DatabaseConnection,
  query: CompiledQuery,
): Promise<ArrayRows> {
  // Only our connections have `executeLists`.
  if ('executeLists' in connection) return (connection as ArrayConnection).executeLists(query);
  const { rows } = await connection.executeQuery<Readonly<Record<string, unknown>>>(query);
  const [first] = rows;
  if (first === undefined) return { columns: [], rows: [] };
  const columns = Object.keys(first);
  return { columns, rows: rows.map((row) => columns.map((column) => row[column])) };
}

function rowOf(fields: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let index = 0;
  for (const field of fields) row[field] = values[index++];
  return row;
}

/** Like Kysely's CamelCasePlugin. */
function camelCase(column: string): string {
  return column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

const names = new Map<string, string>();

/** Matches `select *` and `one.*`, but not `count(*)`. */
const allColumns = /(?:select|returning) \*|\.\*/;

/** Marks a statement to be prepared. `sql` must have a placeholder for every value that changes. */
export function markPrepared(sql: string): void {
  // A migration changes the columns of `*`, and the prepared statement would fail.
  if (allColumns.test(sql)) return;
  // Behind a pooler, processes share connections, so equal names must mean equal statements.
  names.set(sql, `latchkey_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`);
}

/** Returns undefined if the statement is not prepared. */
export function preparedName(sql: string): string | undefined {
  return names.get(sql);
}
