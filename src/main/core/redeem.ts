// Adds a license key to an account. Verifies no password: what comes out is a Receipt or a failure for the form, and no way
// leads from here to a signed-in phase. What follows a success (a check, an ordinary sign-in) is the upkeep's work.
import { type CommandInput } from '../../shared/contract.ts';
import { fail, type FailureFacts, ok, type Result } from '../../shared/failure.ts';
import { type Receipt } from '../../shared/session.ts';
import { type ClientSuccess } from '../../shared/wire/client-api.ts';
import { type Action } from './actions.ts';
import { blockedBy } from './blocks.ts';
import { leaveOrFail, signedInAccount } from './checks.ts';
import { type Reply } from './refusal.ts';
import { mayHaveArrived } from './unsigned-answer.ts';
import { isLifetime, spansLifetime, toMs } from './wire-time.ts';
import { type Workings } from './workings.ts';

type Upgrade = Reply<ClientSuccess<'upgrade'>>;

export async function redeem(
  core: Workings,
  action: Action,
  { username, key }: CommandInput<'redeem'>,
): Promise<Result<Receipt>> {
  action.limit();
  const phase = core.publisher.phase();
  const account = signedInAccount(core);
  const owner = phase.kind === 'no-subscription' ? phase.username : (account?.username ?? null);
  // The screen names the account that it credits; another one would be a mistake.
  if (owner !== null && owner !== username)
    return fail(core.failures.make({ code: 'invalid-input', fields: ['username'] }));
  action.step('redeeming');
  const upgrade: Upgrade =
    account === null
      ? await core.session.request(action, 'upgrade', { username, key })
      : await core.session.requestSignedIn(action, 'upgrade', { username, key });
  if (upgrade.ok) {
    core.lostAnswers.remove(username, key);
    return ok(receiptOf(core, username, upgrade.value));
  }
  const { refusal, during } = upgrade;
  if (during === 'upgrade' && mayHaveArrived(refusal.facts.code))
    core.lostAnswers.add(username, key);
  const facts = withLostAnswer(refusal.facts, core.lostAnswers.has(username, key));
  const failure = core.failures.make(facts, refusal.sellerText);
  if (failure.code === 'session-gone' && account !== null)
    await leaveOrFail(core, action, failure, null);
  // The session is opened anew for it: the application may be paused, switched off or too old by now.
  const user = { username: core.lastUser.name, deviceId: null, lapsed: null };
  const by = during === 'init' ? blockedBy(failure, user) : null;
  if (by !== null) action.move({ kind: 'blocked', by });
  return fail(failure);
}

function withLostAnswer(facts: FailureFacts, afterLostAnswer: boolean): FailureFacts {
  return facts.code === 'key-used' ? { ...facts, afterLostAnswer } : facts;
}

function receiptOf(
  core: Workings,
  username: string,
  { redeemed, expiry }: ClientSuccess<'upgrade'>,
): Receipt {
  const expiresAt = toMs(expiry);
  const nowMs = core.serviceTime.nowMs() ?? core.clock.now();
  const addedSeconds = redeemed?.seconds ?? null;
  return {
    username,
    subscription: redeemed?.subscription ?? null,
    addedSeconds,
    lifetime: isLifetime(expiresAt, nowMs) || spansLifetime(addedSeconds ?? 0),
    expiresAt,
  };
}
