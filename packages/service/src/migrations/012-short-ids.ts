// Sessions have a short id, the end of their hash, that no other session of the application has; users are found by their mail
// address. Never changed once released: a later change is a migration of its own.
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Of two that end alike one is gone, and its user signs in again: one pair in a million million.
  await sql`
    delete from sessions where id_hash in (
      select max(id_hash) from sessions
      group by application_id, substr(id_hash, length(id_hash) - 9) having count(*) > 1
    )`.execute(db);
  await sql`
    create unique index sessions_short_id
    on sessions (application_id, substr(id_hash, length(id_hash) - 9))`.execute(db);
  await db.schema
    .createIndex('usersEmail')
    .on('users')
    .columns(['applicationId', 'emailHash'])
    .execute();
}
