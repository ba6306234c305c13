// Detects a database that takes no writes, such as the former primary after a failover.
import { sql } from 'kysely';
import { isPostgresql } from './in-list.ts';
import type { Database } from './schema.ts';

/** Returns false for SQLite, where a file that cannot be written shows in the data folder. */
export async function isReadOnly(db: Database): Promise<boolean> {
  if (!isPostgresql(db)) return false;
  const { rows } = await sql<{
    readOnly: string;
  }>`select current_setting('transaction_read_only') as read_only`.execute(db);
  return rows[0]?.readOnly === 'on';
}
