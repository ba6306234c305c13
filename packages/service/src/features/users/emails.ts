// Hashes email addresses, so that they can be compared but not read.
// SECURITY: the hashes are keyed, so that a list of addresses cannot be tried on a stolen database.
import { createHmac } from 'node:crypto';
import { inList } from '../../database/in-list.ts';
import type { ApplicationRow, Transaction } from '../../database/schema.ts';
import { addToCounts, scopeOf } from '../../secrets/throttles.ts';
import { keyObject } from '../../secrets/key-objects.ts';

/** The prefix of every hash names its form. */
const keyedPrefix = 'k1.';

/** How long the row stays that makes transactions wait for each other. */
const lockSeconds = 60;

/**
 * Returns null for an empty address.
 * SECURITY: lower-cases only ASCII letters. Some other letters would become ASCII ones, and a link
 * would go to a different address than the stored one (docs/protocol.md#look-alike-names).
 */
export function emailHash(mailKey: Uint8Array, address: string): string | null {
  const normalised = address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (normalised === '') return null;
  return keyedPrefix + createHmac('sha256', keyObject(mailKey)).update(normalised).digest('hex');
}

interface EmailCall {
  readonly db: Transaction;
  readonly application: Pick<ApplicationRow, 'id' | 'sharedEmails'>;
  readonly now: number;
}

/**
 * Whether the e-mail is refused because another user has it (docs/protocol.md#e-mails). Call it in
 * the transaction that stores the e-mail. Others that store the same one wait for its end.
 */
export async function isEmailTaken(
  { db, application, now }: EmailCall,
  hash: string | null,
  ownId = '',
): Promise<boolean> {
  if (hash === null || application.sharedEmails === 'allow') return false;
  await lockEmails({ db, application, now }, [hash]);
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('applicationId', '=', application.id)
    .where('emailHash', '=', hash)
    .where('id', '<>', ownId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Takes an e-mail that `ownId` has proved from users who have not confirmed it. Returns their ids, or
 * null if another user has confirmed it. Call it like `isEmailTaken`.
 */
export async function takeEmail(
  { db, application, now }: EmailCall,
  hash: string,
  ownId: string,
): Promise<readonly string[] | null> {
  if (application.sharedEmails === 'allow') return [];
  await lockEmails({ db, application, now }, [hash]);
  const others = await db
    .updateTable('users')
    .set((eb) => ({ emailHash: eb.ref('emailHash') }))
    .where('applicationId', '=', application.id)
    .where('emailHash', '=', hash)
    .where('id', '<>', ownId)
    .returning(['id', 'emailConfirmed'])
    .execute();
  if (others.some(({ emailConfirmed }) => emailConfirmed === 1)) return null;
  const ids = others.map(({ id }) => id);
  if (ids.length === 0) return ids;
  const none = { emailHash: null, mailAddress: null };
  await db.updateTable('users').set(none).where('id', 'in', inList(db, ids)).execute();
  await db.deleteFrom('passwordResets').where('userId', 'in', inList(db, ids)).execute();
  return ids;
}

/** Lets other transactions that store one of these e-mails wait for the end of this one. */
export async function lockEmails(
  { db, application, now }: EmailCall,
  hashes: readonly (string | null)[],
): Promise<void> {
  if (application.sharedEmails === 'allow') return;
  const scopes = [...new Set(hashes)].flatMap((hash) =>
    hash === null ? [] : [scopeOf('email', application.id, hash)],
  );
  await addToCounts(db, scopes, 1, now + lockSeconds, now);
}
