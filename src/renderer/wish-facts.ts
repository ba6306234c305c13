// Decides what a deep link does in the current session.
import { allows } from '../shared/phases.ts';
import type { AccountWay } from '../shared/offers.ts';
import type { Session, Wish } from '../shared/session.ts';
import type { LocalForm } from './phase-facts.ts';

/** A deep link with a readable key. */
export type KeyWish = Extract<Wish, { readonly key: string }>;

/**
 * `redeem`, `key`: the link opens that form. `soon`: the link waits for startup or for a command in
 * flight. `waits`: the current phase allows no redeeming. `redeemOff`, `registerOff`: the feature
 * is unavailable. `signOutFirst`: the link would create an account, but a user is signed in.
 * `unreadable`: the link has no readable key.
 */
export type WishMeans =
  | 'redeem'
  | 'key'
  | 'soon'
  | 'waits'
  | 'redeemOff'
  | 'registerOff'
  | 'signOutFirst'
  | 'unreadable';

export function wishMeans(
  { phase, step }: Session,
  wish: Wish,
  offered: (way: AccountWay) => boolean,
): WishMeans {
  if (wish.kind === 'unreadable') return 'unreadable';
  if (!offered(wish.kind)) return wish.kind === 'redeem' ? 'redeemOff' : 'registerOff';
  if (allows(phase, 'start') || step !== null) return 'soon';
  if (allows(phase, 'signIn')) return 'key';
  if (!allows(phase, 'redeem')) return 'waits';
  return offered('redeem') ? 'redeem' : 'signOutFirst';
}

export function formOf(means: WishMeans): Extract<LocalForm, 'redeem' | 'key'> | null {
  return means === 'redeem' || means === 'key' ? means : null;
}
