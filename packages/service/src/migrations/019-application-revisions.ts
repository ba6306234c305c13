// Applications count their changes, so that a process may keep one in memory and know at each request whether it is still the same.
// The database counts by itself: whoever changes one, an older process of this service or a person with SQL, cannot forget it.
// Never changed once released: a later change is a migration of its own. One that makes the table anew makes the trigger anew.
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
