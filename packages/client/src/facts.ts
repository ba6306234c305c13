// Types of facts from answers that programs display.

/** What the latest exchange proved about the service. */
export type Trust =
  /** `at` is the local time of the verification, unix milliseconds. */
  | { readonly kind: 'verified'; readonly at: number }
  /** The configuration allows unsigned answers. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'not-reached' }
  /** An answer arrived, but was not verified or not usable. */
  | { readonly kind: 'refused' };

/** A subscription that is not active. */
export interface Lapsed {
  readonly name: string;
  readonly expiresAt: number | null;
  readonly paused: boolean;
}
