// Finds users whose name looks like another one (docs/protocol.md#look-alike-names). Only new names
// are checked; older ones stay valid.
import { isTaken } from '../../database/names.ts';
import type { Database } from '../../database/schema.ts';
import { isAscii, skeletonOf } from '../../skeletons.ts';

/** Whether the name is taken or looks like a taken one. `ignored` is a spelling to skip. */
export async function isUserNameTaken(
  db: Database,
  applicationId: string,
  name: string,
  but = '',
): Promise<boolean> {
  if (await isTaken(db, 'users', applicationId, name, but)) return true;
  return (await looksLike(db, applicationId, name, but)) !== null;
}

/** Returns the user name that this name looks like, or null. */
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
