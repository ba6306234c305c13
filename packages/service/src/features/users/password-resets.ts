// Creates and redeems password reset links. Each is valid for one user, one hour and one use. A new
// password ends the user's sessions.
// SECURITY: only the hash of a link's token is stored.
import { randomBytes } from 'node:crypto';
import { clockToleranceSeconds } from '../../clock.ts';
import type { Database, Transaction } from '../../database/schema.ts';
import { recordAccountEvent, type EventCall } from './account-events.ts';
import { isLicenseKey } from '../../secrets/license-names.ts';
import { hashToken } from '../../secrets/token-hash.ts';

/** The path of the reset page, below the public URL. */
export const resetPath = '/reset';
export const linkSeconds = 3600;
/** Maximum number of valid links of a user, and so of mails per hour. */
const maxLinks = 3;

export const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export interface Link {
  readonly token: string;
  readonly tokenHash: string;
}

/**
 * Returns a new link, or the seconds until another link is allowed. `emailHash` is of the
 * address that the link is mailed to, which its use confirms; null if a seller passes it on.
 */
export async function createLink(
  transaction: Transaction,
  userId: string,
  now: number,
  emailHash: string | null,
): Promise<Link | number> {
  // Locks the user, so that concurrent requests are counted one by one.
  await transaction
    .updateTable('users')
    .set((eb) => ({ cooldownAt: eb.ref('cooldownAt') }))
    .where('id', '=', userId)
    .execute();
  await transaction
    .deleteFrom('passwordResets')
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('expiresAt', '<=', now), eb('expiresAt', '>', latestEnd(now))]))
    .execute();
  const validLinks = await transaction
    .selectFrom('passwordResets')
    .select('expiresAt')
    .where('userId', '=', userId)
    .orderBy('expiresAt')
    .execute();
  const [oldest] = validLinks;
  if (oldest !== undefined && validLinks.length >= maxLinks) return oldest.expiresAt - now;
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  await transaction
    .insertInto('passwordResets')
    .values({ tokenHash, userId, emailHash, expiresAt: now + linkSeconds })
    .execute();
  return { token, tokenHash };
}

/** A link that ends later was written by a clock that was ahead, and counts as expired. */
function latestEnd(now: number): number {
  return now + linkSeconds + clockToleranceSeconds;
}

/** Deletes the link of a mail that was not sent. */
export async function deleteLink(db: Database, { tokenHash }: Link): Promise<void> {
  await db.deleteFrom('passwordResets').where('tokenHash', '=', tokenHash).execute();
}

/**
 * Returns the application of a link, or null if the link is not valid. Does not use the link up.
 */
export async function applicationOfLink(
  db: Database,
  token: string,
  now: number,
): Promise<{ readonly id: string; readonly name: string } | null> {
  const row = await db
    .selectFrom('passwordResets')
    .innerJoin('users', 'users.id', 'passwordResets.userId')
    .innerJoin('applications', 'applications.id', 'users.applicationId')
    .select(['applications.id', 'applications.name'])
    .where('passwordResets.tokenHash', '=', hashToken(token))
    .where('passwordResets.expiresAt', '>', now)
    .where('passwordResets.expiresAt', '<=', latestEnd(now))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Sets a new password, and deletes the user's sessions and links. Returns false if the link is not
 * valid. `password` is only compared with license keys.
 */
export async function redeemLink(
  call: EventCall,
  token: string,
  passwordHash: string,
  password = '',
): Promise<boolean> {
  const { db: transaction, now } = call;
  const redeemed = await transaction
    .deleteFrom('passwordResets')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now)
    .where('expiresAt', '<=', latestEnd(now))
    .returning(['userId', 'emailHash'])
    .executeTakeFirst();
  if (redeemed === undefined) return false;
  const { userId, emailHash } = redeemed;
  const { applicationId } = await transaction
    .selectFrom('users')
    .select('applicationId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const passwordIsKey = await isLicenseKey(transaction, applicationId, password);
  await transaction
    .updateTable('users')
    .set({ passwordHash, passwordIsKey })
    .where('id', '=', userId)
    .execute();
  if (emailHash !== null)
    await transaction
      .updateTable('users')
      .set({ emailConfirmed: 1 })
      .where('id', '=', userId)
      .where('emailHash', '=', emailHash)
      .execute();
  const event = { event: 'password-changed', by: 'link', computer: '' } as const;
  await recordAccountEvent(call, userId, event);
  await transaction.deleteFrom('sessions').where('userId', '=', userId).execute();
  await transaction.deleteFrom('passwordResets').where('userId', '=', userId).execute();
  return true;
}
