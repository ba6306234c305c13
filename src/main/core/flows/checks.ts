// Checks the session with the service and shows the result: before each launch, after a redeem, on
// Retry in phase `ready`, and every few minutes.
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { accountIn, offlineIn, suspendedIn } from '../../../shared/phases.ts';
import { type Feature } from '../../../shared/features.ts';
import { type Account } from '../../../shared/session.ts';
import { type Lapsed } from '@latchkey/client/facts.ts';
import {
  hasBoundAnswers,
  isSameUser,
  subscriptionStatusOf,
  mergeAccounts,
} from '../session/account.ts';
import { type Action } from '../command-runner.ts';
import { blockedPhaseOf } from '../session/blocked-phase.ts';
import { accountFromInfo, requestedUserOf, usernameForService } from '../session/last-user.ts';
import { reportOf } from '../failures.ts';
import { deviceChanges } from './device-changes.ts';
import {
  currentPassState,
  dropPass,
  dropPassAfter,
  isUnanswered,
  keepPass,
  passParameters,
} from './offline.ts';
import { failureOfFeature } from './unsupported.ts';
import { recordUpdateWarning } from './update-warning.ts';
import { type CoreParts } from '../parts.ts';
import { applyOutcome, moveUnlessSame } from './sign-in.ts';
import { signInAgain, type ResumeParts } from './resume.ts';
import { requiresSignIn, type Refusal } from '@latchkey/client/refusal.ts';

export type ChecksParts = ResumeParts & Pick<CoreParts, 'updateWarning'>;

export type CheckResult =
  /** `hasDates` is true if the service also reported the subscriptions. */
  | { readonly kind: 'valid'; readonly hasDates: boolean }
  /** The user is no longer signed in. The new phase shows the reason. */
  | { readonly kind: 'left' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'cancelled' };

export async function checkSession(core: ChecksParts, action: Action): Promise<CheckResult> {
  const reply = await core.serviceSession.requestSignedIn(action, 'check', passParameters(core));
  const before = currentAccount(core);
  if (!action.isLive() || before === null) return { kind: 'cancelled' };
  if (!reply.ok) {
    const { facts, sellerText, lapsed } = reply.refusal;
    if (facts.code === 'cancelled') return { kind: 'cancelled' };
    return handleFailure(core, action, core.failures.make(facts, sellerText), lapsed);
  }
  recordUpdateWarning(core, reply.value);
  const { info } = reply.value;
  // Some services only confirm the session; the known dates then still apply.
  if (
    info !== null &&
    !isSameUser(
      requestedUserOf(core.lastUser, before.username),
      info.username,
      hasBoundAnswers(core.config.service),
    )
  ) {
    core.publisher.setTrust({ kind: 'refused' }, core.serviceTime.clockOffsetMs());
    return { kind: 'failed', failure: core.failures.make({ code: 'bad-reply' }) };
  }
  void keepPass(core, reply.value.offline);
  const nowMs = core.serviceTime.nowMs() ?? core.clock.now();
  return applyAccount(
    core,
    action,
    info === null ? before : mergeAccounts(accountFromInfo(core.lastUser, info, nowMs), before),
    info !== null,
  );
}

/** Checks a suspended session. The screen stays if the service cannot be reached. */
export async function checkSuspended(core: ChecksParts, action: Action): Promise<Result<null>> {
  action.limit();
  action.step('checking-subscription');
  const result = await checkSession(core, action);
  return result.kind === 'failed' ? fail(result.failure) : ok(null);
}

/** Returns the account of the open or suspended session. */
function currentAccount({ publisher }: Pick<ChecksParts, 'publisher'>): Account | null {
  return accountIn(publisher.phase()) ?? suspendedIn(publisher.phase());
}

/** Shows the refreshed account, or `no-subscription`. */
export function applyAccount(
  core: ChecksParts,
  action: Action,
  account: Account,
  hasDates: boolean,
): CheckResult {
  const serverNowMs = core.serviceTime.nowMs();
  const status = subscriptionStatusOf(account, serverNowMs, core.config.requiredSubscription);
  if (status.kind === 'active') {
    action.move({ kind: 'account-refreshed', account: status.account });
    return { kind: 'valid', hasDates };
  }
  core.serviceSession.logOut();
  const { cause, lapsed } = status;
  const report = reportOf(core.failures.make({ code: 'no-subscription' }));
  const { username } = account;
  action.move({
    kind: 'blocked',
    phase: { kind: 'no-subscription', cause, username, lapsed, report },
  });
  return { kind: 'left' };
}

/** Handles a failed request. Returns `valid` after a new sign-in: the caller can then retry. */
export async function handleFailure(
  core: ChecksParts,
  action: Action,
  failure: Failure,
  lapsed: readonly Lapsed[] | null,
): Promise<CheckResult> {
  const account = currentAccount(core);
  const username = account?.username ?? core.lastUser.name;
  if (requiresSignIn(failure)) return recoverSession(core, action, username, failure);
  const deviceId = core.device.isKnown() ? await core.device.id() : null;
  const changes =
    failure.code === 'wrong-device'
      ? await deviceChanges(core, usernameForService(core.lastUser))
      : null;
  const blockedPhase = blockedPhaseOf(failure, {
    username,
    deviceId,
    lapsed,
    changes,
    removal: null,
  });
  await dropPassAfter(core, failure.code);
  if (blockedPhase === null) return { kind: 'failed', failure };
  // The service ends no session while the application is paused.
  const suspends = blockedPhase.kind === 'app-paused' && account !== null;
  if (!suspends) core.serviceSession.drop();
  const screen = suspends ? { ...blockedPhase, suspended: account } : blockedPhase;
  moveUnlessSame(core, action, { kind: 'blocked', phase: screen });
  return { kind: 'left' };
}

/** Like `failureOfFeature`, but also handles an ended session. */
export async function handleFeatureRefusal(
  core: ChecksParts,
  action: Action,
  feature: Feature,
  refusal: Refusal,
): Promise<Failure> {
  const failure = failureOfFeature(core, feature, refusal);
  if (action.isLive() && requiresSignIn(failure)) await handleFailure(core, action, failure, null);
  return failure;
}

/**
 * Signs in again if the sign-in is saved; otherwise shows the end of the session. A session that
 * was ended for a reason is not replaced: the user, or a limit, wants this computer signed out.
 */
async function recoverSession(
  core: ChecksParts,
  action: Action,
  username: string,
  failure: Failure,
): Promise<CheckResult> {
  core.serviceSession.drop();
  const before = currentAccount(core);
  const ended = failure.code === 'session-gone' ? failure.ended : undefined;
  if (ended !== undefined) await dropPass(core);
  // The caller signs in again (come-back.ts).
  else if (offlineIn(core.publisher.phase()) !== null) return { kind: 'failed', failure };
  const secondSignIn = ended === undefined ? await signInAgain(core, action, username) : null;
  if (!action.isLive() || secondSignIn?.outcome.kind === 'cancelled') return { kind: 'cancelled' };
  if (secondSignIn?.outcome.kind === 'granted') {
    action.onCancel(() => undefined); // signed in again: nothing to roll back
    const account =
      before === null
        ? secondSignIn.outcome.account
        : mergeAccounts(secondSignIn.outcome.account, before);
    action.move({ kind: 'account-refreshed', account });
    return { kind: 'valid', hasDates: true };
  }
  const { outcome } = secondSignIn ?? {};
  const isOfflinePossible = currentPassState(core)?.kind === 'usable';
  if (outcome?.kind === 'lost-service' && isUnanswered(outcome.failure.code) && isOfflinePossible)
    return { kind: 'failed', failure: outcome.failure };
  const cause = ended === undefined ? {} : { ended };
  action.move({ kind: 'session-lost', username, ...cause, report: reportOf(failure) });
  if (secondSignIn !== null) {
    core.credentialsHolder.hold(secondSignIn.credentials);
    await applyOutcome(core, action, secondSignIn.credentials, secondSignIn.outcome);
  }
  return { kind: 'left' };
}
