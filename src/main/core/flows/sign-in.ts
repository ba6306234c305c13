// Signs in from the form and with the one-time code. Applies the outcome to the screen and to the
// held and saved credentials. An outcome becomes a phase or a failure, and expired
// credentials become both.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, isEnvironment, type Failure, ok, type Result } from '../../../shared/failure.ts';
import { isInGroup } from '../../../shared/phases.ts';
import { type Phase } from '../../../shared/session.ts';
import { type Action } from '../command-runner.ts';
import {
  type HeldCredentials,
  rejectsSecret,
  nameOf,
  typedCredentials,
  type SignInParameters,
  type SignInRequest,
  createSignInRequest,
} from '../session/credentials.ts';
import { type SaveOptions, type SignInMethod } from '../ports.ts';
import { usesPasses } from '../offline/read-pass.ts';
import { type SessionEvent } from '../session/session-machine.ts';
import { nameForForm, setLastUser, displayName } from '../session/last-user.ts';
import { within } from '@latchkey/client/turn.ts';
import { computerParameters } from '../device/this-computer.ts';
import { deviceChanges } from './device-changes.ts';
import { dropPassAfter, keepPassOfSignIn, type OfflineParts } from './offline.ts';
import {
  type Computer,
  grantedOutcome,
  localRefusal,
  refusedOutcome,
  type SignInOutcome,
  type AttemptParts,
} from './sign-in-outcome.ts';
import { type CoreParts } from '../parts.ts';

export type SignInParts = AttemptParts & OfflineParts & Pick<CoreParts, 'signedInJustNow'>;

const success = ok(null);

export async function signIn(
  core: SignInParts,
  action: Action,
  method: SignInMethod,
  saveSignIn: boolean,
): Promise<Result<null>> {
  const credentials = typedCredentials(method, saveSignIn);
  setLastUser(core.lastUser, method);
  core.badCodes.inARow = 0;
  core.credentialsHolder.hold(credentials);
  action.move({ kind: 'sign-in-asked', username: nameForForm(core.lastUser) });
  const outcome = await trySignIn(core, action, method, null);
  if (outcome.kind !== 'refused') return applyOutcome(core, action, credentials, outcome);
  core.credentialsHolder.drop();
  return fail(outcome.failure);
}

export async function submitCode(
  core: SignInParts,
  action: Action,
  { code }: CommandInput<'submitCode'>,
): Promise<Result<null>> {
  const credentials = core.credentialsHolder.get();
  if (credentials === null) return fail(expireCredentials(core, action));
  const outcome = await trySignIn(core, action, credentials.method, code);
  if (outcome.kind !== 'refused') return applyOutcome(core, action, credentials, outcome);
  if (rejectsSecret(credentials.method, outcome.failure.code))
    return applyOutcome(core, action, credentials, outcome);
  // The credentials expired during the request, so the next code cannot be submitted.
  if (action.isLive() && core.credentialsHolder.get() === null) expireCredentials(core, action);
  return fail(outcome.failure);
}

/** Returns to the form with the reason, because the held credentials have expired. */
export function expireCredentials(core: SignInParts, mover: Pick<Action, 'move'>): Failure {
  const failure = core.failures.make({ code: 'out-of-order' });
  mover.move({ kind: 'credentials-forgotten', username: nameForForm(core.lastUser), failure });
  return failure;
}

/** `code`: the one-time code; null in the first step. `request` replaces the sign-in request. */
export async function trySignIn(
  core: AttemptParts,
  action: Action,
  method: SignInMethod,
  code: string | null,
  request: SignInRequest = createSignInRequest(core.serviceSession.request, action, method),
): Promise<SignInOutcome> {
  const username = displayName(method);
  if (!core.device.isHardwareRead()) action.step('reading-device');
  const computer = await within(action, readComputer(core, nameOf(method)));
  // Not earlier, because the key store may have prompted the user.
  action.limit();
  const ended = action.ended();
  if (ended !== null || typeof computer === 'string')
    return refusedOutcome(core, localRefusal({ code: ended ?? 'cancelled' }), username, code);
  if (computer === null) {
    const reason = core.device.isLocked() ? 'key-store-locked' : 'hardware-unavailable';
    return refusedOutcome(core, localRefusal({ code: reason }), username, code);
  }
  action.step(code === null ? request.step : 'checking-code');
  // A cancelled sign-in may still succeed at the service, so its session is dropped.
  action.onCancel(core.serviceSession.drop);
  const known = { hwid: computer.id, ...computerParameters(core), ...wishForPass(core) };
  const reply = await request.send(code === null ? known : { ...known, code });
  if (reply.ok) return grantedOutcome(core, reply.value, method, computer);
  // The service may have accepted the sign-in anyway.
  if (isEnvironment(reply.refusal.facts.code)) core.serviceSession.drop();
  return refusedOutcome(core, reply, username, code, computer);
}

/** A pass helps only a saved sign-in. */
function wishForPass({
  config,
  credentialsHolder,
}: AttemptParts): Pick<SignInParameters, 'offline'> {
  const held = credentialsHolder.get();
  const isSaved = held !== null && (held.save !== null || held.savedId !== null);
  return isSaved && usesPasses(config) ? { offline: '1' } : {};
}

async function readComputer(core: AttemptParts, username: string): Promise<Computer | null> {
  const id = await core.device.id();
  return id === null ? null : { id, changes: await deviceChanges(core, username) };
}

/** Applies the outcome to the screen, and to held and saved credentials. */
export async function applyOutcome(
  core: SignInParts,
  action: Action,
  credentials: HeldCredentials,
  outcome: SignInOutcome,
): Promise<Result<null>> {
  if (!action.isLive()) return success;
  switch (outcome.kind) {
    case 'granted':
      completeSignIn(core, action, credentials, outcome);
      return success;
    case 'code-asked':
      core.credentialsHolder.prove();
      action.move({ ...outcome, username: displayName(credentials.method) });
      return success;
    case 'blocked':
      await dropPassAfter(core, outcome.code);
      core.credentialsHolder.holdTicket(outcome.ticket);
      if (outcome.phase.kind === 'no-subscription') core.credentialsHolder.prove();
      moveUnlessSame(core, action, { kind: 'blocked', phase: outcome.phase });
      return success;
    case 'lost-service':
      moveUnlessSame(core, action, {
        kind: 'lost-service',
        username: displayName(credentials.method),
        failure: outcome.failure,
      });
      return success;
    case 'refused':
      await dropPassAfter(core, outcome.failure.code);
      core.credentialsHolder.drop();
      if (rejectsSecret(credentials.method, outcome.failure.code) && credentials.savedId !== null)
        await core.savedSignIns.dropSecret(credentials.savedId);
      action.move({
        kind: 'sign-in-refused',
        username: nameForForm(core.lastUser),
        failure: outcome.failure,
      });
      return success;
    case 'cancelled':
      return success;
  }
}

type Granted = Extract<SignInOutcome, { readonly kind: 'granted' }>;

function completeSignIn(
  core: SignInParts,
  action: Action,
  credentials: HeldCredentials,
  { account, storedKey, pass, notice }: Granted,
): void {
  const { method, save, savedId } = credentials;
  action.commit();
  core.credentialsHolder.drop();
  core.badCodes.inARow = 0;
  setLastUser(core.lastUser, method);
  core.lastUser.key = storedKey;
  action.move({ kind: 'signed-in', account }, notice);
  core.signedInJustNow.value = true;
  if (save !== null) void saveSignIn(core, method, save);
  else if (savedId !== null) void recordUse(core, savedId);
  core.offline.pass = null;
  const isSaved = save !== null || savedId !== null;
  core.offline.askedAtMs = isSaved ? core.clock.elapsed() : null;
  if (isSaved) void keepPassOfSignIn(core, pass);
}

/** The screen does not wait, because the key store may prompt the user. */
export async function saveSignIn(
  core: SignInParts,
  method: SignInMethod,
  options: SaveOptions,
): Promise<void> {
  const saved = await core.savedSignIns.save(method, options).catch((error: unknown) => {
    core.failures.defect('saving the sign-in failed', error);
    return false;
  });
  if (saved) return;
  const failure = core.failures.make({ code: 'vault-unavailable' });
  if (isInGroup(core.publisher.phase(), 'inside'))
    core.publisher.notice({ kind: 'failure', failure });
}

async function recordUse({ savedSignIns, failures }: SignInParts, savedId: string): Promise<void> {
  await savedSignIns.markUsed(savedId).catch((error: unknown) => {
    failures.defect('noting the sign-in failed', error);
  });
}

/** Keeps the screen, and its support code, if a retry finds the same state. */
export function moveUnlessSame(core: SignInParts, action: Action, event: SessionEvent): void {
  const phase = core.publisher.phase();
  const isSame =
    (event.kind === 'lost-service' &&
      phase.kind === 'unreachable' &&
      phase.failure.code === event.failure.code &&
      phase.failure.sellerText === event.failure.sellerText) ||
    (event.kind === 'blocked' && isSameScreen(phase, event.phase));
  if (!isSame) action.move(event);
}

function isSameScreen(now: Phase, then: Phase): boolean {
  const facts = (phase: Phase): string => {
    const sellerText = 'report' in phase ? phase.report.sellerText : null;
    return JSON.stringify({ ...phase, report: sellerText });
  };
  return facts(now) === facts(then);
}
