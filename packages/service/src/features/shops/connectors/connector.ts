// Defines what the service knows about one kind of shop: how its events are signed, what they mean,
// and what its API tells. A connector is pure: no database, no clock, and no network but `get`.
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

/** Reads from the API of a shop. Returns null for what it does not know. Throws ApiProblem. */
export type ApiGet = (path: string) => Promise<Fields | null>;

export interface ApiCall {
  readonly get: ApiGet;
  readonly token: string;
  /** Unix seconds. */
  readonly now: number;
}

export interface ConnectorApi {
  /** SECURITY: fixed for the kind, so that a token never goes to an address of a seller. */
  readonly originOf: (token: string) => string;
  /** Returns the events to store instead of one that has a `lookup`. */
  readonly complete?: (call: ApiCall, event: ShopEvent) => Promise<readonly ShopEvent[]>;
  /** Returns the events about sales and refunds since a time in unix seconds, page by page. */
  readonly list: (call: ApiCall, since: number) => AsyncGenerator<readonly ShopEvent[]>;
}

export interface Connector {
  /** True: the shop signs nothing, so that its address is the only secret. */
  readonly isUnsigned?: true;
  readonly isSigned: (delivery: ShopDelivery, secret: string) => boolean;
  /** Parses a body that is not JSON. */
  readonly parse?: (body: Buffer) => Fields;
  /** `id` is a hash of the body, for events without an id. */
  readonly read: (body: Fields, delivery: ShopDelivery, id: string) => ShopEvent;
  readonly api?: ConnectorApi;
  /** True: nothing can be read from its events alone. */
  readonly needsToken?: true;
  /** True: the shop shows the answer to its buyer, so it has the keys. */
  readonly answersKeys?: true;
}

/** Something that the API tells, as if it were an event. */
export function readFromApi(
  { read }: Pick<Connector, 'read'>,
  body: Fields,
  { now }: ApiCall,
  id = '',
): ShopEvent {
  return read(body, { body: Buffer.alloc(0), header: () => '', now }, id);
}
