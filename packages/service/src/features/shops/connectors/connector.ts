// Defines what the service knows about one kind of shop: how its events are signed, and what they
// mean. A connector is pure: no database, no network, no clock.
import type { Fields } from '../../../http/exact-json.ts';
import type { ShopEvent } from '../shop-event.ts';

/** One request of a shop. */
export interface ShopDelivery {
  /** The raw bytes, because signatures are over these. */
  readonly body: Buffer;
  /** Returns an empty text for a missing header. */
  readonly header: (name: string) => string;
  /** Unix seconds. */
  readonly now: number;
}

export interface Connector {
  readonly isSigned: (delivery: ShopDelivery, secret: string) => boolean;
  /** `id` is a hash of the body, for events without an id. */
  readonly read: (body: Fields, delivery: ShopDelivery, id: string) => ShopEvent;
}
