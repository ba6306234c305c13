// Adds the retention of an application's two logs, in days; 0: forever.
import type { Kysely } from 'kysely';
import { addNumber } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'applications', 'logDays', 365);
  await addNumber(db, 'applications', 'auditDays', 730);
}
