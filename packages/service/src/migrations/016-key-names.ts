// Marks users whose name is a license key, so that the name stays recognisable after the license is
// deleted.
import { sql, type Kysely } from 'kysely';
import { addNumber } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'users', 'nameIsKey', 0);
  await sql`
    update users set name_is_key = 1
    where exists (
      select 1 from licenses
      where licenses.application_id = users.application_id and licenses.key_fold = users.username_fold
    ) or exists (
      select 1 from grants
      where grants.user_id = users.id and lower(grants.license_key) = lower(users.username)
    )`.execute(db);
}
