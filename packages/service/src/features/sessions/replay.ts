// Replays the outcome of a completed request (contract 0.15). Its secrets are read again, and only for a session that may still
// see them: whoever recorded a request cannot sign in with it later.
import type { Call, SeenUser } from '../../api/call.ts';
import { infoAnswer, ownedSubscriptions } from '../subscriptions/subscriptions.ts';
import { replayOffer } from '../two-factor/two-factor.ts';
import { refuse, type Outcome, type Success } from '../../outcome.ts';
import type { ClientType } from '@latchkey/protocol/client-spec.ts';
import { refuseSession } from './session-checks.ts';
import { refuseStopped } from '../../api/client-api.ts';
import type { SignedIn, StoredOutcome } from '../../api/idempotency/stored-outcome.ts';
import { notIdempotent } from '../../api/idempotency/idempotent-request.ts';

export async function replay(
  call: Call,
  activeUntil: number | null,
  outcome: StoredOutcome,
): Promise<Outcome> {
  if (!outcome.ok) return outcome;
  if ('answer' in outcome)
    return { ok: true, answer: outcome.answer as Success<ClientType>['answer'] }; // of this very request
  const userId = 'signedIn' in outcome ? outcome.signedIn : outcome.offeredTo;
  if (call.user?.id !== userId) return refuse('session-gone');
  // A replay uses the session as any other request does.
  const refusal =
    refuseStopped(call.application) ??
    (await refuseSession({ ...call, idempotency: notIdempotent }, activeUntil, 'sign-in'));
  if (refusal !== null) return refusal;
  return 'signedIn' in outcome
    ? replaySignIn(call, call.user, outcome)
    : replayOffer(call, call.user);
}

async function replaySignIn(
  { db, now, ip }: Pick<Call, 'db' | 'now' | 'ip'>,
  user: SeenUser,
  { hwid, boundAt }: SignedIn,
): Promise<Outcome<'login'>> {
  const owned = await ownedSubscriptions(db, user.id);
  const { lastLoginAt } = user;
  const info = infoAnswer(user, owned, { now, ip, hwid, lastLoginAt, boundAt });
  return { ok: true, answer: { message: 'Logged in!', info } };
}
