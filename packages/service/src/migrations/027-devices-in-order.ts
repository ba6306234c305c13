// The devices of a user in the order in which they were added: a check asks for the first of them each time.
// Never changed once released: a later change is a migration of its own.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('devicesInOrder')
    .on('devices')
    .columns(['userId', 'addedAt', 'hwid'])
    .execute();
}
