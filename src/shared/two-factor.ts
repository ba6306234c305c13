// The secret that an authenticator app is set up with, on its way to the page.

/**
 * What an authenticator app needs to be set up. SECURITY: a Result alone, never in a snapshot; whoever shows it forgets it when
 * it closes, and at `expiresAt`.
 */
export interface TwoFactorOffer {
  /** Base32, for typing by hand. */
  readonly secret: string;
  /** The same as a code to be scanned, with its white border: black modules as the path of an SVG of `size` by `size`. */
  readonly qr: { readonly path: string; readonly size: number };
  /** Until when a code of it turns two-step sign-in on, by this computer's clock. */
  readonly expiresAt: number;
}
