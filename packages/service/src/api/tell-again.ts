// Tells the outcome of a request that came before (contract 0.15). What was secret in it is read anew, and only for a session
// that may still have it: a request that somebody noted signs nobody in later.
import type { Call } from '../call.ts';
import { infoAnswer, ownedSubscriptions } from '../features/subscriptions/subscriptions.ts';
import { offerAgain } from '../features/two-factor/two-factor.ts';
import { refuse, type Outcome, type Success } from '../outcome.ts';
import type { ClientType } from '@latchkey/protocol/client-spec.ts';
import { refuseSession, refuseStopped } from './session-checks.ts';
import type { SeenUser } from '../features/sessions/sessions.ts';
import type { Kept, SignedIn } from './idempotency/kept-outcome.ts';
import { unrepeated } from './idempotency/once.ts';

export async function tellAgain(
  call: Call,
  activeUntil: number | null,
  kept: Kept,
): Promise<Outcome> {
  if (!kept.ok) return kept;
  if ('answer' in kept) return { ok: true, answer: kept.answer as Success<ClientType>['answer'] }; // of this very request
  const theirs = 'signedIn' in kept ? kept.signedIn : kept.offeredTo;
  if (call.user?.id !== theirs) return refuse('session-gone');
  // It is a use of the session as any other.
  const refusal =
    refuseStopped(call.application) ??
    (await refuseSession({ ...call, once: unrepeated }, activeUntil, 'sign-in'));
  if (refusal !== null) return refusal;
  return 'signedIn' in kept ? signedInAgain(call, call.user, kept) : offerAgain(call, call.user);
}

async function signedInAgain(
  { db, now, ip }: Call,
  user: SeenUser,
  { hwid, boundAt }: SignedIn,
): Promise<Outcome<'login'>> {
  const owned = await ownedSubscriptions(db, user.id);
  const { lastLoginAt } = user;
  const info = infoAnswer(user, owned, { now, ip, hwid, lastLoginAt, boundAt });
  return { ok: true, answer: { message: 'Logged in!', info } };
}
