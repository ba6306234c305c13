// Facts about answers that programs show to their users.

/** What the latest exchange with the service proved. */
export type Trust =
  /** `at`: when the answer was verified, by this computer's clock. */
  | { readonly kind: 'verified'; readonly at: number }
  /** The configuration allows a service that does not sign its answers. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'not-reached' }
  /** Something answered that did not prove to be the service, or could not be used. */
  | { readonly kind: 'refused' };

/** A subscription that is not active, as the service named it. */
export interface Lapsed {
  readonly name: string;
  readonly expiresAt: number | null;
  readonly paused: boolean;
}
