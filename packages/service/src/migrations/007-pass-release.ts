// Adds the setting `passrelease`.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('applications')
    .addColumn('passRelease', 'text', (column) => column.notNull().defaultTo('wait'))
    .execute();
}
