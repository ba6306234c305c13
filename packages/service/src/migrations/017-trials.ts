// Adds the free trial of an application, and the computers that had one. They outlive their users.
import { sql, type Kysely } from 'kysely';

const statements = [
  'alter table applications add column trial_plan_id text',
  'alter table applications add column trial_days bigint not null default 0',
  `create table trials (
    application_id text not null references applications (id) on delete cascade,
    computer text not null,
    expires_at bigint not null,
    constraint trials_computer primary key (application_id, computer)
  )`,
  'create index trials_expires_at on trials (expires_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
