// Records each ban of a user separately, so that lifting one leaves the others. Adds the setting
// `banAddress`, and facts about the service itself.
import { sql, type Kysely } from 'kysely';
import { addNumber, ofUser } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await ofUser(db.schema.createTable('bans'))
    .addColumn('licenseKey', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('withAddress', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('bansLicenseKey', ['userId', 'licenseKey'])
    .execute();
  await moveBans(db);
  await db.schema.alterTable('licenses').dropColumn('bannedUser').execute();
  await addNumber(db, 'applications', 'banAddress', 0);
  await db.schema
    .createTable('facts')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}

/**
 * Earlier bans included the address. A user's reason that matches no banned key belongs to a ban
 * without a key, which gets its own row.
 */
async function moveBans(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into bans (user_id, license_key, reason, position, with_address)
    select users.id, licenses.key, coalesce(licenses.banned_reason, ''), 1, 1
    from users join licenses on licenses.used_by = users.id and licenses.application_id = users.application_id
    where users.banned_reason is not null and licenses.status = 'banned' and licenses.banned_user = 1
  `.execute(db);
  await sql`
    insert into bans (user_id, license_key, reason, position, with_address)
    select users.id, '', users.banned_reason, 2, 1 from users
    where users.banned_reason is not null and not exists (
      select 1 from bans where bans.user_id = users.id and bans.reason = users.banned_reason
    )
  `.execute(db);
}
