// Whether a user has a name that looks like another one (contract 0.22). Asked when a name is made; names that were there before
// go on working.
import { isTaken } from '../../database/names.ts';
import type { Database } from '../../database/schema.ts';
import { isAscii, skeletonOf } from '../../skeletons.ts';

/** Whether there is such a user already, or one whose name looks like it. `but`: not the one of this spelling. */
export async function isUserNameTaken(
  db: Database,
  applicationId: string,
  name: string,
  but = '',
): Promise<boolean> {
  if (await isTaken(db, 'users', applicationId, name, but)) return true;
  return (await looksLike(db, applicationId, name, but)) !== null;
}

/** The name of a user that this one looks like; null: there is none. */
export async function looksLike(
  db: Database,
  applicationId: string,
  name: string,
  but = '',
): Promise<string | null> {
  const alike = await db
    .selectFrom('users')
    .select('username')
    .where('applicationId', '=', applicationId)
    .where('skeleton', '=', skeletonOf(name))
    .where('username', '<>', but)
    .execute();
  const found = alike.find(({ username }) => !isAscii(name) || !isAscii(username));
  return found?.username ?? null;
}
