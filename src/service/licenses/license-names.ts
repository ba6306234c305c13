// Who signs in with a license alone has its key as user name and as password.
// SECURITY: such a name must never be shown to other users: whoever reads it can sign in with it.
import type { Database } from '../database/schema.ts';

/** Those of these names that are license keys, also where the license itself is deleted by now. */
export async function licenseNames(
  db: Database,
  applicationId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const licenses = await db
    .selectFrom('licenses')
    .select('key')
    .where('applicationId', '=', applicationId)
    .where('key', 'in', names)
    .execute();
  const grants = await db
    .selectFrom('users')
    .innerJoin('grants', 'grants.userId', 'users.id')
    .select('username')
    .where('applicationId', '=', applicationId)
    .where('username', 'in', names)
    .whereRef('grants.licenseKey', '=', 'users.username')
    .execute();
  return new Set([...licenses.map(({ key }) => key), ...grants.map(({ username }) => username)]);
}
