// From where users signed in lately: such an address is exempt from the budget of the account alone (contract 0.10), so that
// strangers cannot lock a user out of their own home.
import type { SessionCall } from '../call.ts';
import { networkOf } from '../http/client-address.ts';
import { isNamed, typed } from '../database/names.ts';
import type { Database, UserRow } from '../database/schema.ts';
import { knownForSeconds } from './wrong-secrets.ts';

/** Written again once it is this old: not at every sign-in. */
const refreshAfterSeconds = 24 * 60 * 60;

export interface FoundUser {
  readonly user: UserRow;
  /** When the user last signed in from this address; null: not lately. */
  readonly knownAt: number | null;
}

/** One statement, whether there is such a user or not. */
export async function findUser(
  { db, application, ip, now }: SessionCall,
  username: string,
): Promise<FoundUser | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('knownAddresses', (join) =>
      join
        .onRef('knownAddresses.userId', '=', 'users.id')
        .on('knownAddresses.address', '=', networkOf(ip))
        .on('knownAddresses.lastAt', '>', now - knownForSeconds),
    )
    .selectAll('users')
    .select('knownAddresses.lastAt as knownAt')
    .where('users.applicationId', '=', application.id)
    .where(isNamed('users', typed(username)))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { knownAt, ...user } = row;
  return { user, knownAt };
}

/** In the transaction of a sign-in. Forgets the user's old addresses whenever a new one comes. */
export async function rememberAddress(
  transaction: Database,
  { ip, now }: SessionCall,
  { user, knownAt }: FoundUser,
): Promise<void> {
  if (knownAt !== null && knownAt > now - refreshAfterSeconds) return;
  if (knownAt === null)
    await transaction
      .deleteFrom('knownAddresses')
      .where('userId', '=', user.id)
      .where('lastAt', '<=', now - knownForSeconds)
      .execute();
  await transaction
    .insertInto('knownAddresses')
    .values({ userId: user.id, address: networkOf(ip), lastAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'address']).doUpdateSet({ lastAt: now }))
    .execute();
}
