// Creates, signs in and ends sessions (docs/protocol.md#sessions). The client holds 32 random
// bytes, and the database stores only their SHA-256. An initialised session lasts an hour. A
// signed-in session lasts the application's `sessionSeconds`. Sessions of the customers' page begin with
// the sign-in, end 30 minutes after their last use and after 12 hours, and do not count against the
// session limit.
import { randomBytes } from 'node:crypto';
import type { ApplicationRow, Transaction, Database } from '../../database/schema.ts';
import type { SessionRow } from '../../database/schema-sessions.ts';
import type { CallSession, SessionCall } from '../../api/call.ts';
import { statement } from '../../database/statement.ts';
import type { InTransaction } from '../../database/transact.ts';
import { isRecentUse } from '../devices/devices.ts';
import { endSessionFor, type EndedSession } from './ended-sessions.ts';
import { hashToken } from '../../secrets/token-hash.ts';
import type { Outcome } from '../../outcome.ts';

const initialisedSeconds = 3600;
/** The longest session of the customers' page, and the longest time without a use. */
const [pageSeconds, pageIdleSeconds] = [12 * 3600, 30 * 60];
/** After the limit was lowered, a sign-in ends at most this many sessions. */
const maxEndedAtOnce = 100;

/**
 * Returns the id of a new initialised session. `version` is that of the program, if it sent one.
 */
export async function createSession(
  db: Database,
  application: ApplicationRow,
  ip: string,
  now: number,
  version: string | undefined,
): Promise<string> {
  for (;;) {
    const id = randomBytes(32).toString('base64url');
    const [created] = await insertSession(db, {
      idHash: hashToken(id),
      applicationId: application.id,
      expiresAt: now + initialisedSeconds,
      ip,
      createdAt: now,
      version: version ?? null,
    });
    if (created !== undefined) return id;
  }
}

type NewSession = Pick<
  SessionRow,
  'idHash' | 'applicationId' | 'expiresAt' | 'ip' | 'createdAt' | 'version'
>;

const insertSession = statement((db, session: NewSession) =>
  db
    .insertInto('sessions')
    .values({
      idHash: session.idHash,
      applicationId: session.applicationId,
      userId: null,
      expiresAt: session.expiresAt,
      ip: session.ip,
      createdAt: session.createdAt,
      version: session.version,
    })
    // Short ids must be unique. About one in a million million collides.
    .onConflict((conflict) => conflict.doNothing())
    .returning('createdAt'),
);

type SessionSignIn = InTransaction<
  Pick<SessionCall, 'db' | 'application' | 'session' | 'now' | 'ip' | 'browser'>
>;

/**
 * Signs the session in, even if it belonged to another user. Returns false if the session no longer
 * exists. `isByToken`: a token of the customers' page replaced the password.
 */
export async function signInSession(
  { db, application, session, now, ip, browser }: SessionSignIn,
  userId: string,
  hwid: string | undefined,
  isByToken = false,
): Promise<boolean> {
  if (browser !== null) {
    const expiresAt = pageSessionEnd(application, now, now);
    const times = { createdAt: now, signedInAt: now, lastSeenAt: now, expiresAt };
    const ids = { applicationId: application.id, idHash: session.idHash, userId };
    await db
      .insertInto('sessions')
      .values({ ...ids, ...times, ip, browser, version: null })
      .execute();
    return true;
  }
  const expiresAt = now + application.sessionSeconds;
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({
      ...{ userId, expiresAt, hwid: hwid ?? null, signedInAt: now, lastSeenAt: now },
      programToken: isByToken ? '' : null,
    })
    .where('idHash', '=', session.idHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  if (application.sessionLimit > 0)
    await endOldestSessions(db, { userId, idHash: session.idHash, now }, application.sessionLimit);
  return true;
}

/** The end of a session of the customers' page that is used now. */
export function pageSessionEnd(
  { sessionSeconds }: Pick<ApplicationRow, 'sessionSeconds'>,
  signedInAt: number,
  now: number,
): number {
  return Math.min(now + pageIdleSeconds, signedInAt + Math.min(pageSeconds, sessionSeconds));
}

/**
 * Leaves the given session and the newest others. The transaction has locked the user's row, so that
 * concurrent sign-ins run one by one.
 */
async function endOldestSessions(
  db: Transaction,
  { userId, idHash: ownIdHash, now }: EndedSession,
  limit: number,
): Promise<void> {
  const oldest = await db
    .selectFrom('sessions')
    .select('idHash')
    .where('userId', '=', userId)
    .where('idHash', '!=', ownIdHash)
    .where('browser', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy((eb) => eb.fn.coalesce('signedInAt', 'createdAt'), 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('idHash')
    .limit(maxEndedAtOnce)
    .offset(limit - 1)
    .execute();
  for (const { idHash } of oldest)
    await endSessionFor(db, { userId, idHash, now }, 'session-limit');
}

/** Writes the use of a session, unless the last one was written within the hour. */
export async function recordSessionUse(
  db: Database,
  { idHash }: CallSession,
  lastSeenAt: number | null,
  now: number,
): Promise<void> {
  if (isRecentUse(lastSeenAt, now)) return;
  await db.updateTable('sessions').set({ lastSeenAt: now }).where('idHash', '=', idHash).execute();
}

export async function endSession(db: Transaction, session: CallSession): Promise<void> {
  await db.deleteFrom('sessions').where('idHash', '=', session.idHash).execute();
}

export async function logout(call: SessionCall): Promise<Outcome<'logout'>> {
  return call.idempotency.transact(call, async ({ db, session }): Promise<Outcome<'logout'>> => {
    await endSession(db, session);
    return { ok: true, answer: { message: 'Successfully logged out.' } };
  });
}
