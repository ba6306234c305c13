// Keeps the planner's statistics of the tables.
import { sql } from 'kysely';
import { isPostgresql } from './in-list.ts';
import type { Database } from './schema.ts';

/** Rows of an index that SQLite reads for its statistics: a few milliseconds for a large file. */
const analysedRows = 400;

/**
 * Measures the tables, so that the planner knows which index finds few rows. SQLite measures those
 * that have changed much, and blocks all requests meanwhile.
 */
export async function refreshStatistics(db: Database): Promise<void> {
  if (isPostgresql(db)) return void (await sql`analyze`.execute(db));
  await sql`pragma analysis_limit = ${sql.lit(analysedRows)}`.execute(db);
  // 2: measure. 65536: also tables that this connection has not read yet.
  await sql`pragma optimize = ${sql.lit(2 + 65_536)}`.execute(db);
  // SECURITY: samples of names and keys, which would outlive deleted users. The counts suffice.
  const { rows } = await sql`select 1 from sqlite_master where name = 'sqlite_stat4'`.execute(db);
  if (rows.length > 0) await sql`delete from sqlite_stat4`.execute(db);
}
