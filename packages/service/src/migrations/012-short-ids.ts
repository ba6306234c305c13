// Makes a session's short id, the end of its hash, unique within its application. Indexes users by
// email hash.
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Deletes one of two sessions with the same short id (one pair in a million million). Its user
  // signs in again.
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
