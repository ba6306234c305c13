// Signs in from the form and with the one-time code. Applies the outcome to the screen and to the
// held and saved credentials. Each outcome becomes a phase or a Result, never both.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, type Failure, ok, type Result } from '../../../shared/failure.ts';
import { isAt } from '../../../shared/phases.ts';
import { type Account } from '../../../shared/session.ts';
import { type Action } from '../lanes.ts';
import {
  type HeldCredentials,
  isWrong,
  nameOf,
  typed,
  type Way,
  wayOf,
} from '../session/credentials.ts';
import { isEnvironment } from '../failures.ts';
import { type SaveOptions, type SignInMethod } from '../ports.ts';
import { type Event } from '../session/session-machine.ts';
import { nameForForm, setLastUser, shownName } from '../session/last-user.ts';
import { within } from '@latchkey/client/turn.ts';
import { deviceChanges } from './device-changes.ts';
import {
  type Computer,
  granted,
  lost,
  notGranted,
  type SignInOutcome,
  type TryParts,
} from './sign-in-outcome.ts';
import { type CoreParts } from '../parts.ts';

export type SignInParts = TryParts &
  Pick<CoreParts, 'held' | 'lastUser' | 'savedSignIns' | 'signedInJustNow'>;

const done = ok(null);

export async function signIn(
  core: SignInParts,
  action: Action,
  method: SignInMethod,
  remember: boolean,
): Promise<Result<null>> {
  action.limit();
  const credentials = typed(method, remember);
  setLastUser(core.lastUser, method);
  core.badCodes.inARow = 0;
  core.held.hold(credentials);
  action.move({ kind: 'sign-in-asked', username: nameForForm(core.lastUser) });
  const end = await trySignIn(core, action, method, null);
  if (end.kind !== 'refused') return settle(core, action, credentials, end);
  core.held.drop();
  return fail(end.failure);
}

export async function submitCode(
  core: SignInParts,
  action: Action,
  { code }: CommandInput<'submitCode'>,
): Promise<Result<null>> {
  action.limit();
  const credentials = core.held.get();
  if (credentials === null) return fail(forget(core, action));
  const end = await trySignIn(core, action, credentials.method, code);
  if (end.kind !== 'refused') return settle(core, action, credentials, end);
  if (isWrong(credentials.method, end.failure.code)) return settle(core, action, credentials, end);
  // The credentials expired during the request, so the next code cannot be submitted.
  if (action.live() && core.held.get() === null) forget(core, action);
  return fail(end.failure);
}

/** Returns to the form with the reason, because the held credentials have expired. */
export function forget(core: SignInParts, mover: Pick<Action, 'move'>): Failure {
  const failure = core.failures.make({ code: 'out-of-order' });
  mover.move({ kind: 'credentials-forgotten', username: nameForForm(core.lastUser), failure });
  return failure;
}

/** `code`: the one-time code; null in the first step. `request`: another request that signs in. */
export async function trySignIn(
  core: TryParts,
  action: Action,
  method: SignInMethod,
  code: string | null,
  way: Way = wayOf(core.serviceSession.request, action, method),
): Promise<SignInOutcome> {
  const username = shownName(method);
  if (!core.device.known()) action.step('reading-device');
  const computer = await within(action, readComputer(core, nameOf(method)));
  const ended = action.ended();
  if (ended !== null || typeof computer === 'string')
    return notGranted(core, lost({ code: ended ?? 'cancelled' }), username, code);
  if (computer === null)
    return notGranted(core, lost({ code: 'hardware-unavailable' }), username, code);
  action.step(code === null ? way.step : 'checking-code');
  // A cancelled sign-in may still succeed at the service, so its session is dropped.
  action.onCancel(core.serviceSession.drop);
  const own = { hwid: computer.id, ...(code === null ? {} : { code }) };
  const reply = await way.ask(own);
  if (reply.ok) return granted(core, reply.value.info, method, computer);
  // The service may have accepted the sign-in anyway.
  if (isEnvironment(reply.refusal.facts.code)) core.serviceSession.drop();
  return notGranted(core, reply, username, code, computer);
}

async function readComputer(core: TryParts, username: string): Promise<Computer | null> {
  const id = await core.device.id();
  return id === null ? null : { id, changes: await deviceChanges(core, username) };
}

/** Applies the outcome to the screen, and to held and saved credentials. */
export async function settle(
  core: SignInParts,
  action: Action,
  credentials: HeldCredentials,
  end: SignInOutcome,
): Promise<Result<null>> {
  if (!action.live()) return done;
  switch (end.kind) {
    case 'granted':
      enter(core, action, credentials, end.account);
      return done;
    case 'code-asked':
      core.held.prove();
      action.move({ kind: 'code-asked', username: shownName(credentials.method) });
      return done;
    case 'blocked':
      if (end.by.kind === 'no-subscription') core.held.prove();
      moveUnlessSame(core, action, { kind: 'blocked', by: end.by });
      return done;
    case 'lost-service':
      moveUnlessSame(core, action, {
        kind: 'lost-service',
        username: shownName(credentials.method),
        failure: end.failure,
      });
      return done;
    case 'refused':
      core.held.drop();
      if (isWrong(credentials.method, end.failure.code) && credentials.savedId !== null)
        await core.savedSignIns.dropSecret(credentials.savedId);
      action.move({
        kind: 'sign-in-refused',
        username: nameForForm(core.lastUser),
        failure: end.failure,
      });
      return done;
    case 'cancelled':
      return done;
  }
}

function enter(
  core: SignInParts,
  action: Action,
  credentials: HeldCredentials,
  account: Account,
): void {
  const { method, save, savedId } = credentials;
  action.commit();
  core.held.drop();
  core.badCodes.inARow = 0;
  setLastUser(core.lastUser, method);
  action.move({ kind: 'signed-in', account });
  core.signedInJustNow.yes = true;
  if (save !== null) void remember(core, method, save);
  else void noteUse(core, method, savedId);
}

/** The screen does not wait, because the key store may prompt the user. */
async function remember(core: SignInParts, method: SignInMethod, as: SaveOptions): Promise<void> {
  const saved = await core.savedSignIns.save(method, as).catch((error: unknown) => {
    core.failures.defect('saving the sign-in failed', error);
    return false;
  });
  if (saved) return;
  const failure = core.failures.make({ code: 'vault-unavailable' });
  if (isAt(core.publisher.phase(), 'inside')) core.publisher.notice({ kind: 'failure', failure });
}

/** Marks the saved sign-in as used. For typed credentials, removes an older version's sign-in. */
async function noteUse(
  { savedSignIns, failures }: SignInParts,
  method: SignInMethod,
  savedId: string | null,
): Promise<void> {
  const work: Promise<unknown> =
    savedId === null ? savedSignIns.outgrow(method) : savedSignIns.used(savedId);
  await work.catch((error: unknown) => {
    failures.defect('noting the sign-in failed', error);
  });
}

/** Keeps the screen, and its support code, if a retry finds the same state. */
export function moveUnlessSame(core: SignInParts, action: Action, event: Event): void {
  const phase = core.publisher.phase();
  const same =
    (event.kind === 'lost-service' &&
      phase.kind === 'unreachable' &&
      phase.failure.code === event.failure.code) ||
    (event.kind === 'blocked' && isSameScreen(phase, event.by));
  if (!same) action.move(event);
}

function isSameScreen(now: object, then: object): boolean {
  const facts = (phase: object): string => JSON.stringify({ ...phase, report: null });
  return facts(now) === facts(then);
}
