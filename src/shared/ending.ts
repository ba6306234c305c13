// A subscription that ends soon, for notices. Times are unix milliseconds.

export interface Ending {
  /** Keyed hash: 32 hex characters. */
  readonly id: string;
  readonly name: string;
  readonly expiresAt: number;
}
