// Adds the features of subscriptions and users, and the feature that a release requires.
import { sql, type Kysely } from 'kysely';

const statements = [
  'alter table plans add column features text',
  'alter table users add column features text',
  'alter table releases add column feature text',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
