// Reads the schema from the database itself, so that bystanders cover new tables and columns.
import { sql } from 'kysely';
import type { Database } from '../../../src/database/schema.ts';

export type Dialect = 'sqlite' | 'postgresql';

interface Reference {
  readonly columns: readonly string[];
  readonly table: string;
  readonly targets: readonly string[];
}

/** All names are those of the database. */
export interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly isText: boolean }[];
  readonly key: readonly string[];
  /** Columns of the key and of unique constraints. */
  readonly unique: ReadonlySet<string>;
  readonly references: readonly Reference[];
  /** Columns with the id of the row or of its owner. The service generates these ids. */
  readonly ids: readonly string[];
}

/** `new_counts` has no key: its rows are anonymous, and move to `day_counts` within seconds. */
const withoutBystanders: ReadonlySet<string> = new Set(['kysely_migration', 'new_counts']);

export async function readTables(db: Database, dialect: Dialect): Promise<readonly Table[]> {
  const parts = dialect === 'sqlite' ? await readSqlite(db) : await readPostgresql(db);
  const names = [...new Set(parts.columns.map((column) => column.table))].sort();
  const tables = names
    .filter((name) => !withoutBystanders.has(name) && !name.startsWith('bystander_'))
    .map((name) => ({
      name,
      columns: parts.columns
        .filter((column) => column.table === name)
        .map((column) => ({ name: column.name, isText: /text|char/i.test(column.type) })),
      key: parts.unique.flatMap((one) =>
        one.table === name && one.isKey ? one.columns.split(',') : [],
      ),
      unique: new Set(
        parts.unique.flatMap((one) => (one.table === name ? one.columns.split(',') : [])),
      ),
      references: parts.references.flatMap((reference) =>
        reference.table === name
          ? [
              {
                columns: reference.columns.split(','),
                table: reference.target,
                targets: reference.targets.split(','),
              },
            ]
          : [],
      ),
    }));
  return withIds(tables);
}

/**
 * Adds the id columns: single-column keys, references to them, and each `application_id` and
 * `user_id`.
 */
function withIds(tables: readonly Omit<Table, 'ids'>[]): readonly Table[] {
  const ids = new Map(
    tables.map(({ name, columns, key }) => [
      name,
      new Set([
        ...(key.length === 1 ? key : []),
        ...columns
          .map((column) => column.name)
          .filter((one) => /^(application|user)_id$/.test(one)),
      ]),
    ]),
  );
  for (const _ of tables)
    for (const { name, references } of tables)
      for (const { columns, table, targets } of references)
        for (const [index, column] of columns.entries())
          if (ids.get(table)?.has(targets[index] ?? '')) ids.get(name)?.add(column);
  return tables.map((table) => ({ ...table, ids: [...(ids.get(table.name) ?? [])] }));
}

interface Parts {
  readonly columns: readonly { table: string; name: string; type: string }[];
  /** Columns joined by commas. */
  readonly unique: readonly { table: string; columns: string; isKey: number }[];
  readonly references: readonly {
    table: string;
    columns: string;
    target: string;
    targets: string;
  }[];
}

async function readSqlite(db: Database): Promise<Parts> {
  const tables = sql`(select name from sqlite_master where type = 'table') as tables`;
  const columns = await sql<Parts['columns'][number]>`
    select tables.name as "table", one.name, one.type from ${tables}, pragma_table_info(tables.name) as one
    order by tables.name, one.cid`.execute(db);
  const unique = await sql<Parts['unique'][number]>`
    select tables.name as "table", one.origin = 'pk' as is_key,
      (select group_concat(name) from (select name from pragma_index_info(one.name) order by seqno)) as columns
    from ${tables}, pragma_index_list(tables.name) as one where one."unique" = 1`.execute(db);
  const references = await sql<Parts['references'][number]>`
    select tables.name as "table", one."table" as target, group_concat(one."from") as columns,
      group_concat(one."to") as targets
    from ${tables}, pragma_foreign_key_list(tables.name) as one group by tables.name, one.id`.execute(
    db,
  );
  return {
    columns: columns.rows,
    // An index over an expression has no columns.
    unique: unique.rows.filter(({ columns: names }) => names),
    references: references.rows,
  };
}

async function readPostgresql(db: Database): Promise<Parts> {
  const columns = await sql<Parts['columns'][number]>`
    select table_name as "table", column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'
    order by table_name, ordinal_position`.execute(db);
  const columnNames = (relation: string, numbers: string) => sql`
    (select string_agg(attname, ',' order by place) from unnest(${sql.raw(numbers)}) with ordinality as one(number, place)
     join pg_attribute on attrelid = ${sql.raw(relation)} and attnum = one.number)`;
  const unique = await sql<Parts['unique'][number]>`
    select relname as "table", indisprimary::int as is_key, ${columnNames('indrelid', 'indkey::int2[]')} as columns
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and indisunique`.execute(db);
  const references = await sql<Parts['references'][number]>`
    select conrelid::regclass::text as "table", confrelid::regclass::text as target,
      ${columnNames('conrelid', 'conkey')} as columns, ${columnNames('confrelid', 'confkey')} as targets
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'`.execute(db);
  return { columns: columns.rows, unique: unique.rows, references: references.rows };
}
