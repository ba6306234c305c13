// Which credentials a sign-in without the form can use: those that are held, else those that are kept for the same user.
import { type FailureFacts } from '../../../shared/failure.ts';
import { type Action } from '../lanes.ts';
import { type HeldCredentials } from '../session/credentials-holder.ts';
import { type SignInMethod } from '../ports.ts';
import { realName, setLastUser } from '../session/last-user.ts';
import { nameOf } from './sign-in-method.ts';
import { within } from '../turn.ts';
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
  if (kept.kind === 'unreadable') return { credentials: null, why: { code: 'vault-unreadable' } };
  const username = kept.kind === 'name' ? kept.username : nameOf(kept.method);
  if (!isFor(username, realName(core.lastUser))) return { credentials: null, why: null };
  if (kept.kind === 'name') {
    core.lastUser.name = username;
    return { credentials: null, why: kept.older ? { code: 'kept-by-older-version' } : null };
  }
  setLastUser(core.lastUser, kept.method);
  const credentials = proven(kept.method);
  core.held.hold(credentials);
  return { credentials, why: null };
}

/** The kept sign-in, if it is that user's; an empty name: whoever's it is. */
export async function keptFor(
  core: CredentialsAtHandParts,
  action: Action,
  username: string,
): Promise<HeldCredentials | null> {
  const kept = await within(action, core.remembered.load());
  if (kept === null || typeof kept === 'string' || kept.kind !== 'sign-in') return null;
  return isFor(nameOf(kept.method), core.lastUser.key ?? username) ? proven(kept.method) : null;
}

function isFor(kept: string, asked: string): boolean {
  const plain = (name: string): string => name.trim().normalize('NFC').toLowerCase();
  return asked === '' || plain(kept) === plain(asked);
}

function proven(method: SignInMethod): HeldCredentials {
  return { method, remember: false, origin: 'key-store', proven: true };
}
