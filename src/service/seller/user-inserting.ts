// Putting a user into the database, whom a seller makes: which names are refused, and the row itself.
import { randomUUID } from 'node:crypto';
import { spelled } from '../database/names.ts';
import { emailHash } from '../secrets/emails.ts';
import { fail, type SellerCall } from '../seller-call.ts';
import { isUserNameTaken, skeletonOf } from '../users/look-alikes.ts';
import { refuseUserName } from '../users/user-names.ts';

export function badName(application: SellerCall['application'], username: string) {
  const refusal = refuseUserName(application, username);
  if (refusal === null) return null;
  return refusal.reason === 'username-too-short'
    ? fail('Username too short, try longer one.')
    : fail('This username is reserved, choose a different one');
}

/** null: the name is taken. */
export async function insertUser(
  { db, application, now, mailKey }: SellerCall,
  username: string,
  passwordHash: string,
  email: string,
): Promise<string | null> {
  if (await isUserNameTaken(db, application.id, username)) return null;
  const made = await db
    .insertInto('users')
    .values({
      id: randomUUID(),
      applicationId: application.id,
      ...spelled('username', username),
      skeleton: skeletonOf(username),
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
