// Whether a session may be used at all: checked before every operation, and before a sign-in is replayed.
import type { Needs } from '@latchkey/protocol/client-spec.ts';
import type { Call } from '../../api/call.ts';
import { refuseBanned } from '../users/bans.ts';
import { ownedSubscriptions, refuseInactive } from '../subscriptions/subscriptions.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { endSession } from './sessions.ts';

export async function refuseSession(
  call: Call,
  activeUntil: number | null,
  needs: Needs,
): Promise<Refusal | null> {
  if (needs === 'nothing') return null;
  const { session, user } = call;
  if (session === null) return refuse('session-gone');
  if (needs === 'any-session') return null;
  if (user === null) return needs === 'sign-in' ? refuse('not-signed-in') : null;
  const refusal = await refuseUser(call, activeUntil);
  if (refusal === null) return null;
  // A ban, a pause or an expiry ends the session, so it is answered once.
  return call.idempotency.transact(call, async ({ db }) => {
    await endSession(db, session);
    return refusal;
  });
}

/** Of a signed-in session; null where its user is in good standing. */
async function refuseUser(
  { db, user, now }: Call,
  activeUntil: number | null,
): Promise<Refusal | null> {
  if (user === null) return null;
  const running = activeUntil !== null && activeUntil > now;
  return (
    refuseBanned(user) ??
    (running ? null : refuseInactive(await ownedSubscriptions(db, user.id), now))
  );
}
