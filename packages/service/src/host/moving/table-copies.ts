// Copies all rows between a SQLite file and a PostgreSQL database with the same tables, and sums
// them up so that both can be compared. All columns are text or integers.
import { createHash } from 'node:crypto';
import type BetterSqlite3 from 'better-sqlite3';
import type { Client } from 'pg';

export type Value = string | number | bigint | null;
type Row = readonly Value[];

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The types of the columns, the same in both databases. */
  readonly types: readonly string[];
}

export interface Side {
  readonly read: (table: Table) => AsyncIterable<readonly Row[]>;
  readonly write: (table: Table, rows: readonly Row[]) => Promise<void>;
}

export interface Sum {
  readonly rows: number;
  /** The sum of the rows' hashes, which does not depend on their order. */
  readonly hash: bigint;
}

const rowsAtOnce = 2000;
const ownRecord = 'kysely_migration';

/** Returns the tables, each after those that its foreign keys name. */
export function tablesOf(sqlite: BetterSqlite3.Database): readonly Table[] {
  const names = sqlite
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[]; // one text column
  const waiting = new Set(names.filter((name) => name !== ownRecord));
  const parents = new Map(names.map((name) => [name, parentsOf(sqlite, name)]));
  const sorted: string[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter((name) =>
      parents.get(name)?.every((parent) => parent === name || !waiting.has(parent)),
    );
    if (ready.length === 0)
      throw new Error(`Foreign keys form a circle: ${[...waiting].join(', ')}`);
    for (const name of ready) waiting.delete(name);
    sorted.push(...ready);
  }
  return sorted.map((name) => tableOf(sqlite, name));
}

function parentsOf(sqlite: BetterSqlite3.Database, name: string): readonly string[] {
  const keys = sqlite.pragma(`foreign_key_list("${name}")`) as { table: string }[]; // its column
  return keys.map(({ table }) => table);
}

function tableOf(sqlite: BetterSqlite3.Database, name: string): Table {
  const columns = sqlite.pragma(`table_info("${name}")`) as { name: string; type: string }[]; // its columns
  return {
    name,
    columns: columns.map((column) => column.name),
    types: columns.map(({ type }) => type.toLowerCase()),
  };
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

export function sqliteSide(sqlite: BetterSqlite3.Database): Side {
  return {
    async *read({ name, columns }) {
      let rows: Row[] = [];
      const all = sqlite
        .prepare(`select ${quoted(columns)} from "${name}"`)
        .raw()
        .safeIntegers();
      for (const row of all.iterate()) {
        rows.push(row as Row); // columns are text or integers
        if (rows.length < rowsAtOnce) continue;
        yield rows;
        rows = [];
      }
      yield rows;
      await Promise.resolve();
    },
    write({ name, columns }, rows) {
      const insert = sqlite.prepare(
        `insert into "${name}" (${quoted(columns)}) values (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows) insert.run(...row);
      return Promise.resolve();
    },
  };
}

/** Reads and writes in the transaction of the client. */
export function postgresqlSide(client: Client): Side {
  return {
    async *read({ name, columns, types }) {
      await client.query(
        `declare moved no scroll cursor for select ${quoted(columns)} from "${name}"`,
      );
      for (;;) {
        const { rows } = await client.query<(string | null)[]>({
          text: `fetch ${rowsAtOnce} from moved`,
          rowMode: 'array',
        });
        yield rows.map((row) =>
          row.map((value, at) => (value !== null && types[at] !== 'text' ? BigInt(value) : value)),
        );
        if (rows.length < rowsAtOnce) break;
      }
      await client.query('close moved');
    },
    async write({ name, columns, types }, rows) {
      if (rows.length === 0) return;
      const values = types.map((type, at) => `$${at + 1}::${type}[]`).join(', ');
      const byColumn = columns.map((_, at) => rows.map((row) => textOf(row[at] ?? null)));
      await client.query(
        `insert into "${name}" (${quoted(columns)}) select * from unnest(${values})`,
        byColumn,
      );
    },
  };
}

function textOf(value: Value): string | null {
  return value === null ? null : String(value);
}

export async function copyTable(
  from: Side,
  to: Side,
  table: Table,
  onRows: (rows: number) => void,
): Promise<Sum> {
  return sumOf(from, table, async (rows) => {
    await to.write(table, rows);
    onRows(rows.length);
  });
}

export async function sumOf(
  side: Side,
  table: Table,
  onRows: (rows: readonly Row[]) => Promise<void> = () => Promise.resolve(),
): Promise<Sum> {
  let [count, hash] = [0, 0n];
  for await (const rows of side.read(table)) {
    count += rows.length;
    for (const row of rows) hash = BigInt.asUintN(64, hash + hashOf(row));
    await onRows(rows);
  }
  return { rows: count, hash };
}

function hashOf(row: Row): bigint {
  const text = JSON.stringify(row.map(textOf));
  return createHash('sha256').update(text).digest().readBigUInt64LE();
}
