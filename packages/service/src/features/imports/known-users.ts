// Reads what the application has of the users of an import, and compares it with their rows.
import { fold } from '@latchkey/protocol/fold.ts';
import type { ImportedUser } from '@latchkey/protocol/seller/imports.ts';
import { cappedDate } from '@latchkey/protocol/dates.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import { inList, isListed } from '../../database/in-list.ts';
import type { Database } from '../../database/schema.ts';
import type { SubscriptionRow } from '../../database/schema-licenses.ts';
import { importedHashKind } from '../../secrets/bcrypt.ts';
import { shownEnd } from '../subscriptions/revoked-ends.ts';
import { runningFeatures, storedFeatures } from '../subscriptions/stored-features.ts';
import { importedFeatures, type NewUserRow } from './new-users.ts';

type KnownTime = Pick<SubscriptionRow, 'sinceAt' | 'expiresAt' | 'remainingSeconds'> & {
  readonly pausedWithApplication?: 0 | 1;
};

/** A user who exists, or whom an earlier row of a dry run creates. */
export interface KnownUser {
  readonly username: string;
  readonly emailHash: string | null;
  readonly passwordHash: string;
  readonly bannedReason: string | null;
  readonly features: string | null;
  readonly hwids: readonly string[];
  readonly createdAt: number;
  /** By the id of the plan. */
  readonly times: ReadonlyMap<string, KnownTime>;
}

export interface Known {
  readonly byFold: Map<string, KnownUser>;
  /** User names by the hash of their e-mail. */
  readonly byEmail: Map<string, string>;
  readonly bySkeleton: Map<string, readonly string[]>;
  /** Folded names that are license keys. */
  readonly keyFolds: Set<string>;
}

export const emptyKnown = (): Known => ({
  byFold: new Map(),
  byEmail: new Map(),
  bySkeleton: new Map(),
  keyFolds: new Set(),
});

interface Names {
  readonly usernames: readonly string[];
  readonly passwords: readonly string[];
  readonly emailHashes: readonly string[];
  readonly skeletons: readonly string[];
}

/** Adds what the database has to `known`. */
export async function readKnown(
  db: Database,
  applicationId: string,
  known: Known,
  { usernames, passwords, emailHashes, skeletons }: Names,
): Promise<void> {
  const users = db.selectFrom('users');
  const listed = (column: string, texts: readonly string[]) =>
    isListed(db, column, applicationId, texts);
  for (const { emailHash, username } of await users
    .select(['emailHash', 'username'])
    .where(listed('users.emailHash', emailHashes))
    .execute())
    if (emailHash !== null) known.byEmail.set(emailHash, username);
  const alike = await users
    .select(['skeleton', 'username'])
    .where(listed('users.skeleton', skeletons))
    .execute();
  for (const [skeleton, rows] of Map.groupBy(alike, (row) => row.skeleton))
    known.bySkeleton.set(
      skeleton,
      rows.map(({ username }) => username),
    );
  const keyFolds = [...usernames, ...passwords].map(foldKey);
  for (const { keyFold } of await db
    .selectFrom('licenses')
    .select('keyFold')
    .where(listed('licenses.keyFold', keyFolds))
    .execute())
    known.keyFolds.add(keyFold);
  await readUsers(db, applicationId, known, usernames.map(fold));
}

async function readUsers(
  db: Database,
  applicationId: string,
  known: Known,
  folds: readonly string[],
): Promise<void> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'username', 'emailHash', 'passwordHash', 'bannedReason', 'createdAt'])
    .select('features')
    .where(isListed(db, 'users.usernameFold', applicationId, folds))
    .execute();
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  const times = await db
    .selectFrom('subscriptions')
    .select(['userId', 'planId', 'sinceAt', 'expiresAt', 'remainingSeconds'])
    .select('pausedWithApplication')
    .where('userId', 'in', inList(db, ids))
    .execute();
  const devices = await db
    .selectFrom('devices')
    .select(['userId', 'hwid'])
    .where('userId', 'in', inList(db, ids))
    .execute();
  const timesOf = Map.groupBy(times, ({ userId }) => userId);
  const devicesOf = Map.groupBy(devices, ({ userId }) => userId);
  for (const { id, ...user } of found)
    known.byFold.set(fold(user.username), {
      ...user,
      hwids: (devicesOf.get(id) ?? []).map(({ hwid }) => hwid),
      times: new Map((timesOf.get(id) ?? []).map((time) => [time.planId, time])),
    });
}

interface Wanted extends Pick<NewUserRow, 'emailHash' | 'times'> {
  readonly now: number;
}

/**
 * Returns the first field in which the user differs from the row, or null. Fields that the row
 * lacks are not compared, and no password is the same. A sign-in may have bound a computer and
 * replaced a bcrypt hash.
 */
export function differenceOf(known: KnownUser, row: ImportedUser, wanted: Wanted): string | null {
  if (row.password !== undefined) return 'password';
  if (wanted.emailHash !== null && wanted.emailHash !== known.emailHash) return 'email';
  const { passwordHash: hash = known.passwordHash, hwids = [] } = row;
  const isReplaced =
    importedHashKind(hash) === 'bcrypt' && importedHashKind(known.passwordHash) === 'argon2id';
  if (hash !== known.passwordHash && !isReplaced) return 'passwordHash';
  if (hwids.some((hwid) => !known.hwids.includes(hwid))) return 'hwids';
  if (row.banned !== undefined && row.banned !== known.bannedReason) return 'banned';
  if (row.features !== undefined && !hasSameFeatures(known, row, wanted.now)) return 'features';
  const { subscriptions } = row;
  if (subscriptions === undefined) return null;
  return hasSameTimes(known, subscriptions, wanted) ? null : 'subscriptions';
}

function hasSameFeatures(known: KnownUser, row: ImportedUser, now: number): boolean {
  return storedFeatures(runningFeatures(known.features, now)) === importedFeatures(row, now);
}

function hasSameTimes(
  known: KnownUser,
  subscriptions: NonNullable<ImportedUser['subscriptions']>,
  { times, now }: Wanted,
): boolean {
  const existing = times.filter(({ subscription }) => subscription !== null);
  if (existing.length !== known.times.size) return false;
  return times.every(({ planId, subscription }, index) => {
    const time = known.times.get(planId);
    if (time === undefined || subscription === null)
      return time === undefined && subscription === null;
    const isWaiting = time.pausedWithApplication === 1;
    if (subscription.remainingSeconds !== null)
      return !isWaiting && time.remainingSeconds === subscription.remainingSeconds;
    const seconds = subscriptions[index]?.seconds;
    const end =
      seconds === undefined
        ? shownEnd(subscription.expiresAt ?? 0)
        : cappedDate(time.sinceAt + seconds);
    if (!isWaiting) return time.expiresAt !== null && shownEnd(time.expiresAt) === end;
    // The application was paused at some time from the import until now.
    const left = time.remainingSeconds ?? 0;
    return end - now <= left && left <= end - known.createdAt;
  });
}
