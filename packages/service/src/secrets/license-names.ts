// Detects user names that are license keys. Users who sign in with a license alone have its key as
// name and password.
// SECURITY: never show such a name to other users. Anyone who reads it, in any case, can sign in
// with it.
import { fold } from '@latchkey/protocol/fold.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import { isTaken } from '../database/names.ts';
import type { Flag } from '../database/schema-columns.ts';
import type { Database } from '../database/schema.ts';

/** Returns the names that are license keys, including keys of deleted licenses. */
export async function findLicenseKeyNames(
  db: Database,
  applicationId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const licenses = await db
    .selectFrom('licenses')
    .select('keyFold')
    .where('applicationId', '=', applicationId)
    .where('keyFold', 'in', names.map(foldKey))
    .execute();
  const users = await db
    .selectFrom('users')
    .leftJoin('grants', 'grants.userId', 'users.id')
    .select(['username', 'nameIsKey', 'grants.licenseKey'])
    .where('applicationId', '=', applicationId)
    .where('usernameFold', 'in', names.map(fold))
    .execute();
  const keyFolds = new Set([
    ...licenses.map(({ keyFold }) => keyFold),
    ...users
      .map(({ username, ...user }) => ({ ...user, nameFold: foldKey(username) }))
      .filter((user) => user.nameIsKey === 1 || foldKey(user.licenseKey ?? '') === user.nameFold)
      .map(({ nameFold }) => nameFold),
  ]);
  return new Set(names.filter((name) => keyFolds.has(foldKey(name))));
}

/**
 * Returns the value of a user's columns `nameIsKey` and `passwordIsKey`. Call it in the transaction
 * that writes the name or the password.
 */
export async function isLicenseKey(
  db: Database,
  applicationId: string,
  text: string,
): Promise<Flag> {
  return (await isTaken(db, 'licenses', applicationId, text)) ? 1 : 0;
}

/** Marks users who had the name before the license was created, as after an import. */
export async function markKeyNames(
  db: Database,
  applicationId: string,
  keyFolds: readonly string[],
): Promise<void> {
  if (keyFolds.length === 0) return;
  await db
    .updateTable('users')
    .set({ nameIsKey: 1 })
    .where('applicationId', '=', applicationId)
    .where('usernameFold', 'in', keyFolds)
    .where('nameIsKey', '=', 0)
    .execute();
}
