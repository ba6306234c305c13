// Adds the ledger: the sources of a subscription's time. Each existing subscription gets one grant.
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('grants')
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('planId', 'text', (column) =>
      column.notNull().references('plans.id').onDelete('cascade'),
    )
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('licenseKey', 'text')
    .addColumn('actor', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('grantedAt', 'bigint', (column) => column.notNull())
    .addColumn('given', 'bigint', (column) => column.notNull())
    .addColumn('left', 'bigint', (column) => column.notNull())
    .addColumn('revokedAt', 'bigint')
    .addColumn('revokedBy', 'text')
    .addPrimaryKeyConstraint('grantsPosition', ['userId', 'planId', 'position'])
    .execute();
  // Deleting a plan searches for its grants.
  await db.schema.createIndex('grantsPlan').on('grants').column('planId').execute();
  await insertGrants(db);
}

/**
 * Writes the time that was left at the start of a subscription. Settling subtracts the passed time,
 * as for every grant, so no clock is needed. If the subscription names a key that this user
 * redeemed, the key's time and date are written.
 */
async function insertGrants(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into grants (user_id, plan_id, position, source, license_key, granted_at, given, "left")
    select one.user_id, one.plan_id, 1,
      case when one.license_key is null then 'unknown' else 'key' end,
      one.license_key,
      coalesce(licenses.used_at, one.since_at),
      coalesce(licenses.seconds, one.span),
      case when licenses.seconds < one.span then licenses.seconds else one.span end
    from (
      select subscriptions.user_id, plan_id, since_at, license_key, plans.application_id,
        case
          when remaining_seconds is not null then remaining_seconds
          when expires_at > since_at then expires_at - since_at
          else 0
        end as span
      from subscriptions join plans on plans.id = plan_id
    ) as one
    left join licenses on licenses.application_id = one.application_id
      and licenses.key = one.license_key
      and licenses.used_by = one.user_id
  `.execute(db);
}
