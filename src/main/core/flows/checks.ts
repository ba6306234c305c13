// Checks the session with the service and shows the result: before each launch, after a redeem, on
// Retry in phase `ready`, and every few minutes.
import { type Failure } from '../../../shared/failure.ts';
import { accountIn } from '../../../shared/phases.ts';
import { type Offer } from '../../../shared/offers.ts';
import { type Account } from '../../../shared/session.ts';
import { type Lapsed } from '@latchkey/client/facts.ts';
import { answersAreBound, isSameUser, standingOf, withKnown } from '../session/account.ts';
import { type Action } from '../lanes.ts';
import { blockedPhaseOf } from '../session/blocked-phase.ts';
import { accountOf, realName } from '../session/last-user.ts';
import { reportOf } from '../failures.ts';
import { deviceChanges } from './device-changes.ts';
import { failureOfOffer } from './unsupported.ts';
import { noteUpdate } from './update-soon.ts';
import { type CoreParts } from '../parts.ts';
import { settle } from './sign-in.ts';
import { signInAgain, type ResumeParts } from './resume.ts';
import { isSessionOver, type Refusal } from '@latchkey/client/refusal.ts';

export type ChecksParts = ResumeParts & Pick<CoreParts, 'updateSoon'>;

export type CheckEnd =
  /** `hasDates`: the service also reported the subscriptions. */
  | { readonly kind: 'valid'; readonly hasDates: boolean }
  /** The user is no longer signed in. The new phase shows the reason. */
  | { readonly kind: 'left' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'cancelled' };

export async function checkSession(core: ChecksParts, action: Action): Promise<CheckEnd> {
  const reply = await core.serviceSession.requestSignedIn(action, 'check', {});
  const before = accountIn(core.publisher.phase());
  if (!action.live() || before === null) return { kind: 'cancelled' };
  if (!reply.ok) {
    const { facts, sellerText, lapsed } = reply.refusal;
    if (facts.code === 'cancelled') return { kind: 'cancelled' };
    return leaveOrFail(core, action, core.failures.make(facts, sellerText), lapsed);
  }
  noteUpdate(core, reply.value);
  const { info } = reply.value;
  // Some services only confirm the session; the known dates then still apply.
  if (
    info !== null &&
    !isSameUser(
      core.lastUser.key ?? before.username,
      info.username,
      answersAreBound(core.config.service),
    )
  ) {
    core.publisher.exchanged({ kind: 'refused' }, core.serviceTime.clockOffsetMs());
    return { kind: 'failed', failure: core.failures.make({ code: 'bad-reply' }) };
  }
  const nowMs = core.serviceTime.nowMs() ?? core.clock.now();
  return stand(
    core,
    action,
    info === null ? before : withKnown(accountOf(core.lastUser, info, nowMs), before),
    info !== null,
  );
}

/** Shows the refreshed account, or `no-subscription`. */
export function stand(
  core: ChecksParts,
  action: Action,
  account: Account,
  hasDates: boolean,
): CheckEnd {
  const serverNowMs = core.serviceTime.nowMs();
  const standing = standingOf(account, serverNowMs, core.config.requiredSubscription);
  if (standing.kind === 'active') {
    action.move({ kind: 'account-refreshed', account: standing.account });
    return { kind: 'valid', hasDates };
  }
  core.serviceSession.leave();
  const { cause, lapsed } = standing;
  const report = reportOf(core.failures.make({ code: 'no-subscription' }));
  const { username } = account;
  action.move({
    kind: 'blocked',
    by: { kind: 'no-subscription', cause, username, lapsed, report },
  });
  return { kind: 'left' };
}

/** Handles a failed request. `valid`: signed in again, so the caller can retry the request. */
export async function leaveOrFail(
  core: ChecksParts,
  action: Action,
  failure: Failure,
  lapsed: readonly Lapsed[] | null,
): Promise<CheckEnd> {
  const username = accountIn(core.publisher.phase())?.username ?? core.lastUser.name;
  if (isSessionOver(failure)) return afterSession(core, action, username, failure);
  const deviceId = core.device.known() ? await core.device.id() : null;
  const changes =
    failure.code === 'wrong-device' ? await deviceChanges(core, realName(core.lastUser)) : null;
  const by = blockedPhaseOf(failure, { username, deviceId, lapsed, changes });
  if (by === null) return { kind: 'failed', failure };
  core.serviceSession.drop();
  action.move({ kind: 'blocked', by });
  return { kind: 'left' };
}

/** Like `failureOfFeature`, and handles the end of the session. */
export async function leftByOffer(
  core: ChecksParts,
  action: Action,
  way: Offer,
  refusal: Refusal,
): Promise<Failure> {
  const failure = failureOfOffer(core, way, refusal);
  if (action.live() && isSessionOver(failure)) await leaveOrFail(core, action, failure, null);
  return failure;
}

/** Signs in again if the sign-in is saved; otherwise shows the end of the session. */
async function afterSession(
  core: ChecksParts,
  action: Action,
  username: string,
  failure: Failure,
): Promise<CheckEnd> {
  core.serviceSession.drop();
  const before = accountIn(core.publisher.phase());
  const again = await signInAgain(core, action, username);
  if (!action.live() || again?.end.kind === 'cancelled') return { kind: 'cancelled' };
  if (again?.end.kind === 'granted') {
    action.onCancel(() => undefined); // signed in again: nothing to roll back
    const account = before === null ? again.end.account : withKnown(again.end.account, before);
    action.move({ kind: 'account-refreshed', account });
    return { kind: 'valid', hasDates: true };
  }
  action.move({ kind: 'session-lost', username, report: reportOf(failure) });
  if (again !== null) {
    core.held.hold(again.credentials);
    await settle(core, action, again.credentials, again.end);
  }
  return { kind: 'left' };
}
