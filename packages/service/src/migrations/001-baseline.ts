// Creates the schema of version 0.1.0. Times and durations are `bigint`, because those of lifetime
// licenses exceed 32 bits.
import { PostgresAdapter, sql, type Kysely } from 'kysely';
import { applicationsTables } from './baseline-applications.ts';
import { contentsTables } from './baseline-contents.ts';
import { usersTables } from './baseline-users.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const triggers =
    db.getExecutor().adapter instanceof PostgresAdapter ? postgresqlTrigger : sqliteTrigger;
  for (const statement of [...applicationsTables, ...usersTables, ...contentsTables, ...triggers])
    await sql.raw(statement).execute(db);
}

/**
 * Counts the changes of an application, so that processes can cache its row and check the revision
 * at each request. A trigger counts, because an older process or a person with SQL would not. A
 * migration that recreates the table must recreate the trigger.
 */
const sqliteTrigger = [
  `create trigger applications_revision after update on applications
    when new.revision = old.revision
    begin update applications set revision = old.revision + 1 where id = new.id; end`,
];

const postgresqlTrigger = [
  `create function latchkey_count_revision() returns trigger language plpgsql as
    'begin new.revision := old.revision + 1; return new; end'`,
  `create trigger applications_revision before update on applications
    for each row execute function latchkey_count_revision()`,
];
