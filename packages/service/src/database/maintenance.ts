// Runs maintenance statements: rewrites columns in batches, wipes old content of SQLite's file.
import { sql } from 'kysely';
import { asTable, isPostgresql } from './in-list.ts';
import type { Database } from './schema.ts';

/** Reads the next texts that are not null, in the order of `id`, after the id `after`. */
export async function readTexts(
  db: Database,
  table: string,
  column: string,
  after: string,
  limit: number,
): Promise<readonly { readonly id: string; readonly text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    select ${sql.ref('id')}, ${sql.ref(column)} as text from ${sql.table(table)}
    where ${sql.ref('id')} > ${after} and ${sql.ref(column)} is not null
    order by ${sql.ref('id')} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/**
 * Replaces texts. Each row of `batch` has id, old text and new text. Skips rows whose text has
 * changed meanwhile.
 */
export async function replaceTexts(
  db: Database,
  table: string,
  column: string,
  batch: readonly (readonly string[])[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref('part.column3')}
    from ${asTable(db, batch, 3)} as part
    where ${sql.ref(`${table}.id`)} = ${sql.ref('part.column1')}
    and ${sql.ref(`${table}.${column}`)} = ${sql.ref('part.column2')}`.execute(db);
}

/** Replaces tokens. Each row of `batch` has application id, token, lookup key and sealed token. */
export async function replaceTokens(
  db: Database,
  batch: readonly (readonly string[])[],
): Promise<void> {
  await sql`
    update tokens set token = part.column3, sealed = part.column4
    from ${asTable(db, batch, 4)} as part
    where tokens.${sql.ref('applicationId')} = part.column1 and tokens.token = part.column2
    and tokens.sealed is null`.execute(db);
}

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

/** SQLite only. Rewrites the file without free pages. */
export async function vacuum(db: Database): Promise<void> {
  await sql`vacuum`.execute(db);
}

/** SQLite only. Checkpoints and empties the WAL. Returns false if the WAL is in use. */
export async function truncateWal(db: Database): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}
