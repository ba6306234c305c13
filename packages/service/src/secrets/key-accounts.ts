// Finds the names, keys and device ids of accounts that use a license key as name or password
// (docs/protocol.md#masked-accounts).
// SECURITY: looks texts up in the database, because a license key can look like any other text.
import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import { fold } from '@latchkey/protocol/fold.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import { inList, isListed } from '../database/in-list.ts';
import type { Database, Tables } from '../database/schema.ts';

export interface KeyTexts {
  /** Folds of user names that are keys, with the user's id. */
  readonly users: Map<string, string>;
  /** Folds of keys that are unused, or that such an account redeemed or has as its password. */
  readonly secretKeys: Set<string>;
  /** Folds of all other keys. */
  readonly otherKeys: Set<string>;
  readonly devices: Set<string>;
}

export function noKeyTexts(): KeyTexts {
  return { users: new Map(), secretKeys: new Set(), otherKeys: new Set(), devices: new Set() };
}

/** Condition for users who sign in by a key, or have a key as their password. */
export function isKeyAccount(): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'users'>();
  return eb.or([eb('users.nameIsKey', '=', 1), eb('users.passwordIsKey', '=', 1)]);
}

/** Adds those of `texts` that are secrets of key accounts to `found`. */
export async function findKeyTexts(
  db: Database,
  applicationId: string,
  texts: readonly string[],
  found: KeyTexts,
): Promise<void> {
  const nameFolds = [...new Set(texts.map(fold))];
  const keyFolds = [...new Set(texts.map(foldKey))];
  const users = await db
    .selectFrom('users')
    .select(['id', 'usernameFold'])
    .where('nameIsKey', '=', 1)
    .where(isListed(db, 'users.usernameFold', applicationId, nameFolds))
    .execute();
  for (const { id, usernameFold } of users) found.users.set(usernameFold, id);
  await findKeys(db, applicationId, keyFolds, found);
  for (const folded of await formerKeys(db, applicationId, texts, keyFolds))
    found.secretKeys.add(folded);
  const devices = await db
    .selectFrom('devices')
    .select('hwid')
    .where('devices.hwid', 'in', inList(db, texts))
    // A join could begin with all users of the application.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'devices.userId')
          .where('users.applicationId', '=', applicationId)
          .where(isKeyAccount()),
      ),
    )
    .execute();
  for (const { hwid } of devices) found.devices.add(hwid);
}

async function findKeys(
  db: Database,
  applicationId: string,
  folds: readonly string[],
  found: KeyTexts,
): Promise<void> {
  const licenses = await db
    .selectFrom('licenses')
    .leftJoin('users', 'users.id', 'licenses.usedBy')
    .select(['keyFold', 'usedAt', 'nameIsKey', 'passwordIsKey'])
    .where(isListed(db, 'licenses.keyFold', applicationId, folds))
    .execute();
  for (const { keyFold, usedAt, nameIsKey, passwordIsKey } of licenses) {
    const isSecret = usedAt === null || nameIsKey === 1 || passwordIsKey === 1;
    (isSecret ? found.secretKeys : found.otherKeys).add(keyFold);
  }
}

/**
 * Returns keys that may be the password of an account with another name. Their licenses may have
 * been deleted. Reads only the grants of these few accounts.
 */
async function formerKeys(
  db: Database,
  applicationId: string,
  texts: readonly string[],
  folds: readonly string[],
): Promise<readonly string[]> {
  const grants = await db
    .selectFrom('users')
    .innerJoin('grants', 'grants.userId', 'users.id')
    .select('grants.licenseKey')
    .distinct()
    .where('users.applicationId', '=', applicationId)
    .where((eb) => eb('users.passwordIsKey', '=', eb.lit(1)))
    .where((eb) => eb('users.nameIsKey', '=', eb.lit(0)))
    .where((eb) =>
      eb.or([
        eb('grants.licenseKey', 'in', inList(db, texts)),
        // Lower case is the fold of all keys but exotic ones.
        eb(eb.fn<string>('lower', ['grants.licenseKey']), 'in', inList(db, folds)),
      ]),
    )
    .execute();
  return grants.map(({ licenseKey }) => foldKey(licenseKey ?? ''));
}
