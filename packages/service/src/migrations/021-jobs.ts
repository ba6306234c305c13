// Adds the table of the seller API's bulk changes in progress, one per application.
import type { Kysely } from 'kysely';
import { ofApplication } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await ofApplication(db.schema.createTable('jobs'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('sellerKey', 'text', (column) => column.notNull())
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('startedAt', 'bigint', (column) => column.notNull())
    .addColumn('pass', 'bigint', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('passed', 'bigint', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addColumn('claimedUntil', 'bigint')
    .addPrimaryKeyConstraint('jobsApplication', ['applicationId'])
    .execute();
  await db.schema.createIndex('jobsClaimed').on('jobs').column('claimedUntil').execute();
}
