// The user of the latest sign-in, even before it succeeds, for the form and for later requests.
// SECURITY: for a user with a key alone, the key is the user name. The full key stays in the core
// while the user is signed in; only the masked key leaves the core.
import { type Account } from '../../../shared/session.ts';
import { type Info } from '@latchkey/protocol/client/common.ts';
import { isSameKey, isSameName } from '../../../shared/same-name.ts';
import { type SavedMethod } from '../ports.ts';
import { readAccount, type RequestedUser } from './account.ts';
import { maskKey } from './mask-key.ts';

export interface LastUser {
  /** The displayed name; empty if there is no user. */
  name: string;
  /** Null if the user has a password. */
  key: string | null;
  /** The user signed out, so no saved sign-in is used automatically. */
  hasSignedOut: boolean;
}

export function noUser(): LastUser {
  return { name: '', key: null, hasSignedOut: false };
}

/** The name for the screens, with keys masked. */
export function displayName(method: SavedMethod): string {
  return method.kind === 'password' ? method.username : maskKey(method.key);
}

export function setLastUser(user: LastUser, method: SavedMethod): void {
  user.name = displayName(method);
  user.key = method.kind === 'key' ? method.key : null;
}

/** Returns the forgotten user. */
export function forgetLastUser(user: LastUser): LastUser {
  const before = { ...user };
  Object.assign(user, { ...noUser(), hasSignedOut: true });
  return before;
}

/** The name for the service. */
export function usernameForService({ name, key }: LastUser): string {
  return key ?? name;
}

/** The user of a request in a session, whose displayed name is `username`. */
export function requestedUserOf({ key }: LastUser, username: string): RequestedUser {
  return { name: key ?? username, byKey: key !== null };
}

/** The initial user name of the sign-in form; empty for a key-only user. */
export function nameForForm({ name, key }: LastUser): string {
  return key === null ? name : '';
}

/** Whether `method` is a saved sign-in of this user. Returns false if there is no user. */
export function isSavedFor({ name, key }: LastUser, method: SavedMethod): boolean {
  if (method.kind === 'key') return key !== null && isSameKey(method.key, key);
  return key === null && name !== '' && isSameName(method.username, name);
}

/** `nowMs`: as for readAccount. */
export function accountFromInfo(user: LastUser, info: Info, nowMs: number): Account {
  const account = readAccount(info, nowMs);
  return user.key === null ? account : { ...account, username: user.name, byKey: true };
}
