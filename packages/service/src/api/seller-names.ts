// Names in a request of the seller API become those of the rows that are meant (contract 0.19), before anything is done with
// them: operations, answers and audit rows know the spelling that is stored, and no other.
import type { NamedThing, SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { storedNames, type NamedTable, userOfName } from '../database/names.ts';
import type { Database } from '../database/schema.ts';

type Request = Readonly<Record<string, unknown>>;

const tables: Readonly<Record<NamedThing, NamedTable>> = {
  user: 'users',
  license: 'licenses',
  subscription: 'plans',
  channel: 'channels',
  variable: 'variables',
  'user-variable': 'userVariables',
};

/** The word for every user in the operations that know it: nobody is meant by it. */
export const everybody = 'all';

/** Where none is meant, or it is not certain which, a name stays as it came: the operation finds nothing by it. */
export async function withStoredNames(
  db: Database,
  applicationId: string,
  { names = {} }: SellerSpec,
  request: Request,
): Promise<Request> {
  const stored: Record<string, unknown> = { ...request };
  for (const [parameter, thing] of Object.entries(names)) {
    const given = stored[parameter];
    if (given === undefined || (thing === 'user' && given === everybody)) continue;
    const scopeId =
      thing === 'user-variable' ? await idOf(db, applicationId, stored['user']) : applicationId;
    const asked = (Array.isArray(given) ? given : [given]).map(String);
    const found = await storedNames(db, tables[thing], scopeId, asked);
    const spelt = asked.map((name) => found.get(name) ?? name);
    stored[parameter] = Array.isArray(given) ? spelt : spelt[0];
  }
  return stored;
}

/** Empty: there is no such user. */
async function idOf(db: Database, applicationId: string, username: unknown): Promise<string> {
  const user = await userOfName(db, { id: applicationId }, String(username))
    .select('users.id')
    .executeTakeFirst();
  return user?.id ?? '';
}
