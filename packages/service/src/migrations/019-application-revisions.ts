// Counts the changes of an application, so that processes can cache its row and check the revision
// at each request. A trigger counts, because an older process or a person with SQL would not. A
// migration that recreates the table must recreate the trigger.
import { PostgresAdapter, sql, type Kysely } from 'kysely';
import { addNumber } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'applications', 'revision', 0);
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) {
    await sql`
      create trigger applications_revision after update on applications
      when new.revision = old.revision
      begin update applications set revision = old.revision + 1 where id = new.id; end`.execute(db);
    return;
  }
  await sql`
    create function latchkey_count_revision() returns trigger language plpgsql as
    'begin new.revision := old.revision + 1; return new; end'`.execute(db);
  await sql`
    create trigger applications_revision before update on applications
    for each row execute function latchkey_count_revision()`.execute(db);
}
