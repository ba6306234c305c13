// How long lists of the seller API are read in parts, the same way everywhere. Ours: nothing of it is evidenced by public clients,
// who get what they know, all rows in one answer, up to `mostListed` of them.
import { z } from 'zod';
import { wholeNumber } from './seller-spec.ts';

/** Rows in one answer, at most and where nothing is asked. */
export const mostListed = 10_000;

/** Parameters of every list. */
export const pageRequest = {
  /** How many rows to leave out. */
  offset: wholeNumber(0, 1_000_000_000).optional(),
  limit: wholeNumber(1, mostListed).optional(),
};

/** Beside a list: what there was no room for, since when and when last, unix seconds; missing where all of it is there. */
export const dropped = z.object({ count: z.number(), since: z.string(), last: z.string() });

/** Beside the list itself: there are rows after these; missing where there are none. */
export const pageAnswer = { more: z.literal(true).optional() };
