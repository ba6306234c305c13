// Counts the rows of each table of a SQLite file, and hashes them, so that a copy can be compared.
import { createHash } from 'node:crypto';
import type BetterSqlite3 from 'better-sqlite3';

export interface TableSum {
  readonly rows: number;
  /** The hash of all rows, in the order of the file. */
  readonly sha256: string;
}

/** By name of the table. `sqlite_schema` has the definitions of tables, indexes and triggers. */
export type TableSums = Readonly<Record<string, TableSum>>;

export function sumTables(sqlite: BetterSqlite3.Database): TableSums {
  const names = sqlite
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[]; // one text column
  const schema = 'select type, name, sql from sqlite_schema order by type, name';
  return {
    sqlite_schema: sumRows(sqlite, schema),
    ...Object.fromEntries(names.map((name) => [name, sumRows(sqlite, `select * from "${name}"`)])),
  };
}

function sumRows(sqlite: BetterSqlite3.Database, query: string): TableSum {
  const hash = createHash('sha256');
  let rows = 0;
  for (const row of sqlite.prepare(query).raw().iterate()) {
    hash.update(`${JSON.stringify(row)}\n`);
    rows += 1;
  }
  return { rows, sha256: hash.digest('hex') };
}
