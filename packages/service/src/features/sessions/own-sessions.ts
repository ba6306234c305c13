// `sessions` and `endsession`: list and end the sessions of the signed-in user
// (docs/protocol.md#own-sessions).
import { createHmac } from 'node:crypto';
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SignedInCall } from '../../api/call.ts';
import type { Database } from '../../database/schema.ts';
import { badRequest, refuse, type Outcome } from '../../outcome.ts';
import { endOtherSessions, endSessionFor } from './ended-sessions.ts';

const maxListed = 100;
const idBytes = 16;

/** SECURITY: not the hash of the session id, because sellers end sessions by it. */
function idOf({ secret }: Pick<SignedInCall, 'secret'>, idHash: string): string {
  return createHmac('sha256', secret.deriveKey('ids of sessions'))
    .update(idHash)
    .digest()
    .subarray(0, idBytes)
    .toString('base64url');
}

async function readSessions(db: Database, userId: string, now: number) {
  return db
    .selectFrom('sessions')
    .leftJoin('devices', (join) =>
      join
        .onRef('devices.userId', '=', 'sessions.userId')
        .onRef('devices.hwid', '=', 'sessions.hwid'),
    )
    .select([
      'sessions.idHash',
      'sessions.version',
      'sessions.signedInAt as since',
      'sessions.lastSeenAt as lastSeen',
      'devices.name as computer',
      'devices.system',
      'sessions.browser',
    ])
    .where('sessions.userId', '=', userId)
    .where('sessions.expiresAt', '>', now)
    .orderBy((eb) => eb.fn.coalesce('sessions.signedInAt', 'sessions.createdAt'), 'desc')
    .orderBy('sessions.idHash')
    .limit(maxListed)
    .execute();
}

export async function ownSessions(call: SignedInCall): Promise<Outcome<'sessions'>> {
  if (call.application.ownSessions === 0) return refuse('type-unknown');
  const sessions = await listSessions(call);
  return { ok: true, answer: { message: 'Successfully fetched sessions.', sessions } };
}

export async function listSessions(call: SignedInCall) {
  const { db, user, session, now } = call;
  const rows = await readSessions(db, user.id, now);
  return rows.map(({ idHash, computer, system, browser, ...facts }) => ({
    id: idOf(call, idHash),
    computer: computer ?? browser ?? '',
    system: system ?? '',
    ...facts,
    current: idHash === session.idHash,
  }));
}

export async function endOwnSession(
  call: SignedInCall,
  { id, all }: RequestOf<'endsession'>,
): Promise<Outcome<'endsession'>> {
  const { application, user, session, now, browser } = call;
  // On the page, users can always end all sessions, as a new password does.
  const isAllOnPage = browser !== null && all === 1;
  if (application.ownSessions === 0 && !isAllOnPage) return refuse('type-unknown');
  if ((id === undefined) === (all !== 1)) return badRequest('Send either id or all=1.');
  return call.idempotency.transact(call, async ({ db }): Promise<Outcome<'endsession'>> => {
    if (id === undefined) {
      const ending = { userId: user.id, exceptIdHash: session.idHash, now };
      await endOtherSessions(db, ending, 'ended-elsewhere');
      return { ok: true, answer: { message: 'Successfully ended all other sessions.' } };
    }
    const found = (await readSessions(db, user.id, now)).find(
      ({ idHash }) => idOf(call, idHash) === id && idHash !== session.idHash,
    );
    if (found === undefined) return refuse('session-unknown');
    await endSessionFor(db, { userId: user.id, idHash: found.idHash, now }, 'ended-elsewhere');
    return { ok: true, answer: { message: 'Successfully ended session.' } };
  });
}
