// Replaces names in a request of the seller API with their stored spelling
// (docs/protocol.md#names), so that operations, answers and audit rows use no other spelling.
import type { RecordKind, SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { storedNames, type NamedTable, userOfName } from '../database/names.ts';
import { hidesUnusedKeys } from '@latchkey/protocol/seller-scopes.ts';
import type { SellerCall } from './seller-call.ts';
import type { Database } from '../database/schema.ts';

type Request = Readonly<Record<string, unknown>>;

const tableOf: Readonly<Record<RecordKind, NamedTable>> = {
  user: 'users',
  license: 'licenses',
  account: 'accounts',
  subscription: 'plans',
  channel: 'channels',
  variable: 'variables',
  'user-variable': 'userVariables',
};

/** Stands for every user in some operations; no user has this name. */
export const allUsers = 'all';

/**
 * Returns the column that sorts lists of users.
 * SECURITY: the position in a list that is sorted by name would reveal a masked name, because users
 * can rename themselves.
 */
export function userOrder({ key }: Pick<SellerCall, 'key'>): 'users.id' | 'users.username' {
  return hidesUnusedKeys(key.scope) ? 'users.id' : 'users.username';
}

/** Prefix of a user's id in answers and requests (docs/protocol.md#masked-accounts). */
export const userIdPrefix = 'id:';

/**
 * Returns the request with stored names. A name that matches no row, or several, is unchanged: the
 * operation then finds no row.
 */
export async function withStoredNames(
  db: Database,
  applicationId: string,
  { names = {} }: SellerSpec,
  request: Request,
): Promise<Request> {
  const stored: Record<string, unknown> = { ...request };
  for (const [parameter, thing] of Object.entries(names)) {
    const given = stored[parameter];
    if (given === undefined || (thing === 'user' && given === allUsers)) continue;
    const scopeId =
      thing === 'user-variable' ? await userIdOf(db, applicationId, stored['user']) : applicationId;
    const requestedNames = (Array.isArray(given) ? given : [given]).map(String);
    const found = new Map([
      ...(await storedNames(db, tableOf[thing], scopeId, requestedNames)),
      ...(thing === 'user' ? await namesOfIds(db, applicationId, requestedNames) : []),
    ]);
    const storedSpellings = requestedNames.map((name) => found.get(name) ?? name);
    stored[parameter] = Array.isArray(given) ? storedSpellings : storedSpellings[0];
  }
  return stored;
}

/** Ids take precedence over names: new users cannot have a name of this form. */
async function namesOfIds(
  db: Database,
  applicationId: string,
  requestedNames: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = requestedNames
    .filter((name) => name.startsWith(userIdPrefix))
    .map((name) => name.slice(userIdPrefix.length));
  if (ids.length === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('applicationId', '=', applicationId)
    .where('id', 'in', ids)
    .execute();
  return new Map(users.map(({ id, username }) => [`${userIdPrefix}${id}`, username]));
}

/** Returns '' if there is no such user. */
async function userIdOf(db: Database, applicationId: string, username: unknown): Promise<string> {
  const user = await userOfName(db, { id: applicationId }, String(username))
    .select('users.id')
    .executeTakeFirst();
  return user?.id ?? '';
}
