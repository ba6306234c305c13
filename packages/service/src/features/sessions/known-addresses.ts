// Remembers the networks that users signed in from recently. In a known network, only the user's
// own attempts count (docs/protocol.md#rate-limits), so that nobody else can lock the user out.
import type { SessionCall } from '../../api/call.ts';
import type { InTransaction } from '../../database/transact.ts';
import { networkOf } from '../../addresses.ts';
import { userOfTypedName, typedName, type TypedName } from '../../database/names.ts';
import type { Database } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { knownForSeconds } from '../../secrets/wrong-secrets.ts';

/** A sign-in updates an entry only if the entry is at least this old. */
const refreshAfterSeconds = 24 * 60 * 60;

export interface FoundUser {
  readonly user: UserRow;
  /** Unix seconds of the user's last sign-in from this address; null if there was none recently. */
  readonly knownAt: number | null;
  /** Ids of the signing keys that the program knew at that sign-in, joined by commas. */
  readonly knownKeyIds: string | null;
}

/** Whether the user signed in from this address recently, or is signed in on this session. */
export function isKnown(
  { session }: Pick<SessionCall, 'session'>,
  foundUser: FoundUser | null,
): boolean {
  return foundUser !== null && (foundUser.knownAt !== null || foundUser.user.id === session.userId);
}

type FindCall = Pick<SessionCall, 'db' | 'application' | 'ip' | 'now'>;

interface KnownUserQuery {
  readonly applicationId: string;
  readonly network: string;
  readonly sessionUserId: string | null;
  readonly knownSince: number;
}

export function knownUserQueryOf({
  application,
  ip,
  session,
  now,
}: Pick<SessionCall, 'application' | 'ip' | 'session' | 'now'>): KnownUserQuery {
  return {
    applicationId: application.id,
    network: networkOf(ip),
    sessionUserId: session.userId,
    knownSince: now - knownForSeconds,
  };
}

/** Subquery for the user with that name, if the user is known at this address. */
export function selectKnownUser(db: Database, known: KnownUserQuery, name: TypedName) {
  return userOfTypedName(db, { id: known.applicationId }, name)
    .select('users.id')
    .where((eb) =>
      eb.or([
        eb('users.id', '=', known.sessionUserId),
        eb.exists(
          eb
            .selectFrom('knownAddresses')
            .select('knownAddresses.userId')
            .whereRef('knownAddresses.userId', '=', 'users.id')
            .where('knownAddresses.address', '=', known.network)
            .where('knownAddresses.lastAt', '>', known.knownSince),
        ),
      ]),
    );
}

/** Runs the same single statement whether or not the user exists. */
export async function findUser(call: FindCall, username: string): Promise<FoundUser | null> {
  const named = userOfTypedName(call.db, call.application, typedName(username));
  const row = await joinKnownAddress(call, named).executeTakeFirst();
  return row === undefined ? null : found(row);
}

export interface UserSearch {
  readonly match: FoundUser | null;
  /** Ids of users who have the same e-mail, so that none of them is the match. */
  readonly sharers: readonly string[];
}

/**
 * Among several users with the e-mail, finds the only one who has confirmed it
 * (docs/protocol.md#e-mails).
 */
export async function findUserByEmail(call: FindCall, emailHash: string): Promise<UserSearch> {
  const { db, application } = call;
  const withEmail = db
    .selectFrom('users')
    .where('users.applicationId', '=', application.id)
    .where('users.emailHash', '=', emailHash)
    .orderBy('users.emailConfirmed', 'desc')
    .limit(2);
  const [row, other] = await joinKnownAddress(call, withEmail).execute();
  if (row === undefined) return { match: null, sharers: [] };
  const isOwner = other === undefined || row.emailConfirmed > other.emailConfirmed;
  return isOwner
    ? { match: found(row), sharers: [] }
    : { match: null, sharers: [row.id, other.id] };
}

/** Whether a sign-in by the user's e-mail does not find this user, because others have it too. */
export async function isEmailShared(
  { db, application }: Pick<FindCall, 'db' | 'application'>,
  { id, emailHash, emailConfirmed }: Pick<UserRow, 'id' | 'emailHash' | 'emailConfirmed'>,
): Promise<boolean> {
  if (emailHash === null) return false;
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('applicationId', '=', application.id)
    .where('emailHash', '=', emailHash)
    .where('emailConfirmed', '>=', emailConfirmed)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

function joinKnownAddress({ ip, now }: FindCall, users: ReturnType<typeof userOfTypedName>) {
  return users
    .leftJoin('knownAddresses', (join) =>
      join
        .onRef('knownAddresses.userId', '=', 'users.id')
        .on('knownAddresses.address', '=', networkOf(ip))
        .on('knownAddresses.lastAt', '>', now - knownForSeconds),
    )
    .selectAll('users')
    .select(['knownAddresses.lastAt as knownAt', 'knownAddresses.keyIds as knownKeyIds']);
}

function found({ knownAt, knownKeyIds, ...user }: UserRow & Omit<FoundUser, 'user'>): FoundUser {
  return { user, knownAt, knownKeyIds };
}

/**
 * Must run in the transaction of a sign-in. Adding an address also deletes the user's expired ones.
 */
export async function rememberAddress(
  {
    db: transaction,
    ip,
    now,
    knownKeys,
    browser,
  }: InTransaction<Pick<SessionCall, 'db' | 'ip' | 'now' | 'knownKeys' | 'browser'>>,
  { user, knownAt, knownKeyIds }: FoundUser,
): Promise<void> {
  // A browser knows no signing keys, and says nothing about the program at this address.
  const keyIds = browser === null ? knownKeys.join(',') : knownKeyIds;
  const isFresh = knownAt !== null && knownAt > now - refreshAfterSeconds;
  if (isFresh && knownKeyIds === keyIds) return;
  if (knownAt === null)
    await transaction
      .deleteFrom('knownAddresses')
      .where('userId', '=', user.id)
      .where('lastAt', '<=', now - knownForSeconds)
      .execute();
  await transaction
    .insertInto('knownAddresses')
    .values({ userId: user.id, address: networkOf(ip), lastAt: now, keyIds })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'address']).doUpdateSet({ lastAt: now, keyIds }),
    )
    .execute();
}
