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
  return lookAlikeIn(
    lookAlikes.map(({ username }) => username),
    name,
  );
}

/** Returns the first of the names with the same skeleton that counts as a look-alike, or null. */
export function lookAlikeIn(names: readonly string[], name: string): string | null {
  return names.find((other) => !isAscii(name) || !isAscii(other)) ?? null;
}
