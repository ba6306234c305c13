// Statements that requests run all the time: built and compiled once for each kind of database, because building one costs
// more than running it. Anything else is plain Kysely where it is needed.
import type {
  Compilable,
  CompiledQuery,
  DatabaseConnection,
  DialectAdapter,
  KyselyPlugin,
  QueryResult,
  UnknownRow,
} from 'kysely';
import type { DirectReads, ListConnection, Lists, ReadingAdapter } from './lists.ts';
import type { Database } from './schema.ts';
import { createHash } from 'node:crypto';

/** Stands in a statement for a value of each run. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

interface Known {
  readonly query: CompiledQuery;
  /** What its columns are called here, as soon as they are known. */
  fields: readonly string[];
}

/**
 * `build` is called once and must not decide anything by its values: they are placeholders. The function that is returned
 * gives the rows.
 */
export function statement<Values extends Readonly<Record<string, string | number | null>>, Row>(
  build: (db: Database, values: Values) => Compilable<Row>,
): (db: Database, values: Values) => Promise<readonly Row[]> {
  const compiled = new WeakMap<object, Known>();
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values; // only ever handed to the builder
  return async (db, values) => {
    // Every connection and transaction of one database has the same.
    const executor = db.getExecutor();
    let known = compiled.get(executor.adapter);
    if (known === undefined) {
      known = { query: build(db, slots).compile(), fields: [] };
      keepPrepared(known.query.sql);
      compiled.set(executor.adapter, known);
    }
    const parameters = known.query.parameters.map((one) =>
      one instanceof Slot ? values[one.name] : one,
    );
    const query = { ...known.query, parameters };
    // A transaction reads on its own connection, where it sees what it wrote.
    const direct =
      db.isTransaction || !isRead.test(query.sql) ? null : directReadsOf(executor.adapter);
    // Without Kysely's way through every row: only the names are to be ours.
    const { columns, rows } = await (direct?.read(query) ??
      executor.provideConnection((connection) => listsOf(connection, query)));
    if (known.fields.length === 0) known.fields = columns.map(camelCase);
    const { fields } = known;
    const all = rows.map((row) => rowOf(fields, row) as Row); // as the query says
    return executor.plugins.length === 1 ? all : throughOthers(executor.plugins, query, all);
  };
}

/** Whoever looks at all queries sees these too. The names' plugin is the first, and has nothing left to do. */
async function throughOthers<Row>(
  [, ...others]: readonly KyselyPlugin[],
  { queryId }: CompiledQuery,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  let result: QueryResult<UnknownRow> = { rows: rows as UnknownRow[] }; // objects, whatever is in them
  for (const plugin of others) result = await plugin.transformResult({ queryId, result });
  return result.rows as Row[]; // the same rows
}

const isRead = /^select /;

function directReadsOf(adapter: DialectAdapter): DirectReads | null {
  return 'reads' in adapter ? (adapter as DialectAdapter & ReadingAdapter).reads : null; // ours
}

async function listsOf(connection: DatabaseConnection, query: CompiledQuery): Promise<Lists> {
  if ('executeLists' in connection) return (connection as ListConnection).executeLists(query); // ours
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

/** As the plugin of the other queries has it. */
function camelCase(column: string): string {
  return column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

const names = new Map<string, string>();

/** `sql`: with placeholders for all that changes. */
export function keepPrepared(sql: string): void {
  // What a star stands for changes with a migration, and a prepared statement would fail then.
  if (sql.includes('*')) return;
  // By its text, so that behind a pooler one name is one statement for every process.
  names.set(sql, `latchkey_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`);
}

/** What it is called on every connection; undefined: it is sent as it is. */
export function preparedName(sql: string): string | undefined {
  return names.get(sql);
}
