// Users of an application in the order of their ids: changes to all of them go part by part along it, and each part reads its own
// users only. Never changed once released: a later change is a migration of its own.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('usersInParts')
    .on('users')
    .columns(['applicationId', 'id'])
    .execute();
}
