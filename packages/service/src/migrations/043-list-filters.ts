// Indexes the filters of lists in the order of the lists, so that a page of a filter reads only its
// own rows, and the ends of subscriptions.
import { sql, type Kysely } from 'kysely';

const indexes = [
  ['licensesByStatus', 'licenses', ['applicationId', 'status', 'createdAt desc', 'key']],
  ['licensesByLevel', 'licenses', ['applicationId', 'level', 'createdAt desc', 'key']],
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
  // Most keys have the default creator, few users are banned, and few subscriptions are paused.
  await sql`
    create index licenses_by_creator on licenses (application_id, created_by, created_at desc, key)
    where created_by <> 'SellerAPI'`.execute(db);
  await sql`
    create index subscriptions_paused on subscriptions (plan_id, user_id)
    where remaining_seconds is not null`.execute(db);
  await sql`
    create index users_banned on users (application_id, username)
    where banned_reason is not null`.execute(db);
  // Redundant: the new index has this column as its prefix.
  await db.schema.dropIndex('subscriptionsPlan').execute();
}
