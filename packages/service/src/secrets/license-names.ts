// Detects user names that are license keys. Users who sign in with a license alone have its key as
// name and password.
// SECURITY: never show such a name to other users. Anyone who reads it, in any case, can sign in
// with it.
import { expressionBuilder, type Expression } from 'kysely';
import { fold } from '@latchkey/protocol/fold.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import { isTaken } from '../database/names.ts';
import type { Flag } from '../database/schema-columns.ts';
import type { Database, Tables } from '../database/schema.ts';

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

/**
 * Returns the new value of `passwordIsKey` for a password that was just verified. An import knows
 * only its hash, and its keys may come later. The mark stays until the password changes.
 */
export function keyMarkOf(applicationId: string, password: string): Expression<Flag> {
  const eb = expressionBuilder<Tables, 'users'>();
  const isKey = eb.exists(
    eb
      .selectFrom('licenses')
      .select(eb.lit(1).as('one'))
      .where('licenses.applicationId', '=', applicationId)
      .where('licenses.keyFold', '=', foldKey(password)),
  );
  return eb.case().when(isKey).then(eb.lit(1)).else(eb.ref('users.passwordIsKey')).end();
}

/**
 * Marks users who had the name before the license was created, as after an import. Their password
 * is unknown, so it counts as the key too.
 */
export async function markKeyNames(
  db: Database,
  applicationId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  // A name can be the key as it is stored, or as it is usually typed.
  const nameFolds = [...new Set(keys.flatMap((key) => [fold(key), foldKey(key)]))];
  await db
    .updateTable('users')
    .set({ nameIsKey: 1, passwordIsKey: 1 })
    .where('applicationId', '=', applicationId)
    .where('usernameFold', 'in', nameFolds)
    .where('nameIsKey', '=', 0)
    .execute();
}
