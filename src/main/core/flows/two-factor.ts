// Turns two-factor sign-in on and off (docs/protocol.md#two-factor-sign-in). Does not save the
// offered secret.
// SECURITY: the service's success answer proves nothing; only its answer to a new request does.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, type Failure, type FailureCode, ok, type Result } from '../../../shared/failure.ts';
import { accountIn } from '../../../shared/phases.ts';
import { type RecoveryCodes } from '../../../shared/recovery-codes.ts';
import { type Account } from '../../../shared/session.ts';
import { type TwoFactorOffer } from '../../../shared/two-factor.ts';
import { type SuccessOf } from '@latchkey/protocol/client-spec.ts';
import { readRecoveryCodes } from '@latchkey/client/recovery.ts';
import { defaultTexts } from '@latchkey/protocol/reasons.ts';
import { type Action } from '../command-runner.ts';
import { type Reply } from '@latchkey/client/refusal.ts';
import { mayHaveArrived } from '@latchkey/client/unsigned-answer.ts';
import { countBadCode, plainBadCode } from './bad-codes.ts';
import { type ChecksParts } from './checks.ts';
import { requestInSession } from './request-in-session.ts';
import { drawOffer, offeredSecret, offerLifetimeMs } from './two-factor-offer.ts';

type TargetState = 'on' | 'off';
type Operation = '2faenable' | '2fadisable';

/** docs/protocol.md#two-factor-sign-in. Some services say "activated" for both. */
const successTexts: { readonly [Wanted in TargetState]: readonly string[] } = {
  on: ['2fa successfully activated'],
  off: ['2fa successfully disabled', '2fa successfully activated'],
};

const wrongCodeText = 'Invalid code please try again';

export async function offerTwoFactor(
  core: ChecksParts,
  action: Action,
): Promise<Result<TwoFactorOffer>> {
  action.limit();
  action.step('preparing-two-factor');
  // The clock is read before the request, so that the offer never seems valid for too long.
  const expiresAt = core.clock.now() + offerLifetimeMs;
  const answer = await requestInSession(core, action, () =>
    core.serviceSession.requestSignedIn(action, '2faenable', {}),
  );
  if (!answer.ok) {
    if (answer.failure.code === 'two-factor-on' && action.isLive()) setKnownState(core, true);
    return answer;
  }
  const secret = offeredSecret(answer.value);
  const account = accountIn(core.publisher.phase());
  if (secret === null || account === null) return fail(core.failures.make({ code: 'bad-reply' }));
  const qr = drawOffer(secret, core.config.brand.name, account.username);
  return ok({ secret, qr, expiresAt });
}

/** Also requests recovery codes, where the account can have them. */
export async function turnOnTwoFactor(
  core: ChecksParts,
  action: Action,
  { code }: CommandInput<'turnOnTwoFactor'>,
): Promise<Result<RecoveryCodes | null>> {
  action.limit();
  action.step('checking-code');
  const canHaveCodes =
    accountIn(core.publisher.phase())?.can?.includes('newrecoverycodes') === true;
  const params = canHaveCodes ? ({ code, recovery: '1' } as const) : { code };
  const answer = await sendCode<'2faenable'>(core, action, code, () =>
    core.serviceSession.requestSignedIn(action, '2faenable', params),
  );
  const end = await finishChange(core, action, { target: 'on', code }, answer);
  if (!end.ok) return end;
  return ok(answer.ok ? readRecoveryCodes(answer.value.codes) : null);
}

export async function turnOffTwoFactor(
  core: ChecksParts,
  action: Action,
  { code }: CommandInput<'turnOffTwoFactor'>,
): Promise<Result<null>> {
  action.limit();
  action.step('checking-code');
  const answer = await sendCode<'2fadisable'>(core, action, code, () =>
    core.serviceSession.requestSignedIn(action, '2fadisable', { code }),
  );
  return finishChange(core, action, { target: 'off', code }, answer);
}

interface Change {
  readonly target: TargetState;
  readonly code: string;
}

async function finishChange(
  core: ChecksParts,
  action: Action,
  change: Change,
  answer: Result<SuccessOf<Operation>>,
): Promise<Result<null>> {
  if (!action.isLive()) return ok(null); // cancelled: nobody awaits the result
  const { target } = change;
  const failure = answer.ok ? failureIn(core, answer.value, change) : answer.failure;
  if (failure === null || (await resolveUncertainChange(core, action, target, failure.code)))
    return proveChange(core, action, target);
  return fail(failure);
}

/**
 * Returns the failure in a success answer; null if its text confirms the change. After any other
 * text `proveChange` must not run, because its request would replace the secret.
 */
function failureIn(
  core: ChecksParts,
  { message }: SuccessOf<Operation>,
  { target, code }: Change,
): Failure | null {
  const messageText = message.trim();
  if (successTexts[target].includes(messageText)) return null;
  if (messageText === defaultTexts['two-factor-expired'])
    return core.failures.make({ code: 'two-factor-expired' });
  return messageText === wrongCodeText
    ? core.failures.make(countBadCode(core, plainBadCode, code))
    : core.failures.make({ code: 'two-factor-unproven', target });
}

/** Updates the known state. Returns true if the change may have happened and can be proved. */
async function resolveUncertainChange(
  core: ChecksParts,
  action: Action,
  target: TargetState,
  code: FailureCode,
): Promise<boolean> {
  // This refusal proves that two-factor sign-in is on.
  if (code === 'two-factor-on') setKnownState(core, true);
  if (code === 'two-factor-unproven') setKnownState(core, null);
  if (code === 'two-factor-off') {
    const provenState = await readProvenState(core, action);
    if (action.isLive()) setKnownState(core, provenState === null ? null : provenState === 'on');
  }
  if (!mayHaveArrived(code)) return false;
  setKnownState(core, null);
  if (action.ended() !== null) return false;
  const check = await core.serviceSession.requestSignedIn(action, 'check', {});
  if (!action.isLive()) return false;
  const state = check.ok ? check.value.info?.twofactor : undefined;
  setKnownState(core, state === (target === 'off') ? state : null);
  return state === (target === 'on');
}

/**
 * Derives the state from the one request that every service of the family answers
 * (docs/protocol.md#two-factor-sign-in). Returns null without proof.
 */
async function readProvenState(core: ChecksParts, action: Action): Promise<TargetState | null> {
  const reply = await core.serviceSession.requestSignedIn(action, '2faenable', {});
  if (!reply.ok) return reply.refusal.facts.code === 'two-factor-on' ? 'on' : null;
  return offeredSecret(reply.value) === null ? null : 'off';
}

async function proveChange(
  core: ChecksParts,
  action: Action,
  target: TargetState,
): Promise<Result<null>> {
  action.step('proving-two-factor');
  const provenState = await readProvenState(core, action);
  if (!action.isLive()) return ok(null);
  setKnownState(core, provenState === null ? null : provenState === 'on');
  if (provenState === target) {
    core.badCodes.inARow = 0;
    return ok(null);
  }
  const code = provenState === null ? 'two-factor-unproven' : 'two-factor-unchanged';
  return fail(core.failures.make({ code, target }));
}

/** After a cancel of a request with a code, the result is unknown. */
function sendCode<Type extends Operation>(
  core: ChecksParts,
  action: Action,
  code: string,
  send: () => Promise<Reply<SuccessOf<Type>>>,
): Promise<Result<SuccessOf<Type>>> {
  const sendOnce = () => {
    action.onCancel(() => setKnownState(core, null));
    return send();
  };
  return requestInSession(core, action, sendOnce, code);
}

/** `state` is null if unknown. Turning it off deletes all recovery codes. */
function setKnownState({ publisher }: ChecksParts, state: boolean | null): void {
  const before = accountIn(publisher.phase());
  if (before === null) return;
  const { twoFactor: _twoFactor, recoveryCodes, ...others } = before;
  const codes = state === true && recoveryCodes !== undefined ? { recoveryCodes } : {};
  const account: Account = state === null ? others : { ...others, ...codes, twoFactor: state };
  publisher.move({ kind: 'account-refreshed', account });
}
