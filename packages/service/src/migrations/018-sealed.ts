// Tokens are found by a keyed hash, and lie sealed beside it. What is there already is sealed by the first start (sealing.ts): no
// migration has the service's secret. Never changed once released: a later change is a migration of its own.
import type { Kysely } from 'kysely';
import { addText } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'tokens', 'sealed');
}
