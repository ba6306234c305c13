// Putting a user into the database, whom a seller makes: which names are refused, and the row itself.
import { randomUUID } from 'node:crypto';
import { isTaken, spelled } from '../database/names.ts';
import { nameIsKey } from '../licenses/license-names.ts';
import { emailHash } from '../secrets/emails.ts';
import { fail, type SellerCall } from '../seller-call.ts';
import { isUserNameTaken, looksLike } from '../users/look-alikes.ts';
import { hasUnseen, skeletonOf } from '../skeletons.ts';
import { isDeceptive, refuseUserName } from '../users/user-names.ts';

export function badName(application: SellerCall['application'], username: string, isOld = false) {
  const refusal = refuseUserName(application, username, isOld);
  if (refusal === null) return null;
  return refusal.reason === 'username-too-short'
    ? fail('Username too short, try longer one.')
    : fail('This username is reserved, choose a different one');
}

/** What there is to say of a name that is taken although it would be refused of somebody new; undefined: nothing. */
export async function warningOf(
  { db, application }: SellerCall,
  username: string,
): Promise<string | undefined> {
  const alike = await looksLike(db, application.id, username);
  if (alike !== null) return `The name looks like that of another user, "${alike}".`;
  if (hasUnseen(username)) return 'The name holds characters that nobody sees.';
  return isDeceptive(username) ? 'The name looks like one that is reserved.' : undefined;
}

/** null: the name is taken. `isOld`: only by exactly this name, in whatever case. */
export async function insertUser(
  { db, application, now, mailKey }: SellerCall,
  username: string,
  passwordHash: string,
  email: string,
  isOld = false,
): Promise<string | null> {
  const isThere = isOld ? isTaken(db, 'users', application.id, username) : null;
  if (await (isThere ?? isUserNameTaken(db, application.id, username))) return null;
  const made = await db
    .insertInto('users')
    .values({
      id: randomUUID(),
      applicationId: application.id,
      ...spelled('username', username),
      skeleton: skeletonOf(username),
      nameIsKey: await nameIsKey(db, application.id, username),
      passwordHash,
      emailHash: emailHash(mailKey, email),
      bannedReason: null,
      totpSecret: null,
      totpStep: 0,
      createdAt: now,
      lastLoginAt: null,
      lastIp: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}
