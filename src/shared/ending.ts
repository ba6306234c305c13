// A subscription that ends soon, as notices show it. Times are unix milliseconds.

export interface Ending {
  /** Keyed hash: 32 hex characters. */
  readonly id: string;
  readonly name: string;
  readonly expiresAt: number;
}
