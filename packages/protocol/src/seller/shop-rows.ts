// Rows of connected shops, their orders and their events.
import { z } from 'zod';

/** What a row of a shop has beside its name and kind. */
export const shopFields = {
  created: z.string(),
  /** Unix seconds of the last event, or null. */
  lastevent: z.string().nullable(),
  secrets: z.array(z.object({ id: z.string(), added: z.string() })),
  /** 1: it has a token for the shop's API. */
  api: z.number(),
  /** Why it needs attention; empty: it needs none. */
  attention: z.array(z.string()),
  /** Events that could not be applied yet. They are tried again. */
  failing: z.number(),
  /** Unix seconds of the last complete comparison with the shop's API, or null. */
  reconciled: z.string().nullable(),
  /** Events that it found missing. */
  found: z.number(),
  products: z.array(
    z.object({
      product: z.string(),
      subscription: z.string(),
      /** Seconds that a key gives. */
      seconds: z.string(),
      amount: z.number(),
    }),
  ),
};

export const saleRow = z.object({
  /** `<kind>:<shop>:<id of the shop>`: the order of its licenses. */
  order: z.string(),
  shop: z.string(),
  state: z.string(),
  /** Why it needs attention; empty: it needs none. */
  attention: z.array(z.string()),
  /** In the smallest unit of the currency. */
  amount: z.number(),
  currency: z.string(),
  /** Masked unless the scope is `all`. */
  buyer: z.string(),
  created: z.string(),
  /** The number of its licenses. */
  count: z.number(),
  /** `queued`, `sent` or `failed`; empty: no mail. */
  mail: z.string(),
});

export const eventRow = z.object({
  id: z.string(),
  order: z.string().nullable(),
  kind: z.string(),
  /** The shop's name of the event. */
  event: z.string(),
  at: z.string(),
  received: z.string(),
  amount: z.number().nullable(),
  currency: z.string(),
  products: z.array(z.string()),
  /** Why it could not be applied yet; empty: it was applied, or waits for its order. */
  fault: z.string(),
});
