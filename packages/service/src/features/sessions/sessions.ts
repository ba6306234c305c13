// Creates, signs in and ends sessions (docs/protocol.md#sessions). The client holds 32 random
// bytes, and the database stores only their SHA-256. An initialised session lasts an hour. A
// signed-in session lasts the application's `sessionSeconds`.
import { randomBytes } from 'node:crypto';
import type { ApplicationRow, SessionRow, Transaction, Database } from '../../database/schema.ts';
import type { CallSession, SessionCall } from '../../api/call.ts';
import { statement } from '../../database/statement.ts';
import type { Within } from '../../database/transact.ts';
import { hashToken } from '../../secrets/token-hash.ts';
import type { Outcome } from '../../outcome.ts';

const initialisedSeconds = 3600;

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

type NewSession = Omit<SessionRow, 'userId' | 'hwid'>;

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

type SessionSignIn = Within<Pick<SessionCall, 'db' | 'application' | 'session' | 'now'>>;

/**
 * Signs the session in, even if it belonged to another user. Returns false if the session no longer
 * exists.
 */
export async function signInSession(
  { db, application, session, now }: SessionSignIn,
  userId: string,
  hwid: string | undefined,
): Promise<boolean> {
  const expiresAt = now + application.sessionSeconds;
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ userId, expiresAt, hwid: hwid ?? null })
    .where('idHash', '=', session.idHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
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
