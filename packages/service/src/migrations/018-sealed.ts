// Finds tokens by a keyed hash, and seals them beside it. The first start seals existing ones
// (sealing.ts), because a migration has no access to the service's secret.
import type { Kysely } from 'kysely';
import { addText } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'tokens', 'sealed');
}
