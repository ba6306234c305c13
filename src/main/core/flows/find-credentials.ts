// Finds the credentials for a sign-in without the form: held ones, or those of a saved sign-in.
import { type FailureFacts } from '../../../shared/failure.ts';
import { within } from '@latchkey/client/turn.ts';
import { type Action } from '../command-runner.ts';
import { type PassState } from '../offline/read-pass.ts';
import { type SavedSignIn, type VaultContent } from '../ports.ts';
import { type HeldCredentials } from '../session/credentials.ts';
import {
  isSavedFor,
  type LastUser,
  setLastUser,
  usernameForService,
} from '../session/last-user.ts';
import { type Attempt, type OfflineParts, stateOfStored } from './offline.ts';
import { type CoreParts } from '../parts.ts';

export interface FoundCredentials {
  readonly credentials: HeldCredentials | null;
  /** Why no saved sign-in is usable; null if there is nothing to report. */
  readonly reason: FailureFacts | null;
}

/** Returns held, else saved credentials. Starts the time limit after a key store's prompt. */
export async function findCredentials(
  core: Pick<CoreParts, 'credentialsHolder' | 'lastUser' | 'savedSignIns'>,
  action: Action,
): Promise<FoundCredentials> {
  const held = core.credentialsHolder.get();
  const saved = held === null ? await within(action, core.savedSignIns.load()) : null;
  action.limit();
  if (held !== null || saved === null || typeof saved === 'string' || !action.isLive())
    return { credentials: held, reason: null };
  const { lastUser } = core;
  const match =
    usernameForService(lastUser) === ''
      ? findAutomatic(saved, lastUser)
      : findSaved(saved, lastUser);
  if (match === null) return { credentials: null, reason: reasonWithout(saved) };
  setLastUser(lastUser, match.method);
  const credentials = credentialsOf(match);
  if (credentials !== null) core.credentialsHolder.hold(credentials);
  return { credentials, reason: null };
}

/** Returns the last used sign-in if it is automatic, or a single saved name for the form. */
function findAutomatic({ signIns }: VaultContent, { hasSignedOut }: LastUser): SavedSignIn | null {
  const [newest] = signIns;
  if (newest === undefined || hasSignedOut) return null;
  return newest.auto || (signIns.length === 1 && isNameOnly(newest)) ? newest : null;
}

function findSaved({ signIns }: VaultContent, user: LastUser): SavedSignIn | null {
  return signIns.find(({ method }) => isSavedFor(user, method)) ?? null;
}

function reasonWithout({ signIns, unreadable }: VaultContent): FailureFacts | null {
  return signIns.length === 0 && unreadable.length > 0 ? { code: 'vault-unreadable' } : null;
}

/** The saved sign-in of the signed-in user, if it has a secret. */
export async function loadSavedSignIn(
  core: Pick<CoreParts, 'credentialsHolder' | 'lastUser' | 'savedSignIns'>,
  action: Action,
  username: string,
): Promise<SavedSignIn | null> {
  const saved = await within(action, core.savedSignIns.load());
  if (typeof saved === 'string') return null;
  const { key } = core.lastUser;
  const user = { name: username, key, hasSignedOut: false };
  const match = findSaved(saved, user);
  return match === null || isNameOnly(match) ? null : match;
}

/** Returns null if only the name is saved. */
export function credentialsOf({ id, method, offline }: SavedSignIn): HeldCredentials | null {
  if (method.kind === 'password' && method.password === null) return null;
  const pass = offline ?? null;
  return { method, save: null, savedId: id, offline: pass, proven: true, ticket: null };
}

function isNameOnly({ method }: SavedSignIn): boolean {
  return method.kind === 'password' && method.password === null;
}

/** Sets the time limit of `attempt` if a usable pass is found. */
export async function findCredentialsWithPass(
  core: OfflineParts & Pick<CoreParts, 'credentialsHolder'>,
  action: Action,
  attempt: Attempt,
): Promise<FoundCredentials & { readonly pass: PassState | null }> {
  const found = await findCredentials(core, action);
  const stored = found.credentials?.offline ?? null;
  const pass = await within(action, stateOfStored(core, stored));
  if (pass === null || typeof pass === 'string') return { ...found, pass: null };
  if (pass.kind === 'usable') attempt.limit();
  return { ...found, pass };
}
