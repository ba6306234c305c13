// Types of the facts that programs display: trust in the service, lapsed subscriptions, computers,
// and why a session ended.

/** The trust in the service after the latest exchange. */
export type Trust =
  /** `at`: local time of the verification, unix milliseconds; `signedBy`: the public key, 64 hex. */
  | { readonly kind: 'verified'; readonly at: number; readonly signedBy: string }
  /** The answer is unsigned, which the configuration allows. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'not-reached' }
  /** The answer could not be verified or parsed. */
  | { readonly kind: 'refused' };

/** A subscription that is not active. */
export interface Lapsed {
  readonly name: string;
  readonly expiresAt: number | null;
  readonly paused: boolean;
}

/** A computer that is bound to an account. `id` is a handle of the service, never a device id. */
export interface BoundComputer {
  readonly id: string;
  readonly name: string;
  readonly system: string;
  /** Null if unknown. */
  readonly lastSeenAt: number | null;
  /** End of its offline pass; null if none is known. */
  readonly offlineUntil: number | null;
  /** Whether its seat is free only at `offlineUntil`, also after a removal. */
  readonly isSeatHeld: boolean;
}

/** How many computers the user may still remove. */
export interface Resets {
  readonly left: number;
  /** When one more removal is possible; null if none was used. */
  readonly nextAt: number | null;
}

/** The computers of a user for whose new computer no seat is free. */
export interface RemovalOffer extends Resets {
  /** Oldest binding first. */
  readonly computers: readonly BoundComputer[];
  /** SECURITY: signs in without a password. Null if no removal is left. */
  readonly ticket: string | null;
}

/** Changes of an account that are reported to its user (docs/protocol.md#account-events). */
export const accountEventKinds = [
  'password-changed',
  'email-changed',
  'deletion-requested',
  'deletion-taken-back',
  'computer-removed',
  'recovery-code-used',
  'two-factor-on',
  'two-factor-off',
] as const;

/** A change of the account. Times are unix milliseconds. */
export interface AccountEvent {
  readonly kind: (typeof accountEventKinds)[number];
  readonly at: number;
  /** The removed computer, or the one where the change was made. Empty if unknown. */
  readonly computer: string;
  /** `link`: with the link in a mail. */
  readonly by: 'user' | 'seller' | 'link';
}

/** Why the service ended a session before its time (docs/protocol.md#additional-fields). */
export const endCauses = [
  'computer-removed',
  'password-changed',
  'ended-elsewhere',
  'session-limit',
] as const;
export type EndCause = (typeof endCauses)[number];
