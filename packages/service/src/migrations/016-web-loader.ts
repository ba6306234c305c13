// Adds the setting `webloader`, and the tokens that sessions of customers' pages give to programs.
import { sql, type Kysely } from 'kysely';

const statements = [
  'alter table applications add column web_loader bigint not null default 0',
  'alter table sessions add column program_token text',
  'alter table sessions add column program_token_ends_at bigint',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
