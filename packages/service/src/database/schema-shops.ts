// Defines the tables of connected shops: their events, orders and the keys of orders. Times are unix
// seconds, flags 0 or 1. Everything about a buyer is sealed.
import type { Generated, Selectable } from 'kysely';
import type { MailLanguage, ShopKind } from '@latchkey/protocol/seller/shops.ts';
import type { Flag } from './schema-columns.ts';

export interface ShopTable {
  /** The first characters of the address. Names the shop in commands, orders and logs. */
  id: string;
  applicationId: string;
  kind: ShopKind;
  /** The last part of the URL of its events, sealed. */
  address: string;
  /** Sealed JSON (features/shops/shop-secrets.ts). */
  secrets: string;
  /** 1: test sales get keys too. */
  takesTests: Generated<Flag>;
  /** The language of its mails. */
  language: Generated<MailLanguage>;
  /** The seller's own mail; empty: that of the language (features/shops/mail-texts.ts). */
  mailSubject: Generated<string>;
  mailText: Generated<string>;
  createdAt: number;
  lastEventAt: number | null;
  /** The seller's token for the shop's API, sealed; empty: none. */
  token: Generated<string>;
  /** Of a refund or a dispute. */
  lastRefundAt: Generated<number | null>;
  /** When the service next compares its orders with those of the shop's API; null: never. */
  reconcileAt: Generated<number | null>;
  /** The seller's own start for the next comparison; null: the default. */
  reconcileSince: Generated<number | null>;
  /** The last comparison that read everything, and the events that it found missing. */
  reconciledAt: Generated<number | null>;
  reconciledCount: Generated<number>;
  /** Why the API last failed (features/shops/shop-api.ts); empty: it answered. */
  apiFault: Generated<string>;
}

export type ShopRow = Selectable<ShopTable>;

/** What a product of a shop gives. */
export interface ShopProductRow {
  shopId: string;
  /** The shop's id of the product; `*`: all others. */
  product: string;
  planId: string;
  seconds: number;
  /** Keys for each piece. */
  amount: number;
}

/** `unpaid`: an event has named the order, but no payment has arrived. */
export type OrderLabel = 'unpaid' | 'paid' | 'partly-refunded' | 'refunded' | 'disputed' | 'test';

export interface ShopOrderRow {
  /** `<kind>:<shop>:<id>`. Licenses have it as their order number. */
  id: string;
  applicationId: string;
  shopId: string;
  state: OrderLabel;
  /** Codes of what needs attention, joined by commas. */
  attention: Generated<string>;
  /** Smallest units of the currency. */
  amount: number;
  currency: string;
  /** The buyer's e-mail, sealed; empty: unknown. */
  buyer: Generated<string>;
  /** Its keyed hash, for searches. */
  buyerHash: string | null;
  /** What the first payment bought, as sealed JSON; empty: nothing is known. */
  items: Generated<string>;
  createdAt: number;
}

export interface ShopEventTable {
  shopId: string;
  /** The provider's id of the event, or a hash of the body. */
  id: string;
  /** Null: no event has started its order yet. */
  orderId: string | null;
  /** 1: not applied yet. */
  isNew: Generated<Flag>;
  at: number;
  receivedAt: number;
  /** Failed tries to apply it, when the next one is due, and why the last one failed. */
  attempts: Generated<number>;
  nextAt: Generated<number>;
  fault: Generated<string>;
  /** A `ShopEvent` as sealed JSON. */
  facts: string;
}

export type ShopEventRow = Selectable<ShopEventTable>;

/** The provider's ids in an event, which join the events of an order. */
export interface ShopIdRow {
  shopId: string;
  providerId: string;
  eventId: string;
}

/** What a payment brought in (`paid`), or gave back (`returned`, a negative amount). */
export interface ShopRevenueRow {
  orderId: string;
  payment: string;
  kind: 'paid' | 'returned';
  applicationId: string;
  /** Unix seconds at the provider. */
  at: number;
  currency: string;
  amount: number;
}

/** `off`: not given. */
export type UnitState = 'given' | 'suspended' | 'off';

/** One key that a payment pays for. */
export interface ShopUnitTable {
  orderId: string;
  payment: string;
  /** The position of the product in the payment, and of the key in the product. */
  line: number;
  unit: number;
  planId: string;
  seconds: number;
  state: UnitState;
  /** Empty until it exists. */
  licenseKey: Generated<string>;
  /**
   * Seconds that were taken from a key that other payments still pay for; null: none. A renewal makes
   * an unused key longer, so that several payments share it.
   */
  taken: Generated<number | null>;
}

export type ShopUnitRow = Selectable<ShopUnitTable>;

export type ShopMailState = 'queued' | 'sent' | 'failed';

/** A mail with the keys of a payment, at most one for each payment and kind. */
export interface ShopMailTable {
  orderId: string;
  payment: string;
  kind: 'keys';
  state: ShopMailState;
  attempts: Generated<number>;
  nextAt: number;
  createdAt: number;
}

export type ShopMailRow = Selectable<ShopMailTable>;

export interface ShopTables {
  shops: ShopTable;
  shopProducts: ShopProductRow;
  shopOrders: ShopOrderRow;
  shopEvents: ShopEventTable;
  shopIds: ShopIdRow;
  shopUnits: ShopUnitTable;
  shopMails: ShopMailTable;
  shopRevenue: ShopRevenueRow;
}
