// Who signed in last, for the form and for what is asked about them.
// SECURITY: where it was a key alone, that key is their user name too. It is kept here as long as they are signed in, and what
// leaves the core is the masked one.
import { type Account } from '../../../shared/session.ts';
import { type Info } from '@latchkey/protocol/client/common.ts';
import { isSameName } from '../../../shared/same-name.ts';
import { type SavedMethod } from '../ports.ts';
import { readAccount } from './account.ts';
import { maskKey } from './mask-key.ts';

export interface LastUser {
  /** As it is shown; empty: nobody yet. */
  name: string;
  /** null: they have a password. */
  key: string | null;
  /** Somebody has left on purpose: nobody else is signed in without being asked for. */
  left: boolean;
}

export function noUser(): LastUser {
  return { name: '', key: null, left: false };
}

/** As the screens name them. */
export function shownName(method: SavedMethod): string {
  return method.kind === 'password' ? method.username : maskKey(method.key);
}

export function setLastUser(user: LastUser, method: SavedMethod): void {
  user.name = shownName(method);
  user.key = method.kind === 'key' ? method.key : null;
}

/** Who it was. */
export function forgetLastUser(user: LastUser): LastUser {
  const before = { ...user };
  Object.assign(user, { ...noUser(), left: true });
  return before;
}

/** As the service knows them. */
export function realName({ name, key }: LastUser): string {
  return key ?? name;
}

/** What the sign-in form begins with: a key is no user name to go on with. */
export function nameForForm({ name, key }: LastUser): string {
  return key === null ? name : '';
}

/** Nobody's, where there is no user. */
export function isSavedFor({ name, key }: LastUser, method: SavedMethod): boolean {
  if (method.kind === 'key') return key !== null && isSameName(method.key, key);
  return key === null && name !== '' && isSameName(method.username, name);
}

/** `nowMs`: as readAccount takes it. */
export function accountOf(user: LastUser, info: Info, nowMs: number): Account {
  const account = readAccount(info, nowMs);
  return user.key === null ? account : { ...account, username: user.name, byKey: true };
}
