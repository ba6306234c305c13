// Indexes the filters of lists in the order of the lists, so that a page of a filter reads only its
// own rows, and the ends of subscriptions.
import { sql, type Kysely } from 'kysely';

const indexes = [
  ['licensesByStatus', 'licenses', ['applicationId', 'status', 'createdAt desc', 'key']],
  ['licensesByLevel', 'licenses', ['applicationId', 'level', 'createdAt desc', 'key']],
  ['licensesByCreator', 'licenses', ['applicationId', 'createdBy', 'createdAt desc', 'key']],
  ['auditLogsByKey', 'auditLogs', ['applicationId', 'sellerKey', 'writtenAtMs desc', 'id']],
  ['subscriptionsEnd', 'subscriptions', ['planId', 'expiresAt']],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, table, columns] of indexes)
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute();
  // Few users are banned.
  await sql`
    create index users_banned on users (application_id, username)
    where banned_reason is not null`.execute(db);
  // Redundant: the new index has this column as its prefix.
  await db.schema.dropIndex('subscriptionsPlan').execute();
}
