// Reaches the service again for a user who is offline. Network faults take nothing away.
import { type Failure } from '../../../shared/failure.ts';
import { offlineIn } from '../../../shared/phases.ts';
import { requiresSignIn } from '@latchkey/client/refusal.ts';
import { type Action } from '../command-runner.ts';
import { type HeldCredentials } from '../session/credentials.ts';
import { checkSession, type ChecksParts } from './checks.ts';
import { credentialsOf, loadSavedSignIn } from './find-credentials.ts';
import {
  beginAttempt,
  currentPassState,
  endOffline,
  isUnanswered,
  keepPassOfSignIn,
} from './offline.ts';
import { trySavedSignIn } from './offline-sign-in.ts';
import { type SignInOutcome } from './sign-in-outcome.ts';
import { applyOutcome } from './sign-in.ts';

/** `left`: the service refused, and the new phase shows the reason; or the pass has ended. */
export type ComeBack = 'online' | 'offline' | 'left' | 'cancelled';

/**
 * `automatic`: a one-time code is not requested, because the user works. Ends offline use if the
 * pass has ended.
 */
export async function comeBack(
  core: ChecksParts,
  action: Action,
  trigger: 'user' | 'automatic',
): Promise<ComeBack> {
  action.limit();
  const result = await reachService(core, action, trigger);
  if (!action.isLive()) return 'cancelled';
  if (result !== 'offline') return result;
  const state = currentPassState(core);
  if (state?.kind === 'usable') return 'offline';
  endOffline(core, action, state?.at ?? core.offline.time.nowMs());
  return 'left';
}

/** Shows one quiet line. */
export function showComeBack({ clock }: Pick<ChecksParts, 'clock'>, action: Action): void {
  action.notice({ kind: 'checked', at: clock.now(), changed: null, service: 'back' });
}

async function reachService(
  core: ChecksParts,
  action: Action,
  trigger: 'user' | 'automatic',
): Promise<ComeBack> {
  if (core.serviceSession.id() !== null) {
    const attempt = beginAttempt(core.clock, action);
    attempt.limit();
    const result = await checkSession(core, attempt.action);
    attempt.close();
    if (result.kind === 'valid') return 'online';
    if (result.kind === 'left' || result.kind === 'cancelled') return result.kind;
    if (!requiresSignIn(result.failure)) return stayOffline(core, result.failure);
  }
  const saved = await loadSavedSignIn(core, action, core.lastUser.name);
  const credentials = saved === null ? null : credentialsOf(saved);
  if (credentials === null || !action.isLive()) return 'offline';
  const outcome = await trySavedSignIn(core, action, credentials, true);
  return action.isLive() ? applySignIn(core, action, credentials, outcome, trigger) : 'cancelled';
}

async function applySignIn(
  core: ChecksParts,
  action: Action,
  credentials: HeldCredentials,
  outcome: SignInOutcome,
  trigger: 'user' | 'automatic',
): Promise<ComeBack> {
  switch (outcome.kind) {
    case 'granted':
      action.onCancel(() => undefined); // signed in again: nothing to roll back
      core.offline.askedAtMs = core.clock.elapsed();
      void keepPassOfSignIn(core, outcome.pass);
      action.move({ kind: 'account-refreshed', account: outcome.account });
      return 'online';
    case 'lost-service':
      return stayOffline(core, outcome.failure);
    case 'refused':
      if (outcome.failure.code === 'rate-limited') return stayOffline(core, outcome.failure);
      break;
    case 'code-asked':
      if (trigger === 'automatic') return needCode(core, action);
      break;
    case 'blocked':
      break;
    case 'cancelled':
      return 'cancelled';
  }
  core.credentialsHolder.hold(credentials);
  await applyOutcome(core, action, credentials, outcome);
  return 'left';
}

function stayOffline({ offline }: ChecksParts, failure: Failure): 'offline' {
  if (isUnanswered(failure.code)) offline.failure = failure;
  return 'offline';
}

/** Stops the automatic tries: each would be refused until the user enters a code. */
function needCode({ publisher }: ChecksParts, action: Action): 'offline' {
  const phase = publisher.phase();
  const offline = offlineIn(phase);
  if (offline !== null && 'account' in phase) {
    const { account } = phase;
    action.move({ kind: 'went-offline', account, offline: { ...offline, needsCode: true } });
  }
  return 'offline';
}
