// Adds customers' pages: the name and the link of an application's page, and the browser of a session.
import { sql, type Kysely } from 'kysely';

const statements = [
  'alter table applications add column page_name text',
  'alter table applications add column page_renew text',
  'create unique index applications_page on applications (page_name)',
  'alter table sessions add column browser text',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
