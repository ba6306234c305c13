// Links to a new password: made for a user, good for an hour and for one use. A new password ends all sessions of the user.
// SECURITY: only the hash of a link's token is kept.
import { randomBytes } from 'node:crypto';
import { clockSlackSeconds } from '../../clock.ts';
import type { Database, Transaction } from '../../database/schema.ts';
import { hashToken } from '../../secrets/token-hash.ts';

/** Where the page of a link is, below the public address. */
export const resetPath = '/reset';
const linkSeconds = 3600;
/** Links of one user that live at the same time: so many mails an hour, at most. */
const mostLinks = 3;

export const tokenForm = /^[A-Za-z0-9_-]{43}$/;

export interface Link {
  readonly token: string;
  readonly tokenHash: string;
}

/** Must run inside a transaction. A number: how many seconds until there may be another one. */
export async function makeLink(
  transaction: Transaction,
  userId: string,
  now: number,
): Promise<Link | number> {
  // Takes the user's row, so that links asked for at once are counted one by one.
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
  const living = await transaction
    .selectFrom('passwordResets')
    .select('expiresAt')
    .where('userId', '=', userId)
    .orderBy('expiresAt')
    .execute();
  const [oldest] = living;
  if (oldest !== undefined && living.length >= mostLinks) return oldest.expiresAt - now;
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  await transaction
    .insertInto('passwordResets')
    .values({ tokenHash, userId, expiresAt: now + linkSeconds })
    .execute();
  return { token, tokenHash };
}

/** A link that ends later is of a clock that was ahead, and is over. */
function latestEnd(now: number): number {
  return now + linkSeconds + clockSlackSeconds;
}

/** Of a mail that was never sent. */
export async function dropLink(db: Database, { tokenHash }: Link): Promise<void> {
  await db.deleteFrom('passwordResets').where('tokenHash', '=', tokenHash).execute();
}

/** The application whose user a link that still works is for; null: it does not. Spends nothing. */
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

/** Must run inside a transaction. false: the link does not work any more. */
export async function spendLink(
  transaction: Transaction,
  token: string,
  passwordHash: string,
  now: number,
): Promise<boolean> {
  const spent = await transaction
    .deleteFrom('passwordResets')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now)
    .where('expiresAt', '<=', latestEnd(now))
    .returning('userId')
    .executeTakeFirst();
  if (spent === undefined) return false;
  const { userId } = spent;
  await transaction.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute();
  await transaction.deleteFrom('sessions').where('userId', '=', userId).execute();
  await transaction.deleteFrom('passwordResets').where('userId', '=', userId).execute();
  return true;
}
