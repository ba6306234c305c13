// Indexes an application's users by id, so that a batch of a bulk change reads only its own users.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('usersInParts')
    .on('users')
    .columns(['applicationId', 'id'])
    .execute();
}
