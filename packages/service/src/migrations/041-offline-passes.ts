// Adds offline passes: how long they are valid, and until when a computer has one.
import type { Kysely } from 'kysely';
import { addNumber, ofUser } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'applications', 'offlineHours', 0);
  await ofUser(db.schema.createTable('offlinePasses'))
    .addColumn('hwid', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('endsAt', 'bigint', (column) => column.notNull())
    .addColumn('seatHeld', 'bigint', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('offlinePassesKey', ['userId', 'hwid'])
    .execute();
}
