// Builds SQL that matches very many texts with one parameter. A list of placeholders would be a
// different statement for each length, and parsing it costs more than finding the rows.
import { PostgresAdapter, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from './schema.ts';

export function isPostgresql(db: Database): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Returns the right side of `in`. If PostgreSQL's planner knew or guessed the number of texts, it
 * might scan the whole table. The nested array hides the number, so the planner uses the index.
 */
export function inList(db: Database, texts: readonly string[]): RawBuilder<string> {
  return isPostgresql(db)
    ? sql<string>`(select unnest(array(select unnest(${sql.val([...texts])}::text[]))))`
    : sql<string>`(select value from json_each(${sql.val(JSON.stringify(texts))}))`;
}

/**
 * Tests whether a row is one of the listed rows of an application. As a pair, because SQLite might
 * otherwise read an index of the whole application instead of the listed rows. PostgreSQL does that
 * too where it knows the application before the list and has not counted its rows yet: the
 * application is an expression of the listed text.
 */
export function isListed(
  db: Database,
  column: string,
  applicationId: string,
  texts: readonly string[],
): RawBuilder<SqlBool> {
  const [table = ''] = column.split('.');
  const pair = sql`(${sql.ref(`${table}.applicationId`)}, ${sql.ref(column)})`;
  const listed = sql.ref('text');
  return isPostgresql(db)
    ? sql`${pair} in (select case when ${listed} is not null then ${applicationId} end, ${listed} from unnest(array(select unnest(${sql.val([...texts])}::text[]))) as ${listed})`
    : sql`${pair} in (select ${applicationId}, value from json_each(${sql.val(JSON.stringify(texts))}))`;
}
