// Records whether banning a license also banned its user, so that unbanning the license lifts only
// that ban.
import type { Kysely } from 'kysely';
import { addNumber } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'licenses', 'bannedUser', 0);
}
