// Changes the password of the signed-in user. The service ends the user's other sessions; this one
// continues. Refuses a guessable password, as for a new account.
// SECURITY: both passwords leave this function only in the request and to the key store.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { accountIn } from '../../../shared/phases.ts';
import { type Action } from '../command-runner.ts';
import { type CoreParts } from '../parts.ts';
import { type ChecksParts } from './checks.ts';
import { isGuessable } from './guessable.ts';
import { requestInSession } from './request-in-session.ts';
import { loadSavedSignIn } from './find-credentials.ts';
import { saveSignIn } from './sign-in.ts';

export type ChangePasswordParts = ChecksParts & Pick<CoreParts, 'guessesOf'>;

export async function changePassword(
  core: ChangePasswordParts,
  action: Action,
  { password: pass, newPassword: newpass, code }: CommandInput<'changePassword'>,
): Promise<Result<null>> {
  const account = accountIn(core.publisher.phase());
  // For a sign-in with only a key, the key is the password.
  if (account === null || core.lastUser.key !== null)
    return fail(core.failures.make({ code: 'out-of-order' }));
  const { username } = account;
  if (await isGuessable(core, newpass, [username]))
    return fail(core.failures.make({ code: 'password-guessable' }));
  // Loaded before the change, because a key store's prompt would delay the request's answer.
  const saved = await loadSavedSignIn(core, action, username);
  if (!action.isLive()) return ok(null);
  action.limit();
  action.step('changing-password');
  const params = { pass, newpass, ...(code === null ? {} : { code }) };
  const send = () => core.serviceSession.requestSignedIn(action, 'changepassword', params);
  const answer = await requestInSession(core, action, send, code);
  if (!answer.ok) return answer;
  if (saved !== null) {
    const options = { auto: saved.auto, replacesId: saved.id };
    void saveSignIn(core, { kind: 'password', username, password: newpass }, options);
  }
  return ok(null);
}
