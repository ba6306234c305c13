// Adds the history of users: a row for each sign-in, refusal and redeem, with the application's
// retention in days. Bans store when they began and who began them.
import type { Kysely } from 'kysely';
import { addNumber, addText, ofUser } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'applications', 'historyDays', 90);
  await addNumber(db, 'bans', 'bannedAt');
  await addText(db, 'bans', 'bannedBy');
  await ofUser(db.schema.createTable('history'))
    // No foreign key, because rows are written often. The user already has one.
    .addColumn('applicationId', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('writtenAtMs', 'bigint', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('computer', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    // Ids are in the order of time, so this is also the order of the sweep.
    .addPrimaryKeyConstraint('historyId', ['applicationId', 'id'])
    .execute();
  await db.schema.createIndex('historyUser').on('history').columns(['userId', 'id']).execute();
}
