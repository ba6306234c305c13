// Bans and unbans users. A ban includes the user's devices, tokens and, on request, address. Bans
// are recorded separately, so lifting one leaves the others. Callers check permissions.
import { normaliseAddress } from '../../addresses.ts';
import type { ApplicationRow, Transaction } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import {
  addTrace,
  banTokens,
  removeTraces,
  setTokenReason,
  type BannedUser,
} from './ban-traces.ts';
import { deviceIdsOf } from '../devices/devices.ts';
import { sharedAddress, sharedAddressText } from '../sessions/shared-address.ts';
import type { AddressOutcome } from '@latchkey/protocol/seller/user-access.ts';
import type { SellerChange } from '../../api/seller-call.ts';

export interface Ban {
  /** If empty, no reason is shown. */
  readonly reason: string;
  /** The license whose ban caused this one. */
  readonly licenseKey?: string | undefined;
  /** Also blacklists the user's address. */
  readonly withAddress: boolean;
  /** The current address of the user. Default: that of the last sign-in. */
  readonly ip?: string | undefined;
  /** The devices to blacklist. Default: all that are bound to the user. */
  readonly hwids?: readonly string[] | undefined;
  /** The label of the seller key; empty: the application's own; null: the program. */
  readonly by: string | null;
  /** Unix seconds. */
  readonly now: number;
  /** Whether the proxies in front of the service are configured. */
  readonly trustsProxies: boolean;
}

type Application = Pick<ApplicationRow, 'id'>;

/** `shared` means that the address was not blacklisted, because all users seem to have it. */
export type BannedAddress = 'blacklisted' | 'not-asked' | 'not-known' | { readonly shared: string };

/**
 * Bans a user, or replaces the reason of a ban. Sessions end at their next use, which answers with
 * the reason. Returns null if the user does not exist.
 */
export async function banUser(
  transaction: Transaction,
  application: Application,
  userId: string,
  ban: Ban,
): Promise<BannedAddress | null> {
  const user = await lockUser(transaction, application, userId);
  if (user === undefined) return null;
  await writeBan(transaction, user, ban);
  const { reason, now } = ban;
  await setBannedReason(transaction, application, user, reason);
  for (const data of ban.hwids ?? (await deviceIdsOf(transaction, userId)))
    await addTrace(transaction, application, { kind: 'hwid', data }, userId, now);
  await banTokens(transaction, application, user, reason);
  return banAddress(transaction, application, user, ban);
}

/** Users see the newest ban's reason. A ban with the same cause is replaced. */
async function writeBan(
  db: Transaction,
  { id: userId }: BannedUser,
  { reason, withAddress, licenseKey = '', now: bannedAt, by: bannedBy }: Ban,
): Promise<void> {
  const { last } = await db
    .selectFrom('bans')
    .select((eb) => eb.fn.coalesce(eb.fn.max('position'), eb.lit(0)).as('last'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const when = { bannedAt, bannedBy };
  const banRow = { reason, position: last + 1, withAddress: withAddress ? 1 : 0, ...when } as const;
  await db
    .insertInto('bans')
    .values({ userId, licenseKey, ...banRow })
    .onConflict((conflict) => conflict.columns(['userId', 'licenseKey']).doUpdateSet(banRow))
    .execute();
}

async function banAddress(
  db: Transaction,
  application: Application,
  user: BannedUser,
  { withAddress, ip, now, trustsProxies }: Ban,
): Promise<BannedAddress> {
  if (!withAddress) return 'not-asked';
  const address = normaliseAddress(ip ?? user.lastIp ?? '');
  if (address === null) return 'not-known';
  if (!trustsProxies && (await sharedAddress(db, now, { application, address })) !== null)
    return { shared: address };
  await addTrace(db, application, { kind: 'ip', data: address }, user.id, now);
  return 'blacklisted';
}

/**
 * Lifts all bans of a user. Ended sessions stay ended. Returns false if the user does not exist.
 */
export async function unbanUser(
  transaction: Transaction,
  application: Application,
  userId: string,
  now: number,
): Promise<boolean> {
  const user = await lockUser(transaction, application, userId);
  if (user === undefined) return false;
  await transaction.deleteFrom('bans').where('userId', '=', userId).execute();
  await removeBan(transaction, application, user, now);
  return true;
}

/**
 * Lifts the ban that a license caused. A user who stays banned gets the newest remaining reason.
 */
export async function liftBan(
  transaction: Transaction,
  application: Application,
  userId: string,
  licenseKey: string,
  now: number,
): Promise<void> {
  const user = await lockUser(transaction, application, userId);
  if (user === undefined) return;
  const { numDeletedRows } = await transaction
    .deleteFrom('bans')
    .where('userId', '=', userId)
    .where('licenseKey', '=', licenseKey)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return;
  const remainingBans = await transaction
    .selectFrom('bans')
    .select(['reason', 'withAddress'])
    .where('userId', '=', userId)
    .orderBy('position', 'desc')
    .execute();
  const [newest] = remainingBans;
  if (newest === undefined) return removeBan(transaction, application, user, now);
  await setBannedReason(transaction, application, user, newest.reason);
  await setTokenReason(transaction, application, user, newest.reason);
  if (!remainingBans.some(({ withAddress }) => withAddress === 1))
    await removeTraces(transaction, application, userId, ['ip'], now);
}

async function removeBan(
  db: Transaction,
  application: Application,
  user: BannedUser,
  now: number,
): Promise<void> {
  await setBannedReason(db, application, user, null);
  await removeTraces(db, application, user.id, ['ip', 'hwid'], now);
  await setTokenReason(db, application, user, null);
}

async function setBannedReason(
  db: Transaction,
  { id: applicationId }: Application,
  { id }: BannedUser,
  bannedReason: string | null,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ bannedReason })
    .where('applicationId', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

/** Locks the user's row, so that the second of two concurrent bans sees the first. */
async function lockUser(
  db: Transaction,
  application: Application,
  userId: string,
): Promise<BannedUser | undefined> {
  return db
    .updateTable('users')
    .set((eb) => ({ bannedReason: eb.ref('bannedReason') }))
    .where('applicationId', '=', application.id)
    .where('id', '=', userId)
    .returning(['id', 'username', 'lastIp', 'bannedReason'])
    .executeTakeFirst();
}

export function refuseBanned(user: Pick<UserRow, 'bannedReason'>): Refusal | null {
  if (user.bannedReason === null) return null;
  return refuse('banned', user.bannedReason === '' ? {} : { bannedReason: user.bannedReason });
}

/** If `address` is undefined, the application's setting decides. */
export function sellerBan(
  { application, key, now, trustsProxies }: SellerChange,
  reason: string,
  address: 0 | 1 | undefined,
): Ban {
  const withAddress = (address ?? application.banAddress) === 1;
  return { reason, withAddress, by: key.label ?? '', now, trustsProxies };
}

export function addressAnswer(banned: BannedAddress | null): AddressOutcome {
  if (banned === null) return 'not-asked';
  return typeof banned === 'object' ? 'shared' : banned;
}

/** Adds a sentence if the ban should have blacklisted the address but could not. */
export function withAddress(message: string, banned: BannedAddress | null): string {
  if (banned === 'not-known') return `${message} No IP of the user is known.`;
  return banned !== null && typeof banned === 'object'
    ? `${message} The IP was not blacklisted. ${sharedAddressText(banned.shared)}`
    : message;
}
