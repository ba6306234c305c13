// Whether the ban of a license also banned its user, so that lifting it lifts that one too, and no other.
// Never changed once released: a later change is a migration of its own.
import type { Kysely } from 'kysely';
import { addNumber } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'licenses', 'bannedUser', 0);
}
