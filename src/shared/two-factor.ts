// The secret for setting up an authenticator app, as it crosses the bridge.

/** SECURITY: only in a Result, never a snapshot. Screens discard it on close and at `expiresAt`. */
export interface TwoFactorOffer {
  /** Base32, for typing by hand. */
  readonly secret: string;
  /** A QR code with its quiet zone: an SVG path of dark modules, `size` by `size`. */
  readonly qr: { readonly path: string; readonly size: number };
  /** Expiry in unix ms by this computer's clock. Before it, a code turns two-factor sign-in on. */
  readonly expiresAt: number;
}
