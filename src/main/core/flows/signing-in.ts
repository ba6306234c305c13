// The commands around signing in: the form, the one-time code, Back, and every retry with credentials that are still at
// hand. Each end of a try becomes a phase or a Result here, never both.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, type Failure, type FailureFacts, ok, type Result } from '../../../shared/failure.ts';
import { isAt } from '../../../shared/phases.ts';
import { type Account } from '../../../shared/session.ts';
import { type Action } from '../lanes.ts';
import { blockedBy, unread } from '../session/blocks.ts';
import { heldOrKept, type CredentialsAtHandParts } from './credentials-at-hand.ts';
import { type HeldCredentials, typed } from '../session/credentials-holder.ts';
import { type KeepAs, type SignInMethod } from '../ports.ts';
import { type Reply } from '@latchkey/client/refusal.ts';
import { type Event } from '../session/session-machine.ts';
import { type SignInEnd, trySignIn, type SignInParts } from './sign-in.ts';
import { nameForForm, setLastUser, shownName } from '../session/last-user.ts';
import { isWrong } from './sign-in-method.ts';
import { within } from '@latchkey/client/turn.ts';
import { type CoreParts } from '../parts.ts';

export type SigningInParts = CredentialsAtHandParts &
  SignInParts &
  Pick<CoreParts, 'signedInJustNow'>;

const done = ok(null);

export async function signIn(
  core: SigningInParts,
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
  core: SigningInParts,
  action: Action,
  { code }: CommandInput<'submitCode'>,
): Promise<Result<null>> {
  action.limit();
  const credentials = core.held.get();
  if (credentials === null) return fail(forget(core, action));
  const end = await trySignIn(core, action, credentials.method, code);
  if (end.kind !== 'refused') return settle(core, action, credentials, end);
  if (isWrong(credentials.method, end.failure.code)) return settle(core, action, credentials, end);
  // The ten minutes ended while the code was being checked: there is nothing to send with the next one.
  if (action.live() && core.held.get() === null) forget(core, action);
  return fail(end.failure);
}

/** The ten minutes are over: back to the form, with the reason. */
export function forget(core: SigningInParts, mover: Pick<Action, 'move'>): Failure {
  const failure = core.failures.make({ code: 'out-of-order' });
  mover.move({ kind: 'credentials-forgotten', username: nameForForm(core.lastUser), failure });
  return failure;
}

/**
 * Connects, and signs in with held or kept credentials if there are any: the program's start, Retry, and quiet tries in
 * the background. Ends in a phase.
 * `by`: whether the user asked for it. SECURITY: a try that nobody asked for never sends what came from the form and was
 * never proven; it only connects, and the form asks again.
 */
export async function resume(
  core: SigningInParts,
  action: Action,
  by: 'asked' | 'itself',
): Promise<Result<null>> {
  action.step('connecting');
  // An open session is no news of the service; who has nothing to sign in with asks for a fresh one.
  if (by === 'itself' && core.held.get()?.proven !== true) core.serviceSession.drop();
  const [opened, { credentials, why }] = await Promise.all([
    core.serviceSession.open(action),
    heldOrKept(core, action),
  ]);
  if (!action.live()) return done;
  if (!opened.ok) {
    const event = unopened(core, opened);
    if (event !== null) moveUnlessSame(core, action, event);
    return done;
  }
  if (credentials === null) return toForm(core, action, why);
  if (by === 'itself' && !credentials.proven) {
    // The form would lead back here as long as this computer cannot be recognised.
    const recognised = (await within(action, core.device.id())) !== null;
    return recognised && action.ended() === null ? toForm(core, action, null) : done;
  }
  const end = await trySignIn(core, action, credentials.method, null);
  return settle(core, action, credentials, end);
}

/** `why`: what the form says of a kept sign-in that could not be used. */
function toForm(core: SigningInParts, action: Action, why: FailureFacts | null): Result<null> {
  const username = nameForForm(core.lastUser);
  core.held.drop();
  if (why === null) action.move({ kind: 'connected', username });
  else action.move({ kind: 'sign-in-refused', username, failure: core.failures.make(why) });
  return done;
}

/**
 * The ordinary sign-in after a redeem in `no-subscription`: it signs in, not the redeem. The receipt stays on the screen, so
 * trouble on the way is a notice. false: a command overtook it.
 */
export async function signInAfterRedeem(core: SigningInParts, action: Action): Promise<boolean> {
  const { credentials, why } = await heldOrKept(core, action);
  if (!action.live()) return false;
  if (credentials === null) {
    toForm(core, action, why);
    return true;
  }
  const end = await trySignIn(core, action, credentials.method, null);
  if (end.kind === 'lost-service') action.notice({ kind: 'failure', failure: end.failure });
  else await settle(core, action, credentials, end);
  return end.kind !== 'cancelled';
}

/** In `no-subscription`, when Renew may have done its work. Nobody asked for it: where it shows nothing new, nothing changes. */
export async function lookAfterRenewal(core: SigningInParts, action: Action): Promise<void> {
  const { credentials } = await heldOrKept(core, action);
  if (!action.live() || credentials === null) return;
  const end = await trySignIn(core, action, credentials.method, null);
  const news = end.kind === 'granted' || end.kind === 'code-asked' || end.kind === 'blocked';
  if (news) await settle(core, action, credentials, end);
}

function unopened(
  core: SigningInParts,
  { refusal }: Extract<Reply<never>, { ok: false }>,
): Event | null {
  if (refusal.facts.code === 'cancelled') return null;
  const failure = core.failures.make(refusal.facts, refusal.sellerText);
  const user = { username: core.lastUser.name, ...unread, lapsed: refusal.lapsed };
  const by = blockedBy(failure, user);
  return by === null
    ? { kind: 'lost-service', username: user.username, failure }
    : { kind: 'blocked', by };
}

/** What the end of a try means for the screen, and for what is held and kept. */
export async function settle(
  core: SigningInParts,
  action: Action,
  credentials: HeldCredentials,
  end: SignInEnd,
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
      if (isWrong(credentials.method, end.failure.code) && credentials.keptId !== null)
        await core.remembered.dropSecret(credentials.keptId);
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
  core: SigningInParts,
  action: Action,
  credentials: HeldCredentials,
  account: Account,
): void {
  const { method, keep, keptId } = credentials;
  action.commit();
  core.held.drop();
  core.badCodes.inARow = 0;
  setLastUser(core.lastUser, method);
  action.move({ kind: 'signed-in', account });
  core.signedInJustNow.yes = true;
  if (keep !== null) void remember(core, method, keep);
  else void afterwards(core, method, keptId);
}

/** Ready does not wait for the key store, which may ask the user first. */
async function remember(core: SigningInParts, method: SignInMethod, as: KeepAs): Promise<void> {
  const kept = await core.remembered.save(method, as).catch((error: unknown) => {
    core.failures.defect('keeping the sign-in failed', error);
    return false;
  });
  if (kept) return;
  const failure = core.failures.make({ code: 'vault-unavailable' });
  if (isAt(core.publisher.phase(), 'inside')) core.publisher.notice({ kind: 'failure', failure });
}

/** One that is kept was used last; of one that is not to be kept, what an older version kept goes as well. */
async function afterwards(
  { remembered, failures }: SigningInParts,
  method: SignInMethod,
  keptId: string | null,
): Promise<void> {
  const work: Promise<unknown> =
    keptId === null ? remembered.outgrow(method) : remembered.used(keptId);
  await work.catch((error: unknown) => {
    failures.defect('noting the sign-in failed', error);
  });
}

/** A retry that finds what is already on the screen leaves the screen, and its support code, alone. */
function moveUnlessSame(core: SigningInParts, action: Action, event: Event): void {
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
