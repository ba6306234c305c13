// Makes the names of accounts unique whatever their case, as those of users are.
import { sql, type Kysely } from 'kysely';
import { fold } from '@latchkey/protocol/fold.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('usernameFold', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  const { rows } = await sql<{ readonly id: string; readonly username: string }>`
    select id, username from accounts`.execute(db);
  for (const { id, username } of rows)
    await sql`update accounts set username_fold = ${fold(username)} where id = ${id}`.execute(db);
  await sql`
    create unique index accounts_username_fold on accounts
    (application_id, username_fold)`.execute(db);
}
