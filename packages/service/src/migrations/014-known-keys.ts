// Which signing keys the program knew that signed in, so that a seller sees when an old one can be retired (contract 0.17). Never
// changed once released: a later change is a migration of its own.
import type { Kysely } from 'kysely';
import { addText } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'knownAddresses', 'keyIds');
}
