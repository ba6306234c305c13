// Reads how many connections a PostgreSQL server accepts.
import { sql } from 'kysely';
import { isPostgresql } from './in-list.ts';
import type { Database } from './schema.ts';

/** Excludes the connections reserved for administrators. Returns null for SQLite. */
export async function connectionLimitOf(db: Database): Promise<number | null> {
  if (!isPostgresql(db)) return null;
  const { rows } = await sql<{ count: number }>`
    select current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int as count`.execute(db);
  return rows[0]?.count ?? null;
}
