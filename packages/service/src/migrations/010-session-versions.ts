// Adds a session's program version, so that users are warned before it is no longer accepted.
import type { Kysely } from 'kysely';
import { addText } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'sessions', 'version');
}
