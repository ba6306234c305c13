// Whether an application and a session may be used at all: before every operation, and before a sign-in is told again.
import type { Needs } from '@latchkey/protocol/client-spec.ts';
import type { Call } from '../call.ts';
import { refuseBanned } from '../features/users/bans.ts';
import type { ApplicationRow } from '../database/schema.ts';
import { ownedSubscriptions, refuseInactive } from '../features/subscriptions/subscriptions.ts';
import { refuse, type Refusal } from '../outcome.ts';
import { endSession } from '../features/sessions/sessions.ts';

/** Of an application that is switched off or paused: its running sessions were ended with it. */
export function refuseStopped({ enabled, paused }: ApplicationRow): Refusal | null {
  if (enabled === 0) return refuse('app-disabled');
  return paused === 1 ? refuse('app-paused') : null;
}

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
  // A ban, a pause or an expiry ends the session here and says so once.
  return call.once.whole(call.db, async (transaction) => {
    await endSession(transaction, session);
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
