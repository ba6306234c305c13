// Adds when a session of a person last had the password entered.
import type { Kysely } from 'kysely';
import { addNumber } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'personSessions', 'confirmedAt');
}
