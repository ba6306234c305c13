// Adds what users do in their account without the seller: removing computers, changing the password
// and ending sessions. Also adds the reasons of ended sessions.
import type { Kysely } from 'kysely';
import { addNumber, ofApplication, ofUser } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'applications', 'resets', 0);
  await addNumber(db, 'applications', 'passwordChanges', 1);
  await addNumber(db, 'applications', 'ownSessions', 0);
  await addNumber(db, 'applications', 'sessionLimit', 0);
  await addNumber(db, 'sessions', 'signedInAt');
  await addNumber(db, 'sessions', 'lastSeenAt');
  await ofUser(db.schema.createTable('computerRemovals'))
    .addColumn('ticket', 'text', (column) => column.primaryKey())
    .addColumn('removedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('computerRemovalsUser')
    .on('computerRemovals')
    .columns(['userId', 'removedAt'])
    .execute();
  await ofApplication(db.schema.createTable('endedSessions'))
    .addColumn('idHash', 'text', (column) => column.primaryKey())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('endedSessionsEnd')
    .on('endedSessions')
    .columns(['expiresAt'])
    .execute();
}
