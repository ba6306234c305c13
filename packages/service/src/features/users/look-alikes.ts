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
  ignored = '',
): Promise<boolean> {
  if (await isTaken(db, 'users', applicationId, name, ignored)) return true;
  return (await findLookAlike(db, applicationId, name, ignored)) !== null;
}

/** Returns the user name that this name looks like, or null. */
export async function findLookAlike(
  db: Database,
  applicationId: string,
  name: string,
  ignored = '',
): Promise<string | null> {
  const lookAlikes = await db
    .selectFrom('users')
    .select('username')
    .where('applicationId', '=', applicationId)
    .where('skeleton', '=', skeletonOf(name))
    .where('username', '<>', ignored)
    .execute();
  const lookAlike = lookAlikes.find(({ username }) => !isAscii(name) || !isAscii(username));
  return lookAlike?.username ?? null;
}
