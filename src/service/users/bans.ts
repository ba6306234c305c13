// What a ban of a user means, and how it is lifted: sessions, address and devices, tokens. Every function must run inside a
// transaction; none of them asks whether the caller may.
import { normalAddress } from '../http/addresses.ts';
import type { ApplicationRow, Database, UserRow } from '../database/schema.ts';
import { tokensOf } from './tokens.ts';

export interface Ban {
  /** Empty: none is told. */
  readonly reason: string;
  /** Where the user is just now; the address of the last sign-in where nothing is said. */
  readonly ip?: string | undefined;
  /** The devices to blacklist; those that are bound to the user where nothing is said. */
  readonly hwids?: readonly string[] | undefined;
  /** Unix seconds. */
  readonly now: number;
}

interface Trace {
  readonly kind: 'ip' | 'hwid';
  readonly data: string;
}

type Application = Pick<ApplicationRow, 'id'>;

/**
 * Bans again, too: the reason is the new one then. Sessions end at their next use, which says why. false: there is no such
 * user in this application.
 */
export async function banUser(
  transaction: Database,
  application: Application,
  userId: string,
  { reason, ip, hwids, now }: Ban,
): Promise<boolean> {
  const user = await userOf(transaction, application, userId);
  if (user === undefined) return false;
  await transaction
    .updateTable('users')
    .set({ bannedReason: reason })
    .where('id', '=', userId)
    .execute();
  const address = normalAddress(ip ?? user.lastIp ?? '');
  if (address !== null)
    await blacklist(transaction, application, { kind: 'ip', data: address }, userId, now);
  for (const data of hwids ?? (await boundDevices(transaction, userId)))
    await blacklist(transaction, application, { kind: 'hwid', data }, userId, now);
  const before = user.bannedReason;
  await transaction
    .updateTable('tokens')
    .set({ bannedReason: reason })
    .where(tokensOf(application, user))
    .where((eb) =>
      eb.or([
        eb('bannedReason', 'is', null),
        ...(before === null ? [] : [eb('bannedReason', '=', before)]),
      ]),
    )
    .execute();
  return true;
}

/**
 * Lifts what `banUser` did, but the end of sessions. Tokens that were banned for another reason stay banned, and what another
 * banned user shares stays blacklisted for them. false: there is no such user.
 */
export async function unbanUser(
  transaction: Database,
  application: Application,
  userId: string,
  now: number,
): Promise<boolean> {
  const user = await userOf(transaction, application, userId);
  if (user === undefined) return false;
  await transaction
    .updateTable('users')
    .set({ bannedReason: null })
    .where('id', '=', userId)
    .execute();
  const traces = await transaction
    .deleteFrom('blacklist')
    .where('applicationId', '=', application.id)
    .where('userId', '=', userId)
    .returning(['kind', 'data'])
    .execute();
  for (const trace of traces) {
    const other = await otherBanned(transaction, application, trace);
    if (other !== undefined) await blacklist(transaction, application, trace, other, now);
  }
  if (user.bannedReason === null) return true;
  await transaction
    .updateTable('tokens')
    .set({ bannedReason: null })
    .where(tokensOf(application, user))
    .where('bannedReason', '=', user.bannedReason)
    .execute();
  return true;
}

async function userOf(
  db: Database,
  application: Application,
  userId: string,
): Promise<Pick<UserRow, 'id' | 'username' | 'lastIp' | 'bannedReason'> | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'lastIp', 'bannedReason'])
    .where('applicationId', '=', application.id)
    .where('id', '=', userId)
    .executeTakeFirst();
}

async function boundDevices(db: Database, userId: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('devices').select('hwid').where('userId', '=', userId).execute();
  return rows.map(({ hwid }) => hwid);
}

/** What the seller or an earlier ban put there stays theirs. */
async function blacklist(
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

/** Somebody else who is banned and was last at this address, or is bound to this device. */
async function otherBanned(
  db: Database,
  application: Application,
  { kind, data }: Trace,
): Promise<string | undefined> {
  const banned = db
    .selectFrom('users')
    .select('users.id')
    .where('users.applicationId', '=', application.id)
    .where('users.bannedReason', 'is not', null)
    .limit(1);
  const found =
    kind === 'ip'
      ? await banned.where('users.lastIp', '=', data).executeTakeFirst()
      : await banned
          .innerJoin('devices', 'devices.userId', 'users.id')
          .where('devices.hwid', '=', data)
          .executeTakeFirst();
  return found?.id;
}
