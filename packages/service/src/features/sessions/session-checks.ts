// Checks whether a session may be used, before every operation and every replay
// (docs/protocol.md#idempotent-requests). A replay reads current data, so a recorded request cannot
// sign anybody in later.
import type { SessionNeed, ClientType } from '@latchkey/protocol/client-spec.ts';
import type { Call, CallUser } from '../../api/call.ts';
import { refuseBanned } from '../users/bans.ts';
import { deviceIdsOf } from '../devices/devices.ts';
import { accountFacts, readAccount } from '../users/account-facts.ts';
import { computerFacts } from '../devices/seats.ts';
import { featureFacts } from '../subscriptions/features.ts';
import { ownedSubscriptions, refuseInactive, infoAnswer } from '../subscriptions/subscriptions.ts';
import { refuse, type Refusal, type Outcome, type Success } from '../../outcome.ts';
import { refuseGoneSession } from './ended-sessions.ts';
import { endSession } from './sessions.ts';
import { replayCodes } from '../two-factor/pending-codes.ts';
import { replayOffer } from '../two-factor/two-factor.ts';
import { refuseStopped } from '../../api/client-api.ts';
import type {
  StoredCodes,
  StoredOffer,
  StoredOutcome,
  StoredSignIn,
} from '../../api/idempotency/stored-outcome.ts';
import { notIdempotent } from '../../api/idempotency/idempotent-request.ts';

export async function refuseSession(
  call: Call,
  activeUntil: number | null,
  needs: SessionNeed,
): Promise<Refusal | null> {
  if (needs === 'nothing') return null;
  const { session, user } = call;
  if (session === null) return refuseGoneSession(call);
  if (needs === 'any-session') return null;
  if (user === null) return needs === 'sign-in' ? refuse('not-signed-in') : null;
  const refusal = await refuseUser(call, activeUntil);
  // A paused application suspends its sessions, but ends none.
  if (refusal === null || refusal.reason === 'app-paused') return refusal;
  // A ban, a paused subscription or an expiry ends the session, so the refusal is answered once.
  return call.idempotency.transact(call, async ({ db }) => {
    await endSession(db, session);
    return refusal;
  });
}

/** Returns null if the user may use the session. */
async function refuseUser(
  { db, user, now, browser }: Call,
  activeUntil: number | null,
): Promise<Refusal | null> {
  if (user === null) return null;
  // On the page, customers renew what has ended.
  const needsNone = browser !== null || (activeUntil !== null && activeUntil > now);
  return (
    refuseBanned(user) ??
    (needsNone ? null : refuseInactive(await ownedSubscriptions(db, user.id), now))
  );
}

export async function replay(
  call: Call,
  activeUntil: number | null,
  outcome: StoredOutcome,
): Promise<Outcome> {
  if (!outcome.ok) return outcome;
  if ('answer' in outcome)
    // The stored answer belongs to a request of this type.
    return { ok: true, answer: outcome.answer as Success<ClientType>['answer'] };
  const userId = ownerOf(outcome);
  if (call.user?.id !== userId) return refuseGoneSession(call);
  // A replay needs a valid session like any other request.
  const refusal =
    refuseStopped(call.application) ??
    (await refuseSession({ ...call, idempotency: notIdempotent }, activeUntil, 'sign-in'));
  if (refusal !== null) return refusal;
  if ('signedIn' in outcome) return replaySignIn(call, call.user, outcome);
  return 'codesOf' in outcome
    ? replayCodes(call, call.user, outcome)
    : replayOffer(call, call.user);
}

function ownerOf(outcome: StoredSignIn | StoredOffer | StoredCodes): string {
  if ('signedIn' in outcome) return outcome.signedIn;
  return 'codesOf' in outcome ? outcome.codesOf : outcome.offeredTo;
}

async function replaySignIn(
  call: Pick<Call, 'db' | 'application' | 'now' | 'ip'>,
  user: CallUser,
  { hwid, boundAt, offline }: StoredSignIn,
): Promise<Outcome<'login'>> {
  const { db, now, ip } = call;
  const owned = await ownedSubscriptions(db, user.id);
  const { lastLoginAt } = user;
  const { length: used } = await deviceIdsOf(db, user.id);
  const account = await readAccount(db, user.id);
  const info = {
    ...infoAnswer(user, owned, { now, ip, hwid, lastLoginAt, boundAt }),
    ...(await computerFacts(call, user.id, used, owned)),
    ...accountFacts(call, account),
    ...featureFacts(owned, account.features, now),
  };
  const pass = offline === undefined ? {} : { offline };
  return { ok: true, answer: { message: 'Logged in!', info, ...pass } };
}
