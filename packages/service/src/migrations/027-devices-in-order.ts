// Indexes a user's devices in the order of their addition, because every check reads the first one.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('devicesInOrder')
    .on('devices')
    .columns(['userId', 'addedAt', 'hwid'])
    .execute();
}
