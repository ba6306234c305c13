// Records the signing keys that a program knew at sign-in, so that a seller sees when an old one
// can be retired (docs/protocol.md#signing-keys).
import type { Kysely } from 'kysely';
import { addText } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'knownAddresses', 'keyIds');
}
