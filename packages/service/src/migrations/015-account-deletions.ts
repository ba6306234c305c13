// Adds when an account is deleted at the request of its user. Few accounts have it.
import { sql, type Kysely } from 'kysely';

const statements = [
  'alter table users add column deletes_at bigint',
  'create index users_deletes_at on users (deletes_at) where deletes_at is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
