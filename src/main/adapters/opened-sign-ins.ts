// The kept sign-ins of one service, opened by the key store, and what becomes of them when one is kept, used or wrong.
// Changes a list; reads and writes no file.
import { isSameName } from '../../shared/same-name.ts';
import type { KeepAs, KeptMethod, KeptSignIn, SignInMethod } from '../core/ports.ts';
import { type KeptEntry, maxOwnEntries } from './kept-sign-ins.ts';
import { type KeyStore, seal, type Sealer, unseal } from './sealed-sign-in.ts';

/** In the order of their last use, the newest first; each user once, or `null`: nothing has changed. */
export type Change = (signIns: readonly KeptSignIn[]) => readonly KeptSignIn[] | null;

export interface Opened {
  readonly signIns: readonly KeptSignIn[];
  readonly unreadable: readonly KeptEntry[];
  /** Entries that opened and are due to be sealed again. */
  readonly stale: readonly KeptEntry[];
}

/** Each by itself: one that does not open is no fault of the others. */
export async function openAll(keyStore: KeyStore, entries: readonly KeptEntry[]): Promise<Opened> {
  const signIns: KeptSignIn[] = [];
  const unreadable: KeptEntry[] = [];
  const stale: KeptEntry[] = [];
  for (const entry of entries) {
    const opened = await unseal(keyStore, entry.sealed);
    if (opened === null) unreadable.push(entry);
    else signIns.push({ id: entry.id, ...opened.content });
    if (opened?.shouldReEncrypt === true) stale.push(entry);
  }
  signIns.sort((one, other) => other.usedAt - one.usedAt);
  const first = (one: KeptSignIn, at: number): boolean =>
    signIns.findIndex(({ method }) => isSameUser(method, one.method)) === at;
  return { signIns: signIns.filter(first), unreadable, stale };
}

/**
 * Unchanged entries keep their bytes, except those that are due to be sealed again; entries that do not open stay while there
 * is room.
 */
export async function sealAll(
  sealer: Sealer & { readonly service: string },
  signIns: readonly KeptSignIn[],
  before: Opened & { readonly entries: readonly KeptEntry[] },
): Promise<readonly KeptEntry[]> {
  const kept: KeptEntry[] = [];
  for (const signIn of signIns) {
    const { id, ...content } = signIn;
    const same = before.signIns.includes(signIn);
    const entry = same ? before.entries.find((one) => one.id === id) : undefined;
    const reusable = entry !== undefined && !before.stale.includes(entry);
    const { service } = sealer;
    kept.push(reusable ? entry : { id, service, sealed: await seal(sealer, content) });
  }
  return [...kept, ...before.unreadable].slice(0, maxOwnEntries);
}

/** Changes nothing but the seals of entries that are due. */
export const sealingAgain: Change = (signIns) => signIns;

/** `usedAt`: unix milliseconds. */
export function keeping(
  id: string,
  method: SignInMethod,
  { auto, insteadOf }: KeepAs,
  usedAt: number,
): Change {
  return (signIns) => {
    const others = signIns.filter((one) => one.id !== insteadOf && !isSameUser(one.method, method));
    const newest = { id, method, auto, usedAt: after(others, usedAt) };
    return [newest, ...others].slice(0, maxOwnEntries);
  };
}

export function using(id: string, usedAt: number): Change {
  return (signIns) => {
    const [first] = signIns;
    const used = signIns.find((one) => one.id === id);
    if (used === undefined || used === first) return null;
    const others = signIns.filter((one) => one !== used);
    return [{ ...used, usedAt: after(others, usedAt) }, ...others];
  };
}

export function settingAuto(id: string, auto: boolean): Change {
  return (signIns) => {
    if (!signIns.some((one) => one.id === id)) return null;
    return signIns.map((one) => (one.id === id ? { ...one, auto } : one));
  };
}

/** A key is its own name: nothing of it is left. */
export function dropping(id: string): Change {
  return (signIns) => {
    const wrong = signIns.find((one) => one.id === id);
    if (wrong === undefined) return null;
    const { method } = wrong;
    if (method.kind === 'key') return signIns.filter((one) => one !== wrong);
    const nameOnly = { ...wrong, method: { ...method, password: null }, auto: false };
    return signIns.map((one) => (one === wrong ? nameOnly : one));
  };
}

function isSameUser(one: KeptMethod, other: KeptMethod): boolean {
  if (one.kind === 'password')
    return other.kind === 'password' && isSameName(one.username, other.username);
  return other.kind === 'key' && isSameName(one.key, other.key);
}

/** Whatever the clock says: the newest one is the newest one. */
function after(others: readonly KeptSignIn[], usedAt: number): number {
  return Math.max(usedAt, ...others.map((one) => one.usedAt + 1));
}
