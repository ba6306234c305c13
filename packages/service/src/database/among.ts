// What is among very many texts, in `where`: one parameter however many they are. A list of placeholders is a statement of its own
// for each length, and parsing it costs more than finding the rows.
import { PostgresAdapter, sql, type RawBuilder } from 'kysely';
import type { Database } from './schema.ts';

export function isPostgresql(db: Database): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * For `in`. Where PostgreSQL knows or guesses how many they are it may read the whole table for them; it looks for each of an array that
 * it knows nothing of by the index.
 */
export function among(db: Database, texts: readonly string[]): RawBuilder<string> {
  return isPostgresql(db)
    ? sql<string>`(select unnest(array(select unnest(${sql.val([...texts])}::text[]))))`
    : sql<string>`(select value from json_each(${sql.val(JSON.stringify(texts))}))`;
}

/**
 * For `from`: rows of texts, all of one length, in `column1`, `column2` and so on. One parameter, or one for each column, however many
 * rows they are.
 */
export function asTable(
  db: Database,
  rows: readonly (readonly string[])[],
  columns: number,
): RawBuilder<unknown> {
  const all = Array.from({ length: columns }, (_, at) => at);
  if (!isPostgresql(db)) {
    const named = all.map((at) => sql`value ->> ${sql.lit(at)} as ${sql.ref(`column${at + 1}`)}`);
    return sql`(select ${sql.join(named)} from json_each(${sql.val(JSON.stringify(rows))}))`;
  }
  const arrays = all.map((at) => sql`${sql.val(rows.map((row) => row[at]))}::text[]`);
  const names = all.map((at) => sql.ref(`column${at + 1}`));
  return sql`(select * from unnest(${sql.join(arrays)}) as texts (${sql.join(names)}))`;
}
