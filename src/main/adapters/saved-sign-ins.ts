// Decrypts, changes and encrypts the saved sign-ins of one service. Accesses no file.
import { isSameKey, isSameName } from '../../shared/same-name.ts';
import type {
  SaveOptions,
  SavedMethod,
  SavedSignIn,
  SignInMethod,
  StoredPass,
} from '../core/ports.ts';
import { type SealedEntry, maxOwnEntries } from './saved-sign-ins-file.ts';
import type { KeyStore, Sealer } from './key-store.ts';
import { seal, unseal } from './sealed-sign-in.ts';

/** Returns the new list, most recently used first and one per user; null if nothing changed. */
export type Change = (signIns: readonly SavedSignIn[]) => readonly SavedSignIn[] | null;

export interface UnsealedSignIns {
  readonly signIns: readonly SavedSignIn[];
  readonly unreadable: readonly SealedEntry[];
  /** Decrypted entries whose encryption is due for renewal. */
  readonly stale: readonly SealedEntry[];
}

/** Decrypts each entry separately, so that an unreadable entry does not affect the others. */
export async function unsealAll(
  keyStore: KeyStore,
  entries: readonly SealedEntry[],
): Promise<UnsealedSignIns> {
  const signIns: SavedSignIn[] = [];
  const unreadable: SealedEntry[] = [];
  const stale: SealedEntry[] = [];
  for (const entry of entries) {
    const opened = await unseal(keyStore, entry.sealed);
    if (opened === null) unreadable.push(entry);
    else signIns.push({ id: entry.id, ...opened.content });
    if (opened?.shouldReEncrypt === true) stale.push(entry);
  }
  signIns.sort((one, other) => other.usedAt - one.usedAt);
  const isFirstOfUser = (one: SavedSignIn, at: number): boolean =>
    signIns.findIndex(({ method }) => isSameUser(method, one.method)) === at;
  return { signIns: signIns.filter(isFirstOfUser), unreadable, stale };
}

/** Encrypts changed and stale entries. Drops unreadable entries over the limit. */
export async function sealAll(
  sealer: Sealer & { readonly service: string },
  signIns: readonly SavedSignIn[],
  before: UnsealedSignIns & { readonly entries: readonly SealedEntry[] },
): Promise<readonly SealedEntry[]> {
  const saved: SealedEntry[] = [];
  for (const signIn of signIns) {
    const { id, ...content } = signIn;
    const isSaved = before.signIns.includes(signIn);
    const entry = isSaved ? before.entries.find((entry) => entry.id === id) : undefined;
    const reusable = entry !== undefined && !before.stale.includes(entry);
    const { service } = sealer;
    saved.push(reusable ? entry : { id, service, sealed: await seal(sealer, content) });
  }
  return [...saved, ...before.unreadable].slice(0, maxOwnEntries);
}

/** A change that only encrypts stale entries again. */
export const resealChange: Change = (signIns) => signIns;

/** `usedAt`: unix milliseconds. */
export function saveChange(
  id: string,
  method: SignInMethod,
  { auto, replacesId }: SaveOptions,
  usedAt: number,
): Change {
  return (signIns) => {
    const others = signIns.filter(
      (signIn) => signIn.id !== replacesId && !isSameUser(signIn.method, method),
    );
    const newest = { id, method, auto, usedAt: newestUse(others, usedAt) };
    return [newest, ...others].slice(0, maxOwnEntries);
  };
}

export function markUsedChange(id: string, usedAt: number): Change {
  return (signIns) => {
    const [first] = signIns;
    const used = signIns.find((signIn) => signIn.id === id);
    if (used === undefined || used === first) return null;
    const others = signIns.filter((signIn) => signIn !== used);
    return [{ ...used, usedAt: newestUse(others, usedAt) }, ...others];
  };
}

export function setAutoChange(id: string, auto: boolean): Change {
  return (signIns) => {
    if (!signIns.some((signIn) => signIn.id === id)) return null;
    return signIns.map((signIn) => (signIn.id === id ? { ...signIn, auto } : signIn));
  };
}

export function setOfflineChange(id: string, offline: StoredPass | null): Change {
  return (signIns) => {
    const changed = signIns.find((signIn) => signIn.id === id);
    if (changed === undefined || (offline === null && changed.offline === undefined)) return null;
    const { offline: _before, ...others } = changed;
    const next = offline === null ? others : { ...others, offline };
    return signIns.map((signIn) => (signIn === changed ? next : signIn));
  };
}

/** Removes the password. A key is also the user name, so its entry is removed completely. */
export function dropSecretChange(id: string): Change {
  return (signIns) => {
    const wrong = signIns.find((signIn) => signIn.id === id);
    if (wrong === undefined) return null;
    const { method } = wrong;
    if (method.kind === 'key') return signIns.filter((signIn) => signIn !== wrong);
    const { id: ownId, usedAt } = wrong;
    const nameOnly = { id: ownId, usedAt, method: { ...method, password: null }, auto: false };
    return signIns.map((signIn) => (signIn === wrong ? nameOnly : signIn));
  };
}

function isSameUser(one: SavedMethod, other: SavedMethod): boolean {
  if (one.kind === 'password')
    return other.kind === 'password' && isSameName(one.username, other.username);
  return other.kind === 'key' && isSameKey(one.key, other.key);
}

/** Returns a time after all others, so that this sign-in sorts first even on a wrong clock. */
function newestUse(others: readonly SavedSignIn[], usedAt: number): number {
  return Math.max(usedAt, ...others.map((other) => other.usedAt + 1));
}
