// Separates events and log lines of strangers from those of users, and adds counts of dropped ones.
import { sql, type Kysely } from 'kysely';
import { addNumber, ofApplication } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'deliveries', 'ofStrangers', 0);
  await ofApplication(db.schema.createTable('drops'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('sinceAt', 'bigint', (column) => column.notNull())
    .addColumn('lastAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('dropsKind', ['applicationId', 'kind'])
    .execute();
  for (const [name, whose] of [
    ['logs_of_strangers', 'is null'],
    ['logs_of_users', 'is not null'],
  ] as const)
    await sql`
      create index ${sql.raw(name)} on logs (application_id, written_at_ms)
      where username ${sql.raw(whose)}`.execute(db);
}
