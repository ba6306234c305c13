// Signs in with a saved sign-in, and uses its offline pass if the service does not answer.
import { ok, type Result } from '../../../shared/failure.ts';
import { type Action } from '../command-runner.ts';
import { type PassState } from '../offline/read-pass.ts';
import { type HeldCredentials } from '../session/credentials.ts';
import { displayName } from '../session/last-user.ts';
import { type SessionEvent } from '../session/session-machine.ts';
import { beginAttempt, goOffline, isUnanswered } from './offline.ts';
import { type SignInOutcome, refusedOutcome } from './sign-in-outcome.ts';
import { applyOutcome, moveUnlessSame, type SignInParts, trySignIn } from './sign-in.ts';

/** Signs in. If the service does not answer, uses the pass of the saved sign-in. */
export async function signInOrGoOffline(
  core: SignInParts,
  action: Action,
  credentials: HeldCredentials,
  pass: PassState | null,
): Promise<Result<null>> {
  const isLimited = pass?.kind === 'usable';
  const outcome = await trySavedSignIn(core, action, credentials, isLimited);
  if (outcome.kind !== 'lost-service') return applyOutcome(core, action, credentials, outcome);
  const username = displayName(credentials.method);
  const { failure } = outcome;
  await loseService(core, action, { kind: 'lost-service', username, failure }, pass);
  return ok(null);
}

/** SECURITY: only a service that does not answer lets the pass decide. */
export async function loseService(
  core: SignInParts,
  action: Action,
  event: Extract<SessionEvent, { kind: 'lost-service' }>,
  pass: PassState | null,
): Promise<void> {
  if (pass === null || !isUnanswered(event.failure.code)) moveUnlessSame(core, action, event);
  else if (pass.kind === 'ended')
    moveUnlessSame(core, action, { ...event, offlineEndedAt: pass.at });
  else {
    core.credentialsHolder.drop();
    await goOffline(core, action, pass, event.failure);
  }
}

/** `isLimited`: waits for each answer only for the short time that applies with a usable pass. */
export async function trySavedSignIn(
  core: SignInParts,
  action: Action,
  { method }: HeldCredentials,
  isLimited: boolean,
): Promise<SignInOutcome> {
  const opening = beginAttempt(core.clock, action);
  if (isLimited) opening.limit();
  const opened = await core.serviceSession.open(opening.action);
  opening.close();
  if (!opened.ok) return refusedOutcome(core, opened, displayName(method), null);
  const attempt = beginAttempt(core.clock, action);
  if (isLimited) attempt.limit();
  const outcome = await trySignIn(core, attempt.action, method, null);
  attempt.close();
  return outcome;
}
