// Changes the name of the signed-in user. The service also ends the session, so the loader signs in
// again with a saved sign-in and saves the new name. Without one, the sign-in form shows the name.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, type Failure, ok, type Result } from '../../../shared/failure.ts';
import { accountIn } from '../../../shared/phases.ts';
import { type Action } from '../command-runner.ts';
import { type SavedSignIn } from '../ports.ts';
import { usernameForService, setLastUser } from '../session/last-user.ts';
import { mayHaveArrived } from '@latchkey/client/unsigned-answer.ts';
import { handleFailure, type ChecksParts } from './checks.ts';
import { moveChatSeen } from './chat-seen.ts';
import { loadSavedSignIn } from './find-credentials.ts';
import { moveRedeemedKeys, type RedeemedKeysParts } from './redeemed-keys.ts';
import { applyOutcome, trySignIn } from './sign-in.ts';
import { requiresSignIn } from '@latchkey/client/refusal.ts';

export type ChangeUsernameParts = ChecksParts & RedeemedKeysParts;

export async function changeUsername(
  core: ChangeUsernameParts,
  action: Action,
  { newUsername }: CommandInput<'changeUsername'>,
): Promise<Result<null>> {
  const account = accountIn(core.publisher.phase());
  // The user name of a key-only account is the key.
  if (account === null || core.lastUser.key !== null)
    return fail(core.failures.make({ code: 'out-of-order' }));
  // Loaded before the change, because a key store's prompt would delay the sign-in after it.
  const saved = await loadSavedSignIn(core, action, account.username);
  if (!action.isLive()) return ok(null);
  action.limit();
  action.step('changing-name');
  const failure = await requestChange(core, action, newUsername);
  if (!action.isLive()) return ok(null);
  if (failure !== null) {
    if (requiresSignIn(failure)) await handleFailure(core, action, failure, null);
    return fail(failure);
  }
  await moveRedeemedKeys(core, usernameForService(core.lastUser), newUsername);
  await moveChatSeen(core, usernameForService(core.lastUser), newUsername);
  await signInRenamed(core, action, newUsername, saved);
  return ok(null);
}

/** Returns null if the name has changed, or very probably has. */
async function requestChange(
  core: ChangeUsernameParts,
  action: Action,
  newUsername: string,
): Promise<Failure | null> {
  const reply = await core.serviceSession.requestSignedIn(action, 'changeUsername', {
    newUsername,
  });
  if (reply.ok) return null;
  const failure = core.failures.make(reply.refusal.facts, reply.refusal.sellerText);
  if (!mayHaveArrived(failure.code) || action.ended() !== null) return failure;
  // A change ends the session, so a valid session proves that nothing changed.
  const check = await core.serviceSession.requestSignedIn(action, 'check', {});
  return !check.ok && requiresSignIn(check.refusal.facts) ? null : failure;
}

async function signInRenamed(
  core: ChangeUsernameParts,
  action: Action,
  username: string,
  saved: SavedSignIn | null,
): Promise<void> {
  core.serviceSession.drop();
  core.credentialsHolder.drop();
  const password = saved?.method.kind === 'password' ? saved.method.password : null;
  setLastUser(core.lastUser, { kind: 'password', username, password: '' });
  action.move({ kind: 'name-changed', username });
  if (saved !== null && password !== null) {
    const method = { kind: 'password', username, password } as const;
    // Handled as new credentials, which replace the saved sign-in only after a successful sign-in.
    const save = { auto: saved.auto, replacesId: saved.id };
    const held = { savedId: null, offline: null, proven: false, ticket: null };
    const credentials = { method, save, ...held };
    core.credentialsHolder.hold(credentials);
    await applyOutcome(core, action, credentials, await trySignIn(core, action, method, null));
  }
  if (action.isLive()) core.publisher.notice({ kind: 'name-changed', username });
}
