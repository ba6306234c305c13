// Signs in without the form: at the start, on Retry, on automatic retries and after a redeem. Uses
// the held credentials, else the saved sign-in of the same user.
import { type FailureFacts, ok, type Result } from '../../../shared/failure.ts';
import { type Info } from '@latchkey/protocol/client/common.ts';
import { hasBoundAnswers, isSameUser } from '../session/account.ts';
import { type Action } from '../command-runner.ts';
import { blockedPhaseOf, unknownDevice } from '../session/blocked-phase.ts';
import { requestSignIn, type HeldCredentials } from '../session/credentials.ts';
import { type Reply } from '@latchkey/client/refusal.ts';
import { type SessionEvent } from '../session/session-machine.ts';
import { nameForForm, requestedUserOf } from '../session/last-user.ts';
import { within } from '@latchkey/client/turn.ts';
import { computerParameters } from '../device/this-computer.ts';
import {
  credentialsOf,
  findCredentials,
  findCredentialsWithPass,
  loadSavedSignIn,
} from './find-credentials.ts';
import { beginAttempt, dropPassAfter } from './offline.ts';
import { loseService, signInOrGoOffline } from './offline-sign-in.ts';
import { moveUnlessSame, applyOutcome, type SignInParts, trySignIn } from './sign-in.ts';
import { type SignInOutcome } from './sign-in-outcome.ts';
import { type CoreParts } from '../parts.ts';

const success = ok(null);

/**
 * Connects, and signs in with held or saved credentials, if any. The phase shows the outcome. `by`:
 * whether the user or the loader itself requested this. SECURITY: an automatic try never sends
 * unproven credentials from the form; it only connects, and the form asks again.
 */
export async function resume(
  core: SignInParts,
  action: Action,
  trigger: 'user' | 'automatic',
): Promise<Result<null>> {
  action.step('connecting');
  // Without a sign-in, only a new session shows whether the service is available now.
  if (trigger === 'automatic' && core.credentialsHolder.get()?.proven !== true)
    core.serviceSession.drop();
  const attempt = beginAttempt(core.clock, action);
  const [opened, { credentials, reason, pass }] = await Promise.all([
    core.serviceSession.open(attempt.action),
    findCredentialsWithPass(core, action, attempt),
  ]);
  attempt.close();
  if (!action.isLive()) return success;
  if (!opened.ok) {
    await dropPassAfter(core, opened.refusal.facts.code);
    const event = eventOfFailedOpen(core, opened);
    if (event?.kind === 'lost-service') await loseService(core, action, event, pass);
    else if (event !== null) moveUnlessSame(core, action, event);
    return success;
  }
  if (credentials === null) return showForm(core, action, reason);
  if (trigger === 'automatic' && !credentials.proven) {
    // Without a device id, a sign-in from the form would fail again.
    const hasDeviceId = (await within(action, core.device.id())) !== null;
    return hasDeviceId && action.ended() === null ? showForm(core, action, null) : success;
  }
  return signInOrGoOffline(core, action, credentials, pass);
}

/** The form shows `reason` unless it is null. */
function showForm(core: SignInParts, action: Action, reason: FailureFacts | null): Result<null> {
  const username = nameForForm(core.lastUser);
  core.credentialsHolder.drop();
  if (reason === null) action.move({ kind: 'connected', username });
  else action.move({ kind: 'sign-in-refused', username, failure: core.failures.make(reason) });
  return success;
}

/**
 * The ordinary sign-in after a redeem in `no-subscription`, because a redeem signs nobody in. A
 * failure is a notice above the receipt. Returns false if a command interrupted it.
 */
export async function signInAfterRedeem(core: SignInParts, action: Action): Promise<boolean> {
  const { credentials, reason } = await findCredentials(core, action);
  if (!action.isLive()) return false;
  if (credentials === null) {
    showForm(core, action, reason);
    return true;
  }
  const outcome = await trySignIn(core, action, credentials.method, null);
  if (outcome.kind === 'lost-service') action.notice({ kind: 'failure', failure: outcome.failure });
  else await applyOutcome(core, action, credentials, outcome);
  return outcome.kind !== 'cancelled';
}

/** Checks in `no-subscription` whether Renew succeeded. Changes nothing if it did not. */
export async function checkRenewal(core: SignInParts, action: Action): Promise<void> {
  const { credentials } = await findCredentials(core, action);
  if (!action.isLive() || credentials === null) return;
  const end = await trySignIn(core, action, credentials.method, null);
  const isChange = end.kind === 'granted' || end.kind === 'code-asked' || end.kind === 'blocked';
  if (isChange) await applyOutcome(core, action, credentials, end);
}

function eventOfFailedOpen(
  core: SignInParts,
  { refusal }: Extract<Reply<never>, { ok: false }>,
): SessionEvent | null {
  if (refusal.facts.code === 'cancelled') return null;
  const failure = core.failures.make(refusal.facts, refusal.sellerText);
  const user = { username: core.lastUser.name, ...unknownDevice, lapsed: refusal.lapsed };
  const phase = blockedPhaseOf(failure, user);
  return phase === null
    ? { kind: 'lost-service', username: user.username, failure }
    : { kind: 'blocked', phase };
}

export type ResumeParts = SignInParts & Pick<CoreParts, 'log' | 'signedInAgain'>;

/** Limits how often two computers can take the session from each other. */
export const minSignInIntervalMs = 10 * 60_000;

export interface SignedInAgain {
  readonly credentials: HeldCredentials;
  readonly outcome: SignInOutcome;
}

/** Opens a new session; null without a saved sign-in or within minSignInIntervalMs of the last. */
export async function signInAgain(
  core: ResumeParts,
  action: Action,
  username: string,
): Promise<SignedInAgain | null> {
  const { clock, signedInAgain } = core;
  const { atMs } = signedInAgain;
  if (atMs !== null && Math.abs(clock.now() - atMs) < minSignInIntervalMs) return null;
  const saved = await loadSavedSignIn(core, action, username);
  const credentials = saved === null ? null : credentialsOf(saved);
  if (credentials === null) return null;
  core.serviceSession.drop();
  const outcome = await trySignIn(core, action, credentials.method, null);
  if (outcome.kind === 'granted') signedInAgain.atMs = clock.now();
  return { credentials, outcome };
}

/**
 * Signs in within the current session, which stays valid in any case. Returns null if nothing is
 * saved, or if the service requires more (a one-time code, a changed password).
 */
export async function readDatesBySignIn(
  core: ResumeParts,
  action: Action,
  username: string,
): Promise<Info | null> {
  const saved = await loadSavedSignIn(core, action, username);
  const credentials = saved === null ? null : credentialsOf(saved);
  if (credentials === null) return null;
  const hwid = await within(action, core.device.id());
  if (hwid === null || action.ended() !== null) return null;
  const reply = await requestSignIn(
    core.serviceSession.requestSignedIn,
    action,
    credentials.method,
    { hwid, ...computerParameters(core) },
  );
  if (!reply.ok) {
    core.log.info('dates not read', { code: reply.refusal.facts.code });
    return null;
  }
  const { info } = reply.value;
  if (
    isSameUser(
      requestedUserOf(core.lastUser, username),
      info.username,
      hasBoundAnswers(core.config.service),
    )
  )
    return info;
  core.publisher.setTrust({ kind: 'refused' }, core.serviceTime.clockOffsetMs());
  return null;
}
