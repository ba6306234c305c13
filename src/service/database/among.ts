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
