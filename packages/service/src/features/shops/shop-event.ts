// Defines what an event of a shop means, in one form for all providers.

/**
 * `joined` only tells which ids belong together. `unknown` needs attention, because nobody has
 * decided what it means.
 */
export type ShopEventKind =
  | 'paid'
  | 'renewed'
  | 'refund'
  | 'dispute'
  | 'cancelled'
  | 'ended'
  | 'joined'
  | 'unknown';

/**
 * `open`: nothing is decided, which suspends the keys of a disputed payment. `final`: the money is
 * returned. `lifted`: the refund failed, or the seller won.
 */
export type ClaimStatus = 'open' | 'final' | 'lifted';

export interface ShopItem {
  readonly product: string;
  readonly quantity: number;
}

export interface ShopEvent {
  /** The provider's id, which is the same when it sends the event again; or a hash of the body. */
  readonly id: string;
  readonly kind: ShopEventKind;
  /** The provider's name of the event. */
  readonly type: string;
  /** Unix seconds at the provider. */
  readonly at: number;
  /** Set if the event names its order, which it starts. */
  readonly order: string | null;
  /** Ids of one payment, such as its invoice and its charge. */
  readonly ids: readonly string[];
  /** Ids of everything that the order has, such as its subscription. */
  readonly orderIds: readonly string[];
  /** Of `paid` and `renewed`: the id by which its keys are given once. */
  readonly payment: string;
  /** Of `refund` and `dispute`. */
  readonly claim: { readonly id: string; readonly status: ClaimStatus } | null;
  /** What was bought, or what is returned; empty: not told. */
  readonly items: readonly ShopItem[];
  /** Of `renewed`: the seconds of the period; null: those of the product. */
  readonly seconds: number | null;
  /** Smallest units of `currency`; null: not told. */
  readonly amount: number | null;
  /** `amount` includes all earlier refunds of the payment. */
  readonly isTotal: boolean;
  /** Of `refund`: everything is returned, whatever the amount. */
  readonly isAll: boolean;
  /** Upper case, or empty. */
  readonly currency: string;
  readonly email: string;
  readonly isTest: boolean;
  /**
   * The provider's id of something that only its API tells, such as the buyer's e-mail. Empty:
   * nothing is missing.
   */
  readonly lookup: string;
}

/** An event without facts, for connectors to complete. */
export const noFacts = {
  order: null,
  ids: [],
  orderIds: [],
  payment: '',
  claim: null,
  items: [],
  seconds: null,
  amount: null,
  isTotal: false,
  isAll: false,
  currency: '',
  email: '',
  isTest: false,
  lookup: '',
} as const satisfies Partial<ShopEvent>;
