// One try to sign in, from the device id to the answer's meaning. It moves no phase: who asked decides what to show.
import { type Failure, type FailureFacts } from '../../../shared/failure.ts';
import { type DeviceChange } from '../../../shared/device-parts.ts';
import { type Account } from '../../../shared/session.ts';
import { type Info } from '@latchkey/protocol/client/common.ts';
import { answersAreBound, isSameUser, standingOf } from '../session/account.ts';
import { type Action } from '../lanes.ts';
import { blockedBy } from '../session/blocks.ts';
import { isEnvironment, reportOf } from '../failures.ts';
import { type SignInMethod } from '../ports.ts';
import { refusalOf, type Reply } from '@latchkey/client/refusal.ts';
import { type BlockedPhase } from '../session/session-machine.ts';
import { accountOf, noUser, setLastUser, shownName } from '../session/last-user.ts';
import { nameOf, type Way, wayOf } from './sign-in-method.ts';
import { within } from '@latchkey/client/turn.ts';
import { deviceChanges, rememberDevice } from './device-changes.ts';
import { type CoreParts } from '../parts.ts';

export type SignInParts = Pick<
  CoreParts,
  | 'badCodes'
  | 'clock'
  | 'config'
  | 'device'
  | 'failures'
  | 'publisher'
  | 'serviceTime'
  | 'serviceSession'
  | 'state'
>;

export type SignInEnd =
  | { readonly kind: 'granted'; readonly account: Account }
  | { readonly kind: 'code-asked' }
  | { readonly kind: 'blocked'; readonly by: BlockedPhase }
  /** Nothing was decided about the credentials: the way to the service, or the service itself. */
  | {
      readonly kind: 'lost-service';
      readonly failure: Failure;
      /** The request itself was sent, not only what comes before it. */
      readonly sent: boolean;
    }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** Whoever cancelled has already put everything back. */
  | { readonly kind: 'cancelled' };

/** `code`: the one-time code, in the second step. `way`: how it is asked, where not by an ordinary sign-in. */
export async function trySignIn(
  core: SignInParts,
  action: Action,
  method: SignInMethod,
  code: string | null,
  way: Way = wayOf(core.serviceSession.request, action, method),
): Promise<SignInEnd> {
  const username = shownName(method);
  if (!core.device.known()) action.step('reading-device');
  const computer = await within(action, recognise(core, nameOf(method)));
  const ended = action.ended();
  if (ended !== null || typeof computer === 'string')
    return notGranted(core, lost({ code: ended ?? 'cancelled' }), username, code);
  if (computer === null)
    return notGranted(core, lost({ code: 'hardware-unavailable' }), username, code);
  action.step(code === null ? way.step : 'checking-code');
  // A sign-in given up half-way may still succeed at the service: that session is nobody's.
  action.onCancel(core.serviceSession.drop);
  const own = { hwid: computer.id, ...(code === null ? {} : { code }) };
  const reply = await way.ask(own);
  if (reply.ok) return granted(core, reply.value.info, method, computer);
  // Whether the service signed that session in, nobody knows.
  if (isEnvironment(reply.refusal.facts.code)) core.serviceSession.drop();
  return notGranted(core, reply, username, code, computer);
}

interface Computer {
  readonly id: string;
  /** What was another when this user last signed in here; null: nothing is known. */
  readonly changes: readonly DeviceChange[] | null;
}

async function recognise(core: SignInParts, username: string): Promise<Computer | null> {
  const id = await core.device.id();
  return id === null ? null : { id, changes: await deviceChanges(core, username) };
}

type Failed = Extract<Reply<never, FailureFacts>, { ok: false }>;

function lost(facts: FailureFacts): Failed {
  return { ok: false, during: 'login', refusal: refusalOf(facts) };
}

function granted(
  core: SignInParts,
  info: Info,
  method: SignInMethod,
  { changes }: Computer,
): SignInEnd {
  const { service, requiredSubscription } = core.config;
  if (!isSameUser(nameOf(method), info.username, answersAreBound(service))) {
    core.serviceSession.drop();
    core.publisher.exchanged({ kind: 'refused' }, core.serviceTime.clockOffsetMs());
    const failure = core.failures.make({ code: 'bad-reply' });
    return { kind: 'lost-service', failure, sent: true };
  }
  const serverNowMs = core.serviceTime.nowMs();
  const user = noUser();
  setLastUser(user, method);
  const told = accountOf(user, info, serverNowMs ?? core.clock.now());
  const account = changes === null || changes.length === 0 ? told : { ...told, changes };
  const standing = standingOf(account, serverNowMs, requiredSubscription);
  if (standing.kind === 'active') {
    void rememberDevice(core, nameOf(method));
    return { kind: 'granted', account: standing.account };
  }
  core.serviceSession.leave();
  const { cause, lapsed } = standing;
  const report = reportOf(core.failures.make({ code: 'no-subscription' }));
  const by = {
    kind: 'no-subscription',
    cause,
    username: account.username,
    lapsed,
    report,
  } as const;
  return { kind: 'blocked', by };
}

function notGranted(
  core: SignInParts,
  { refusal, during }: Failed,
  username: string,
  code: string | null,
  computer: Computer | null = null,
): SignInEnd {
  const facts = afterCode(core, refusal.facts, code);
  if (facts.code === 'cancelled') return { kind: 'cancelled' };
  if (facts.code === 'code-needed') return { kind: 'code-asked' };
  const failure = core.failures.make(facts, refusal.sellerText);
  const known = { deviceId: computer?.id ?? null, changes: computer?.changes ?? null };
  const by = blockedBy(failure, { username, ...known, lapsed: refusal.lapsed });
  if (by !== null) return { kind: 'blocked', by };
  const beforeSignIn = during === 'init' && facts.code !== 'rate-limited';
  if (isEnvironment(facts.code) || beforeSignIn)
    return { kind: 'lost-service', failure, sent: during !== 'init' && computer !== null };
  return { kind: 'refused', failure };
}

/** The text for a wrong code is not fixed anywhere: after a code, any unknown refusal means "not accepted" (contract 3). */
function afterCode(core: SignInParts, facts: FailureFacts, code: string | null): FailureFacts {
  const unknown = facts.code === 'refused' || facts.code === 'code-needed';
  if (facts.code !== 'bad-code' && (code === null || !unknown)) return facts;
  core.badCodes.inARow += 1;
  return {
    code: 'bad-code',
    failures: core.badCodes.inARow,
    clockOffsetMs: core.serviceTime.clockOffsetMs(),
    triesLeft: 'triesLeft' in facts ? facts.triesLeft : null,
    retryAt: 'triesLeft' in facts ? facts.retryAt : null,
  };
}
