// Adds a license key to an account. Returns a Receipt or a failure for the form. Verifies no
// password, so it signs nobody in; background-work.ts does the check or sign-in afterwards.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, type FailureFacts, ok, type Result } from '../../../shared/failure.ts';
import { accountIn, isAppActive, userOf } from '../../../shared/phases.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import { type SuccessOf } from '@latchkey/protocol/client-spec.ts';
import { type Action } from '../command-runner.ts';
import { afterRedeem } from '../session/account.ts';
import { usernameForService } from '../session/last-user.ts';
import { maskKey } from '../session/mask-key.ts';
import { noteUnsupported } from './unsupported.ts';
import { saveRedeemedKey, type RedeemedKeysParts } from './redeemed-keys.ts';
import { blockedPhaseOf, unknownDevice } from '../session/blocked-phase.ts';
import { handleFailure, type ChecksParts } from './checks.ts';
import { requiresSignIn, type Reply } from '@latchkey/client/refusal.ts';
import { cleanName } from '@latchkey/client/seller-text.ts';
import { mayHaveArrived } from '@latchkey/client/unsigned-answer.ts';
import { isLifetime, isLifetimeDuration, toMs } from '@latchkey/client/wire-time.ts';
import { type CoreParts } from '../parts.ts';

export type RedeemParts = ChecksParts & RedeemedKeysParts & Pick<CoreParts, 'lostAnswers'>;

type Upgrade = Reply<SuccessOf<'upgrade'>>;
type RedeemInput = CommandInput<'redeem'>;

export async function redeem(
  core: RedeemParts,
  action: Action,
  input: RedeemInput,
): Promise<Result<Receipt>> {
  action.limit();
  const { username, key } = input;
  const phase = core.publisher.phase();
  const account = accountIn(phase);
  const owner = userOf(phase);
  // The key must go to the account that the screen names.
  if (owner !== null && owner !== username)
    return fail(core.failures.make({ code: 'invalid-input', fields: ['username'] }));
  // Uses the name from the sign-in, because the displayed name was cleaned.
  const request = owner === null ? input : { username: usernameForService(core.lastUser), key };
  action.step('redeeming');
  let upgrade = await ask(core, action, request);
  // The running program owns the session, so nothing replaces it.
  const isReplaceable = account !== null && !isAppActive(core.publisher.phase());
  if (isReplaceable && !upgrade.ok && requiresSignIn(upgrade.refusal.facts)) {
    const failure = core.failures.make(upgrade.refusal.facts);
    if ((await handleFailure(core, action, failure, null)).kind !== 'valid') return fail(failure);
    action.step('redeeming');
    upgrade = await ask(core, action, request);
  }
  if (upgrade.ok) {
    core.lostAnswers.remove(username, key);
    const receipt = receiptOf(core, input, upgrade.value);
    markStale(core, action, receipt);
    await saveRedeemedKey(core, request.username, receipt);
    return ok(receipt);
  }
  const { refusal, failedOperation } = upgrade;
  if (failedOperation === 'upgrade' && mayHaveArrived(refusal.facts.code)) {
    core.lostAnswers.add(username, key);
    markStale(core, action, null);
  }
  const facts = withLostAnswer(refusal.facts, core.lostAnswers.has(username, key));
  const failure = core.failures.make(facts, refusal.sellerText);
  noteUnsupported(core, 'redeem', failure);
  // The request opened a new session: the application may be paused, disabled or outdated.
  const user = { username: core.lastUser.name, ...unknownDevice, lapsed: null };
  const blockedPhase = failedOperation === 'init' ? blockedPhaseOf(failure, user) : null;
  if (blockedPhase !== null) action.move({ kind: 'blocked', phase: blockedPhase });
  return fail(failure);
}

function ask(
  { serviceSession, publisher }: RedeemParts,
  action: Action,
  input: RedeemInput,
): Promise<Upgrade> {
  return accountIn(publisher.phase()) === null
    ? serviceSession.request(action, 'upgrade', input)
    : serviceSession.requestSignedIn(action, 'upgrade', input);
}

/** Marks the dates of the shown account as stale until the service reports new ones. */
function markStale(core: RedeemParts, action: Action, receipt: Receipt | null): void {
  const account = accountIn(core.publisher.phase());
  if (account === null) return;
  const { subscription: name = null, expiresAt = null, lifetime = false } = receipt ?? {};
  const known = name !== null && expiresAt !== null;
  const added = known ? { name, expiresAt, startedAt: null, lifetime } : null;
  action.move({ kind: 'key-redeemed', account: afterRedeem(account, added) });
}

function withLostAnswer(facts: FailureFacts, afterLostAnswer: boolean): FailureFacts {
  return facts.code === 'key-used' ? { ...facts, afterLostAnswer } : facts;
}

function receiptOf(
  core: RedeemParts,
  { username, key }: RedeemInput,
  { redeemed, expiry }: SuccessOf<'upgrade'>,
): Receipt {
  const expiresAt = toMs(redeemed?.until ?? expiry);
  const nowMs = core.serviceTime.nowMs() ?? core.clock.now();
  const addedSeconds = redeemed?.seconds ?? null;
  return {
    username,
    maskedKey: maskKey(key),
    redeemedAt: nowMs,
    subscription: cleanName(redeemed?.subscription ?? null) || null,
    addedSeconds,
    lifetime:
      isLifetime(expiresAt, nowMs) || (addedSeconds !== null && isLifetimeDuration(addedSeconds)),
    expiresAt,
    previousExpiresAt: toMs(redeemed?.before ?? null),
  };
}
