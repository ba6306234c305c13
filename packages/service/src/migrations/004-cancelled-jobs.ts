// Adds to bulk changes who began them, and how and when they ended, so that they can be cancelled.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('jobs')
    .addColumn('actor', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await schema.alterTable('jobs').addColumn('cancelled', 'text').execute();
  await schema.alterTable('jobs').addColumn('endedAt', 'bigint').execute();
}
