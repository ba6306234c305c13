// Which version of the program signed in, so that it can be told when it is soon no longer taken. Never changed once released: a
// later change is a migration of its own.
import type { Kysely } from 'kysely';
import { addText } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'sessions', 'version');
}
