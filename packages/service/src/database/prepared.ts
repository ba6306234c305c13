// Which statements PostgreSQL keeps prepared on each connection, so that it does not plan them anew at each request: those that
// `statement` builds, whose number and text are fixed. Others have as many texts as there are lists and filters.
import { createHash } from 'node:crypto';

const names = new Map<string, string>();

/** `sql`: with placeholders for all that changes. */
export function keepPrepared(sql: string): void {
  // What a star stands for changes with a migration, and a prepared statement would fail then.
  if (sql.includes('*')) return;
  // By its text, so that behind a pooler one name is one statement for every process.
  names.set(sql, `latchkey_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`);
}

/** What it is called on every connection; undefined: it is sent as it is. */
export function preparedName(sql: string): string | undefined {
  return names.get(sql);
}
