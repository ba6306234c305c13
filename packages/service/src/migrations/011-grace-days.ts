// Adds the days for which an ended subscription still works.
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plans add column grace_days bigint not null default 0`.execute(db);
}
