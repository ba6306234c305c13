// Adds `tokens.sealed` for the encrypted token. The first start fills it (host/sealing.ts), because
// a migration has no access to the secret.
import type { Kysely } from 'kysely';
import { addText } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'tokens', 'sealed');
}
