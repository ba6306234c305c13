// Invitations, with which people choose a password (docs/desk.md#invitations): a token that works
// once within 24 hours, of which the database stores a hash.
import { randomBytes, randomUUID } from 'node:crypto';
import { minPersonPasswordLength } from '@latchkey/protocol/limits.ts';
import { fold } from '@latchkey/protocol/fold.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import type { Database, Transaction } from '../../database/schema.ts';
import type { InvitationRow, PersonRow } from '../../database/schema-people.ts';
import { transact } from '../../database/transact.ts';
import { hashToken } from '../../secrets/token-hash.ts';
import { auditPerson, findPerson, passwordsOf, personOf, type PeopleParts } from './people.ts';
import { endPersonSessions } from './person-sessions.ts';
import { dropSecondFactor } from './second-factor.ts';
import { checkCredentials, type SignInRefusal } from './sign-in.ts';

const invitationSeconds = 24 * 3600;

/** Creates the only valid invitation of an account or of a person. */
export async function createInvitation(
  db: Database,
  to: Pick<InvitationRow, 'accountId' | 'personId'>,
  now: number,
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = now + invitationSeconds;
  const { accountId, personId } = to;
  const all = db.deleteFrom('invitations');
  await (
    accountId === null
      ? all.where('personId', '=', personId)
      : all.where('accountId', '=', accountId)
  ).execute();
  await db
    .insertInto('invitations')
    .values({ ...to, tokenHash: hashToken(token), expiresAt })
    .execute();
  return { token, expiresAt };
}

/**
 * Returns whether a person can act elsewhere than through this account.
 * SECURITY: such a person is not reset by a key of one application, because the holder of that key
 * would get access to the other applications.
 */
export async function hasOtherAccess(
  db: Database,
  personId: string,
  accountId: string,
): Promise<boolean> {
  const person = await personOf(db, personId);
  if (person.isOwner === 1) return true;
  const other = await db
    .selectFrom('accounts')
    .select('id')
    .where('personId', '=', personId)
    .where('id', '!=', accountId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** What the page of an invitation shows. Null for a token that is unknown, used or expired. */
export async function readInvitation(
  { db, nowMs }: PeopleParts,
  token: string,
): Promise<Invited | null> {
  const row = await openInvitations(db, token, toUnixSeconds(nowMs()))
    .leftJoin('accounts', 'accounts.id', 'invitations.accountId')
    .leftJoin('applications', 'applications.id', 'accounts.applicationId')
    .select(['invitations.accountId', 'invitations.personId'])
    .select(['accounts.username', 'accounts.personId as linkedTo', 'accounts.bannedReason'])
    .select(['applications.ownerid', 'applications.name as application'])
    .executeTakeFirst();
  if (row === undefined || row.bannedReason !== null) return null;
  if (row.accountId === null) {
    const { id, ownerid, name } = await personOf(db, row.personId ?? '');
    return {
      ownerid,
      name,
      application: null,
      accountId: null,
      personId: id,
      needsPassword: false,
    };
  }
  const { accountId, username, linkedTo, ownerid, application } = row;
  if (username === null || ownerid === null) return null;
  const existing = linkedTo === null ? await findPerson(db, ownerid, username) : undefined;
  const personId = linkedTo ?? existing?.id ?? null;
  const needsPassword = existing !== undefined;
  return { ownerid, name: username, application, accountId, personId, needsPassword };
}

export interface Invited {
  readonly ownerid: string;
  readonly name: string;
  /** Null for an invitation that resets a person. */
  readonly application: string | null;
  readonly accountId: string | null;
  readonly personId: string | null;
  /**
   * The person already has a password from another application, and proves it. Otherwise the person
   * chooses a password.
   */
  readonly needsPassword: boolean;
}

export type Accepted =
  | { readonly ok: true; readonly person: PersonRow }
  | { readonly ok: false; readonly reason: 'invitation-over' | 'password-short' }
  | SignInRefusal;

interface Acceptance {
  readonly token: string;
  readonly password: string;
  readonly code?: string | undefined;
  readonly ip: string;
}

/** Accepts an invitation. It is not a sign-in. */
export async function acceptInvitation(
  parts: PeopleParts,
  { token, password, code, ip }: Acceptance,
): Promise<Accepted> {
  const { db, nowMs } = parts;
  const invited = await readInvitation(parts, token);
  if (invited === null) return { ok: false, reason: 'invitation-over' };
  const { ownerid, name, needsPassword } = invited;
  let passwordHash: string | null = null;
  if (needsPassword) {
    const checked = await checkCredentials(parts, { ownerid, name, password, code }, ip);
    if (!checked.ok) return checked;
  } else {
    if (password.length < minPersonPasswordLength) return { ok: false, reason: 'password-short' };
    passwordHash = await (await passwordsOf(parts, ownerid)).hash(password);
  }
  const now = toUnixSeconds(nowMs());
  return transact(db, async (inside): Promise<Accepted> => {
    // SECURITY: what was invited is read again, because it may have changed since.
    const current = await readInvitation({ ...parts, db: inside }, token);
    const isSame =
      current?.personId === invited.personId && current.needsPassword === needsPassword;
    if (!isSame || !(await spend(inside, token, now)))
      return { ok: false, reason: 'invitation-over' };
    const personId = await join(inside, current, passwordHash, now);
    if (personId === null) return { ok: false, reason: 'invitation-over' };
    const person = await personOf(inside, personId);
    const detail = needsPassword ? 'joined' : 'chose a password';
    await auditPerson(inside, person, { type: 'acceptinvitation', detail, ip }, nowMs());
    return { ok: true, person };
  });
}

async function spend(db: Transaction, token: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/**
 * Links the account to its person, who is created if needed. Sets the password unless it is null.
 * Returns null if the person got access elsewhere since the invitation, and may not be reset.
 */
async function join(
  db: Transaction,
  { ownerid, name, accountId, personId }: Invited,
  passwordHash: string | null,
  now: number,
): Promise<string | null> {
  const id = personId ?? randomUUID();
  if (personId === null)
    await db
      .insertInto('people')
      .values({
        id,
        ownerid,
        name,
        nameFold: fold(name),
        isOwner: 0,
        passwordHash,
        createdAt: now,
        totpSecret: null,
        totpPendingSecret: null,
        totpPendingAt: null,
      })
      .execute();
  else if (passwordHash !== null) {
    if (accountId !== null && (await hasOtherAccess(db, id, accountId))) return null;
    await resetPerson(db, id, passwordHash, now);
  }
  if (accountId !== null)
    await db.updateTable('accounts').set({ personId: id }).where('id', '=', accountId).execute();
  return id;
}

/** Sets or removes the password. Ends all sessions and the second factor. */
export async function resetPerson(
  db: Database,
  id: string,
  passwordHash: string | null,
  now: number,
): Promise<void> {
  await db.updateTable('people').set({ passwordHash }).where('id', '=', id).execute();
  await dropSecondFactor(db, id);
  await endPersonSessions(db, id, now);
}

function openInvitations(db: Database, token: string, now: number) {
  return db
    .selectFrom('invitations')
    .where('invitations.tokenHash', '=', hashToken(token))
    .where('invitations.expiresAt', '>', now);
}
