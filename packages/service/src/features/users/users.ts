// Finds, creates and deletes users with all their data, and checks user names. Licenses of deleted
// users stay used. The database alone decides whether a name is taken.
import { daysAsSeconds } from '@latchkey/protocol/seller-spec.ts';
import { fail, type SellerCall, type SellerChange } from '../../api/seller-call.ts';
import { userOfName, isTaken, withFold } from '../../database/names.ts';
import { fold } from '@latchkey/protocol/fold.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import type { ApplicationRow, Tables, Transaction, Database } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { hasInvisibleCharacters, isAscii, skeletonOf } from '../../skeletons.ts';
import { emailHash, isEmailTaken } from './emails.ts';
import { storeAddress } from './mail-addresses.ts';
import { isUserNameTaken, findLookAlike } from './look-alikes.ts';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { isLicenseKey } from '../../secrets/license-names.ts';
import { orderedId } from '../../ordered-ids.ts';
import { unixMs } from '@latchkey/protocol/units.ts';

export async function findUser(
  { db, application }: SellerCall | SellerChange,
  username: string,
): Promise<{ id: string; username: string } | undefined> {
  return userOfName(db, application, username)
    .select(['users.id', 'users.username'])
    .executeTakeFirst();
}

export async function findPlan(
  { db, application }: SellerCall | SellerChange,
  name: string,
): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('plans')
    .select(['id', 'name'])
    .where('applicationId', '=', application.id)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Converts days to whole seconds, or returns a refusal. */
export function expirySeconds(days: string) {
  if (/^-[0-9]+(\.[0-9]+)?$/.test(days)) return fail('days-not-positive');
  const seconds = daysAsSeconds.safeParse(days).data;
  if (seconds === undefined) return fail('days-invalid');
  return seconds === 0 ? fail('days-not-positive') : seconds;
}

/** `all` means every user in the seller API; programs show the other words for a missing name. */
const reservedNames = new Set(['all', 'everyone', 'nobody', 'none', 'null', 'undefined']);
const reservedSkeletons = new Set([...reservedNames].map(skeletonOf));

/** Whether the name has invisible characters or looks like a reserved one. */
function isDeceptive(username: string): boolean {
  return (
    hasInvisibleCharacters(username) ||
    (!isAscii(username) && reservedSkeletons.has(skeletonOf(username)))
  );
}

/** The form of a user's id (docs/protocol.md#masked-accounts). Ids take precedence over names. */
const userIdForm = /^id:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `isImported` allows a deceptive name (docs/protocol.md#look-alike-names). */
export function refuseUserName(
  { minUsernameLength }: ApplicationRow,
  username: string,
  isImported = false,
): Refusal | null {
  if (username.length < minUsernameLength) return refuse('username-too-short');
  const folded = fold(username);
  if (reservedNames.has(folded) || userIdForm.test(folded)) return refuse('username-reserved');
  return isDeceptive(username) && !isImported ? refuse('username-reserved') : null;
}

export function checkUserName(
  application: SellerChange['application'],
  username: string,
  isImported = false,
) {
  const refusal = refuseUserName(application, username, isImported);
  if (refusal === null) return null;
  return refusal.reason === 'username-too-short'
    ? fail('username-too-short')
    : fail('username-reserved');
}

/** Returns a warning if a new user could not have this imported name. */
export async function warningOf(
  { db, application }: SellerChange,
  username: string,
): Promise<string | undefined> {
  return warningText(username, await findLookAlike(db, application.id, username));
}

/** `alike` is a user whose name looks like this one, or null. */
export function warningText(username: string, alike: string | null): string | undefined {
  if (alike !== null) return `The name looks like that of the user "${alike}".`;
  if (hasInvisibleCharacters(username)) return 'The name contains invisible characters.';
  return isDeceptive(username) ? 'The name looks like a reserved name.' : undefined;
}

/** Returns the user's id, or what is taken. `isImported` allows look-alikes. */
export async function createUser(
  call: SellerChange,
  username: string,
  password: Pick<NewUser, 'password' | 'passwordHash'>,
  email: string,
  isImported = false,
): Promise<{ readonly id: string } | 'name-taken' | 'email-taken'> {
  const { db, application, now, mailKey } = call;
  const isUnavailable = isImported ? isTaken(db, 'users', application.id, username) : null;
  if (await (isUnavailable ?? isUserNameTaken(db, application.id, username))) return 'name-taken';
  const hash = emailHash(mailKey, email);
  if (await isEmailTaken(call, hash)) return 'email-taken';
  const user = { username, ...password, emailHash: hash, ip: null };
  const created = await insertUser(db, application, user, now);
  if (created === null) return 'name-taken';
  await storeAddress(call, created.id, email);
  return { id: created.id };
}

type UserFilter = (
  eb: ExpressionBuilder<Tables, 'users'>,
) => ExpressionWrapper<Tables, 'users', SqlBool>;

/** Removes any number of users with two statements. Returns the number of removed users. */
export async function removeUsers(
  transaction: Transaction,
  { id }: Pick<ApplicationRow, 'id'>,
  filter: UserFilter,
): Promise<number> {
  const names = transaction
    .selectFrom('users')
    .select('username')
    .where('applicationId', '=', id)
    .where(filter);
  await transaction
    .deleteFrom('tokens')
    .where('applicationId', '=', id)
    .where('kind', '=', 'user')
    .where('assigned', 'in', names)
    .execute();
  const { numDeletedRows } = await transaction
    .deleteFrom('users')
    .where('applicationId', '=', id)
    .where(filter)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export interface NewUser {
  /** Needed if a value of the row is sealed for this id. */
  readonly id?: string;
  readonly username: string;
  /** Undefined if the caller knows only the hash. Only the hash is stored. */
  readonly password?: string | undefined;
  readonly passwordHash: string;
  readonly emailHash: string | null;
  readonly bannedReason?: string | null;
  /** The secret is sealed. */
  readonly totpSecret?: string | null;
  /** The address that the user signs in from; null if the user does not sign in now. */
  readonly ip: string | null;
}

/**
 * Runs in the transaction that creates the user. Returns null if the name is taken. `now` is in
 * unix seconds.
 */
export async function insertUser(
  db: Database,
  { id: applicationId }: Pick<ApplicationRow, 'id'>,
  { id, username, password, passwordHash, emailHash, ip, ...more }: NewUser,
  now: number,
): Promise<UserRow | null> {
  const nameIsKey = await isLicenseKey(db, applicationId, username);
  const created = await db
    .insertInto('users')
    .values({
      id: id ?? orderedId(unixMs(now * 1000)),
      applicationId,
      passwordHash,
      emailHash,
      ...withFold('username', username),
      skeleton: skeletonOf(username),
      nameIsKey,
      // A user who signs in by a key has it as the password too. A later sign-in shows others.
      passwordIsKey:
        password === undefined ? nameIsKey : await isLicenseKey(db, applicationId, password),
      bannedReason: more.bannedReason ?? null,
      totpSecret: more.totpSecret ?? null,
      totpStep: 0,
      createdAt: now,
      lastLoginAt: ip === null ? null : now,
      lastIp: ip,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return created ?? null;
}
