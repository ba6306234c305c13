// Makes the names of accounts unique whatever their case, as those of users are.
import { sql, type Kysely } from 'kysely';
import { fold } from '@latchkey/protocol/fold.ts';

interface Account {
  readonly id: string;
  readonly applicationId: string;
  readonly username: string;
}

/** Of two names that differ only in case, the younger account gets a number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('usernameFold', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  const { rows } = await sql<Account>`
    select id, application_id as "applicationId", username from accounts
    order by created_at, id`.execute(db);
  const taken = new Set<string>();
  for (const { id, applicationId, username } of rows) {
    const placeOf = (name: string) => JSON.stringify([applicationId, fold(name)]);
    let name = username;
    for (let count = 2; taken.has(placeOf(name)); count += 1) name = `${username} ${count}`;
    taken.add(placeOf(name));
    await sql`
      update accounts set username = ${name}, username_fold = ${fold(name)}
      where id = ${id}`.execute(db);
  }
  await sql`
    create unique index accounts_username_fold on accounts
    (application_id, username_fold)`.execute(db);
}
