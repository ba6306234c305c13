// Adds the numbers by day: counts of an application, its time zone, and the previous sign-in of
// each user, which shows whether a sign-in is the first one of a day, week or month.
import type { Kysely } from 'kysely';
import { addNumber, addText, ofApplication } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'applications', 'timeZone', 'UTC');
  await addNumber(db, 'users', 'previousLoginAt');
  await ofApplication(db.schema.createTable('dayCounts'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('dayCountsKind', ['applicationId', 'day', 'kind'])
    .execute();
  // This table has no index, because most transactions write to it.
  await db.schema
    .createTable('newCounts')
    .addColumn('applicationId', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .execute();
}
