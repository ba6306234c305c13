// Types of the facts that programs display: trust in the service, and lapsed subscriptions.

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
