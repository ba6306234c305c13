// Indexes license keys without dashes, so that a key is found as customers send it.
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index licenses_without_dashes on licenses
    (application_id, replace(key_fold, '-', ''))`.execute(db);
}
