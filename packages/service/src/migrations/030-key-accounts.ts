// Marks users whose password is a license key, so that reading seller keys see neither the key nor
// the device of such an account (docs/protocol.md#masked-accounts).
import { sql, type Kysely } from 'kysely';
import { addNumber } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'users', 'passwordIsKey', 0);
  // Users that were imported before their license are not marked yet.
  await sql`
    update users set name_is_key = 1
    where name_is_key = 0 and exists (
      select 1 from licenses
      where licenses.application_id = users.application_id and licenses.key_fold = users.username_fold
    )`.execute(db);
  await sql`update users set password_is_key = 1 where name_is_key = 1`.execute(db);
  // Finds these few users: those who were renamed, or registered with a key as password.
  await sql`
    create index users_with_key_password on users (application_id)
    where password_is_key = 1 and name_is_key = 0`.execute(db);
  await db.schema.createIndex('devicesByHwid').on('devices').column('hwid').execute();
}
