// Adds and removes the traces of a user's ban in other tables: blacklisted addresses and devices,
// and banned tokens. Runs in the transaction of the ban.
import type { ApplicationRow, Database, Transaction } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { isTokenOf } from '../tokens/tokens.ts';

export type BannedUser = Pick<UserRow, 'id' | 'username' | 'lastIp' | 'bannedReason'>;

interface Trace {
  readonly kind: 'ip' | 'hwid';
  readonly data: string;
}

type Application = Pick<ApplicationRow, 'id'>;

/** Does not change an existing entry of the seller or of another ban. */
export async function addTrace(
  db: Database,
  { id: applicationId }: Application,
  trace: Trace,
  userId: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('blacklist')
    .values({ applicationId, ...trace, userId, createdAt: now })
    .onConflict((conflict) => conflict.columns(['applicationId', 'kind', 'data']).doNothing())
    .execute();
}

/**
 * Removes the blacklist entries of a user's ban. An entry that another banned user shares is added
 * again for that user.
 */
export async function removeTraces(
  db: Database,
  application: Application,
  userId: string,
  kinds: readonly Trace['kind'][],
  now: number,
): Promise<void> {
  const traces = await db
    .deleteFrom('blacklist')
    .where('applicationId', '=', application.id)
    .where('userId', '=', userId)
    .where('kind', 'in', kinds)
    .returning(['kind', 'data'])
    .execute();
  for (const trace of traces) {
    const otherUserId = await findOtherBannedUser(db, application, userId, trace);
    if (otherUserId !== undefined) await addTrace(db, application, trace, otherUserId, now);
  }
}

/** Finds another banned user who is bound to this device, or whose ban included this address. */
async function findOtherBannedUser(
  db: Database,
  application: Application,
  userId: string,
  { kind, data }: Trace,
): Promise<string | undefined> {
  const banned = db
    .selectFrom('users')
    .select('users.id')
    .where('users.applicationId', '=', application.id)
    .where('users.bannedReason', 'is not', null)
    .where('users.id', '<>', userId)
    .limit(1);
  const found =
    kind === 'ip'
      ? await banned
          .innerJoin('bans', 'bans.userId', 'users.id')
          .where('bans.withAddress', '=', 1)
          .where('users.lastIp', '=', data)
          .executeTakeFirst()
      : await banned
          .innerJoin('devices', 'devices.userId', 'users.id')
          .where('devices.hwid', '=', data)
          .executeTakeFirst();
  return found?.id;
}

/** Tokens that are already banned for another reason keep that reason. */
export async function banTokens(
  db: Transaction,
  application: Application,
  user: BannedUser,
  reason: string,
): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ bannedReason: reason })
    .where(isTokenOf(application, user))
    .where('bannedReason', 'is', null)
    .execute();
  await setTokenReason(db, application, user, reason);
}

/** Changes only tokens that were banned with the user. A null `reason` lifts their ban. */
export async function setTokenReason(
  db: Database,
  application: Application,
  user: BannedUser,
  reason: string | null,
): Promise<void> {
  if (user.bannedReason === null) return;
  await db
    .updateTable('tokens')
    .set({ bannedReason: reason })
    .where(isTokenOf(application, user))
    .where('bannedReason', '=', user.bannedReason)
    .execute();
}
