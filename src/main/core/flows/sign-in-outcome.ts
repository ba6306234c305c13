// Maps the answer to a sign-in to its outcome: an account, a code request, a screen or a failure.
import {
  isEnvironment,
  type Failure,
  type FailureCode,
  type FailureFacts,
} from '../../../shared/failure.ts';
import { type DeviceChange } from '../../../shared/device-parts.ts';
import { type Account, type Notice } from '../../../shared/session.ts';
import { hasBoundAnswers, isSameUser, subscriptionStatusOf } from '../session/account.ts';
import { blockedPhaseOf } from '../session/blocked-phase.ts';
import { nameOf, type SignInAnswer } from '../session/credentials.ts';
import { reportOf } from '../failures.ts';
import { type SignInMethod } from '../ports.ts';
import { refusalOf, type Reply } from '@latchkey/client/refusal.ts';
import { type BlockedPhase } from '../session/session-machine.ts';
import { accountFromInfo, noUser, setLastUser } from '../session/last-user.ts';
import { countBadCode, plainBadCode } from './bad-codes.ts';
import { rememberDevice } from './device-changes.ts';
import { type CoreParts } from '../parts.ts';

export type AttemptParts = Pick<
  CoreParts,
  | 'badCodes'
  | 'clock'
  | 'config'
  | 'credentialsHolder'
  | 'device'
  | 'failures'
  | 'publisher'
  | 'serviceTime'
  | 'serviceSession'
  | 'state'
  | 'thisComputer'
>;

export type SignInOutcome =
  | {
      readonly kind: 'granted';
      readonly account: Account;
      /** The key in the service's spelling, which names the user; null for a password. */
      readonly storedKey: string | null;
      /** An offline pass, not verified yet; undefined if the service issued none. */
      readonly pass: string | undefined;
      /** Published together with the phase. */
      readonly notice?: Notice;
    }
  | { readonly kind: 'code-asked'; readonly recovery?: true }
  /** `ticket`: from an offer to remove a computer; null if there is none. */
  | {
      readonly kind: 'blocked';
      readonly code: FailureCode;
      readonly phase: BlockedPhase;
      readonly ticket: string | null;
    }
  /** The network or the service failed; nothing is known about the credentials. */
  | {
      readonly kind: 'lost-service';
      readonly failure: Failure;
      /** Whether the sign-in request itself was sent, not only an earlier request. */
      readonly sent: boolean;
    }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** The action's rollback has already run. */
  | { readonly kind: 'cancelled' };

export interface Computer {
  readonly id: string;
  /** The parts that changed since this user's last sign-in here; null if unknown. */
  readonly changes: readonly DeviceChange[] | null;
}

type Failed = Extract<Reply<never, FailureFacts>, { ok: false }>;

export function localRefusal(facts: FailureFacts): Failed {
  return { ok: false, failedOperation: 'login', refusal: refusalOf(facts) };
}

export function grantedOutcome(
  core: AttemptParts,
  { info, offline: pass }: SignInAnswer,
  method: SignInMethod,
  { changes }: Computer,
): SignInOutcome {
  const { service, requiredSubscription } = core.config;
  const requestedUser = { name: nameOf(method), byKey: method.kind === 'key' };
  if (!isSameUser(requestedUser, info.username, hasBoundAnswers(service))) {
    core.serviceSession.drop();
    core.publisher.setTrust({ kind: 'refused' }, core.serviceTime.clockOffsetMs());
    const failure = core.failures.make({ code: 'bad-reply' });
    return { kind: 'lost-service', failure, sent: true };
  }
  const serverNowMs = core.serviceTime.nowMs();
  const user = noUser();
  setLastUser(user, method);
  const reported = accountFromInfo(user, info, serverNowMs ?? core.clock.now());
  const account = changes === null || changes.length === 0 ? reported : { ...reported, changes };
  const status = subscriptionStatusOf(account, serverNowMs, requiredSubscription);
  if (status.kind === 'active') {
    void rememberDevice(core, nameOf(method));
    const storedKey = method.kind === 'key' ? info.username : null;
    return { kind: 'granted', account: status.account, storedKey, pass };
  }
  core.serviceSession.logOut();
  const { cause, lapsed } = status;
  const report = reportOf(core.failures.make({ code: 'no-subscription' }));
  const phase = {
    kind: 'no-subscription',
    cause,
    username: account.username,
    lapsed,
    report,
  } as const;
  return { kind: 'blocked', code: 'no-subscription', phase, ticket: null };
}

export function refusedOutcome(
  core: AttemptParts,
  { refusal, failedOperation }: Failed,
  username: string,
  code: string | null,
  computer: Computer | null = null,
): SignInOutcome {
  const facts = asBadCode(core, refusal.facts, code);
  if (facts.code === 'cancelled') return { kind: 'cancelled' };
  if (facts.code === 'code-needed') {
    const { recovery } = facts;
    return { kind: 'code-asked', ...(recovery === true && { recovery }) };
  }
  const failure = core.failures.make(facts, refusal.sellerText);
  const known = { deviceId: computer?.id ?? null, changes: computer?.changes ?? null };
  const { lapsed, removal } = refusal;
  const phase = blockedPhaseOf(failure, { username, ...known, lapsed, removal });
  if (phase !== null)
    return { kind: 'blocked', code: facts.code, phase, ticket: removal?.ticket ?? null };
  const beforeSignIn = failedOperation === 'init' && facts.code !== 'rate-limited';
  if (isEnvironment(facts.code) || beforeSignIn)
    return { kind: 'lost-service', failure, sent: failedOperation !== 'init' && computer !== null };
  return { kind: 'refused', failure };
}

/**
 * After a code, any unknown refusal counts as a wrong code, because that answer has no fixed text
 * (docs/protocol.md#two-factor-sign-in).
 */
function asBadCode(core: AttemptParts, facts: FailureFacts, code: string | null): FailureFacts {
  const unknown = facts.code === 'refused' || facts.code === 'code-needed';
  return countBadCode(core, code !== null && unknown ? plainBadCode : facts, code);
}
