// Commands for saved sign-ins: sign in with one, switch to another account, remove one, and turn
// automatic sign-in on or off. Switching accounts removes nothing.
import { fail, type FailureFacts, ok, type Result } from '../../../shared/failure.ts';
import { accountIn, factsOf } from '../../../shared/phases.ts';
import { type Action } from '../command-runner.ts';
import { forgetLastUser, nameForForm, setLastUser } from '../session/last-user.ts';
import { within } from '@latchkey/client/turn.ts';
import { stateOfStored } from './offline.ts';
import { credentialsOf, loadSavedSignIn } from './find-credentials.ts';
import { signInOrGoOffline } from './offline-sign-in.ts';
import { type SignInParts } from './sign-in.ts';

export type SavedSignInsParts = SignInParts;

/** The phase shows the outcome. Fails only before the sign-in; the user then stays signed in. */
export async function signInWithSaved(
  core: SavedSignInsParts,
  action: Action,
  id: string,
): Promise<Result<null>> {
  // Loaded before the account is left, because the key store may prompt the user or fail.
  const saved = await within(action, core.savedSignIns.load());
  if (typeof saved === 'string' || !action.isLive()) return ok(null);
  action.limit();
  const savedSignIn = saved.signIns.find((signIn) => signIn.id === id);
  const credentials = savedSignIn === undefined ? null : credentialsOf(savedSignIn);
  if (credentials === null) return refuse(core, action, { code: 'vault-unreadable' });
  leaveAccount(core, action, 'saved');
  setLastUser(core.lastUser, credentials.method);
  core.badCodes.inARow = 0;
  core.credentialsHolder.hold(credentials);
  action.move({ kind: 'sign-in-asked', username: nameForForm(core.lastUser) });
  const pass = await within(action, stateOfStored(core, credentials.offline));
  const state = typeof pass === 'string' ? null : pass;
  return signInOrGoOffline(core, action, credentials, state);
}

export function switchAccount(core: SavedSignInsParts, action: Action): Promise<Result<null>> {
  leaveAccount(core, action, 'form');
  return Promise.resolve(ok(null));
}

/** Removes a saved sign-in. A signed-in user stays signed in. */
export async function removeSavedSignIn(
  core: SavedSignInsParts,
  action: Action,
  id: string,
): Promise<Result<null>> {
  action.limit();
  const { lastUser, publisher } = core;
  if (accountIn(publisher.phase()) === null) {
    const name = publisher.session().savedSignIns.find((one) => one.id === id)?.name;
    if (name === lastUser.name || lastUser.name === '') forgetLastUser(lastUser);
    action.move({ kind: 'sign-in-asked', username: nameForForm(lastUser) });
  }
  const removed = await within(action, core.savedSignIns.remove([id]));
  if (typeof removed === 'string' || removed.ok) return ok(null);
  return fail(core.failures.make({ code: 'kept-not-removed', file: removed.file }));
}

/** Turns automatic sign-in on or off for the signed-in user. */
export async function setAutoSignIn(
  core: SavedSignInsParts,
  action: Action,
  on: boolean,
): Promise<Result<null>> {
  action.limit();
  const savedSignIn = await loadSavedSignIn(core, action, core.lastUser.name);
  const changed =
    savedSignIn === null
      ? null
      : await within(action, core.savedSignIns.setAuto(savedSignIn.id, on));
  if (changed !== null && typeof changed === 'object') return ok(null);
  return refuse(core, action, { code: 'kept-not-changed' });
}

/** Does nothing if nobody is signed in. Signs out of the service in the background. */
function leaveAccount(core: SavedSignInsParts, action: Action, to: 'form' | 'saved'): void {
  const phase = core.publisher.phase();
  if (factsOf(phase).user !== 'signed-in') return;
  core.credentialsHolder.drop();
  forgetLastUser(core.lastUser);
  core.publisher.setTrust(null, core.serviceTime.clockOffsetMs());
  action.move({ kind: 'account-left', to });
  if (accountIn(phase) !== null) core.serviceSession.logOut();
}

/** Also shows a notice for a signed-in user, because the menu cannot show a failure. */
function refuse(core: SavedSignInsParts, action: Action, facts: FailureFacts): Result<null> {
  const failure = core.failures.make(facts);
  if (accountIn(core.publisher.phase()) !== null) action.notice({ kind: 'failure', failure });
  return fail(failure);
}
