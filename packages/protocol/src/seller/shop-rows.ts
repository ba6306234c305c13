// Rows of connected shops.
import { z } from 'zod';

/** What a row of a shop has beside its name and kind. */
export const shopFields = {
  created: z.string(),
  /** Unix seconds of the last event, or null. */
  lastevent: z.string().nullable(),
  /** The seller's own mail; empty: that of the language. */
  subject: z.string(),
  text: z.string(),
  /** The number of its orders that need attention. */
  orders: z.number(),
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
