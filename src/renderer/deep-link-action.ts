// Decides what a deep link does in the current session.
import { allows } from '../shared/phases.ts';
import type { AccountFeature } from '../shared/features.ts';
import type { Session, PendingDeepLink } from '../shared/session.ts';
import type { LocalForm } from './phase-facts.ts';

/** A deep link with a readable key. */
export type KeyDeepLink = Extract<PendingDeepLink, { readonly key: string }>;

/**
 * `redeem`, `key`: the link opens that form. `soon`: the link waits for startup or for a command in
 * flight. `waits`: the current phase allows no redeeming. `redeemOff`, `registerOff`: the feature
 * is unavailable. `signOutFirst`: the link would create an account, but a user is signed in
 * or must enter a code. `unreadable`: the link has no readable key.
 */
export type DeepLinkAction =
  | 'redeem'
  | 'key'
  | 'soon'
  | 'waits'
  | 'redeemOff'
  | 'registerOff'
  | 'signOutFirst'
  | 'unreadable';

export function deepLinkActionOf(
  { phase, step }: Session,
  deepLink: PendingDeepLink,
  isOffered: (feature: AccountFeature) => boolean,
): DeepLinkAction {
  if (deepLink.kind === 'unreadable') return 'unreadable';
  if (!isOffered(deepLink.kind)) return deepLink.kind === 'redeem' ? 'redeemOff' : 'registerOff';
  if (allows(phase, 'start') || step !== null) return 'soon';
  if (allows(phase, 'signIn')) return 'key';
  if (!allows(phase, 'redeem')) return 'waits';
  return isOffered('redeem') ? 'redeem' : 'signOutFirst';
}

export function formOf(action: DeepLinkAction): Extract<LocalForm, 'redeem' | 'key'> | null {
  return action === 'redeem' || action === 'key' ? action : null;
}
