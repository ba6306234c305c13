// Which credentials a sign-in without the form can use: those that are held, else those that are kept for the same user.
import { type FailureFacts } from '../../../shared/failure.ts';
import { isSameName } from '../../../shared/same-name.ts';
import { type Action } from '../lanes.ts';
import { type HeldCredentials } from '../session/credentials-holder.ts';
import { type Kept, type KeptSignIn } from '../ports.ts';
import { isKeptOf, type LastUser, realName, setLastUser } from '../session/last-user.ts';
import { within } from '@latchkey/client/turn.ts';
import { type CoreParts } from '../parts.ts';

export type CredentialsAtHandParts = Pick<CoreParts, 'held' | 'lastUser' | 'remembered'>;

export interface AtHand {
  readonly credentials: HeldCredentials | null;
  /** Why a kept sign-in could not be used; null: there is none, or its name is all there is to say. */
  readonly why: FailureFacts | null;
}

/** Held ones, else kept ones, which are held from then on. The time limit begins afterwards: a key store may ask the user first. */
export async function heldOrKept(core: CredentialsAtHandParts, action: Action): Promise<AtHand> {
  const held = core.held.get();
  const kept = held === null ? await within(action, core.remembered.load()) : null;
  action.limit();
  if (held !== null || kept === null || typeof kept === 'string' || !action.live())
    return { credentials: held, why: null };
  const { lastUser } = core;
  const found = realName(lastUser) === '' ? byItself(kept, lastUser) : theirs(kept, lastUser);
  if (found === null) return { credentials: null, why: without(kept, lastUser) };
  setLastUser(lastUser, found.method);
  const credentials = credentialsOf(found);
  if (credentials !== null) core.held.hold(credentials);
  return { credentials, why: null };
}

/** Whoever signed in last here, if that was chosen; where only one name is kept, the form has it. */
function byItself({ signIns }: Kept, { left }: LastUser): KeptSignIn | null {
  const [newest] = signIns;
  if (newest === undefined || left) return null;
  return newest.auto || (signIns.length === 1 && isNameOnly(newest)) ? newest : null;
}

function theirs({ signIns }: Kept, user: LastUser): KeptSignIn | null {
  return signIns.find(({ method }) => isKeptOf(user, method)) ?? null;
}

function without({ signIns, unreadable, older }: Kept, user: LastUser): FailureFacts | null {
  const { name, left } = user;
  if (older !== null && (name === '' ? !left : isSameName(older, name))) {
    setLastUser(user, { kind: 'password', username: older, password: null });
    return { code: 'kept-by-older-version' };
  }
  return signIns.length === 0 && unreadable.length > 0 ? { code: 'vault-unreadable' } : null;
}

/** What is kept of whoever is signed in, with its secret. */
export async function keptOf(
  core: CredentialsAtHandParts,
  action: Action,
  username: string,
): Promise<KeptSignIn | null> {
  const kept = await within(action, core.remembered.load());
  if (typeof kept === 'string') return null;
  const { key } = core.lastUser;
  const user = { name: username, key, left: false };
  const found = theirs(kept, user);
  return found === null || isNameOnly(found) ? null : found;
}

/** null: only the name is kept. */
export function credentialsOf({ id, method }: KeptSignIn): HeldCredentials | null {
  if (method.kind === 'password' && method.password === null) return null;
  return { method, keep: null, keptId: id, proven: true };
}

function isNameOnly({ method }: KeptSignIn): boolean {
  return method.kind === 'password' && method.password === null;
}
