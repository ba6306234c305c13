// How long an application keeps the lines of its two logs, in days; 0: for ever.
// Never changed once released: a later change is a migration of its own.
import type { Kysely } from 'kysely';
import { addNumber } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'applications', 'logDays', 365);
  await addNumber(db, 'applications', 'auditDays', 730);
}
