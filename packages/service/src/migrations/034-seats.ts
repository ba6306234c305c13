// Adds seats: the number of computers that a subscription allows, what people call a computer, and
// which computer a session belongs to.
import type { Kysely } from 'kysely';
import { addNumber, addText } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'plans', 'computers', 1);
  await addText(db, 'devices', 'name', '');
  await addText(db, 'devices', 'system', '');
  await addNumber(db, 'devices', 'lastSeenAt');
  await addText(db, 'sessions', 'hwid');
}
