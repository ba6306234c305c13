// Creates an account with an unused key or the free trial, and signs in. Refuses a guessable password. After a lost
// answer, tries an ordinary sign-in before it repeats the request. After a refusal or a network
// failure, the form stays.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, type FailureCode, type Result } from '../../../shared/failure.ts';
import { type Action } from '../command-runner.ts';
import { typedCredentials, type SignInRequest } from '../session/credentials.ts';
import { setLastUser } from '../session/last-user.ts';
import { mayHaveArrived } from '@latchkey/client/unsigned-answer.ts';
import { registrationReceipt, saveRedeemedKey, type RedeemedKeysParts } from './redeemed-keys.ts';
import { applyOutcome, type SignInParts, trySignIn } from './sign-in.ts';
import { type SignInOutcome } from './sign-in-outcome.ts';
import { isGuessable } from './guessable.ts';
import { type CoreParts } from '../parts.ts';

export type RegisterParts = SignInParts &
  RedeemedKeysParts &
  Pick<CoreParts, 'guessesOf' | 'lostAnswers'>;

type RegisterInput = CommandInput<'register'>;

/** Refusals that may mean that an earlier try, whose answer was lost, had succeeded. */
const alreadyDoneCodes: readonly FailureCode[] = ['username-taken', 'key-used', 'trial-used'];

export async function register(
  core: RegisterParts,
  action: Action,
  input: RegisterInput,
): Promise<Result<null>> {
  action.step('creating-account');
  const { username, password, remember } = input;
  if (await isGuessable(core, password, [username, input.email ?? '']))
    return fail(core.failures.make({ code: 'password-guessable' }));
  if (!action.isLive()) return fail(core.failures.make({ code: 'cancelled' }));
  const method = { kind: 'password', username, password } as const;
  const credentials = typedCredentials(method, remember);
  setLastUser(core.lastUser, method);
  core.badCodes.inARow = 0;
  core.credentialsHolder.hold(credentials);
  const end = await registerOnce(core, action, input);
  if (end.kind === 'granted') {
    const notice = { kind: 'account-created', username: end.account.username } as const;
    const result = await applyOutcome(core, action, credentials, { ...end, notice });
    if (input.key !== null)
      await saveRedeemedKey(core, username, registrationReceipt(core, input.key, end.account));
    return result;
  }
  if (end.kind !== 'lost-service' && end.kind !== 'refused')
    return applyOutcome(core, action, credentials, end);
  if (action.isLive()) core.credentialsHolder.drop();
  return fail(end.failure);
}

async function registerOnce(
  core: RegisterParts,
  action: Action,
  input: RegisterInput,
): Promise<SignInOutcome> {
  const { username, password } = input;
  const key = input.key ?? '';
  const method = { kind: 'password', username, password } as const;
  const tryOrdinarySignIn = (): Promise<SignInOutcome> => trySignIn(core, action, method, null);
  const wasLost = core.lostAnswers.has(username, key);
  if (wasLost) {
    const existingAccount = await tryOrdinarySignIn();
    if (existingAccount.kind !== 'refused' || existingAccount.failure.code !== 'bad-credentials')
      return existingAccount;
    core.lostAnswers.remove(username, key);
  }
  const end = await trySignIn(
    core,
    action,
    method,
    null,
    createRegisterRequest(core, action, input),
  );
  const lost = end.kind === 'lost-service' && end.sent && mayHaveArrived(end.failure.code);
  if (lost || end.kind === 'cancelled') core.lostAnswers.add(username, key);
  const probablyDone =
    wasLost && end.kind === 'refused' && alreadyDoneCodes.includes(end.failure.code);
  if (action.ended() !== null || !(lost || probablyDone)) return end;
  const found = await tryOrdinarySignIn();
  return found.kind === 'refused' || found.kind === 'lost-service' ? end : found;
}

function createRegisterRequest(
  { serviceSession }: RegisterParts,
  action: Action,
  input: RegisterInput,
): SignInRequest {
  const { username, password: pass, key, email } = input;
  return {
    step: 'creating-account',
    send: ({ hwid, computer, system }) => {
      const all = { username, pass, hwid, computer, system };
      if (key === null) return serviceSession.request(action, 'trial', all);
      const address = email === null ? {} : { email };
      return serviceSession.request(action, 'register', { ...all, key, ...address });
    },
  };
}
