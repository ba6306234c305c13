// A subscription that ends soon, as the page shows it in a notice. Times are unix milliseconds.

export interface EndingSubscription {
  /** 32 hex characters: a keyed hash of account and subscription. */
  readonly id: string;
  readonly name: string;
  readonly expiresAt: number;
}
