// Pagination of lists in the seller API. Public clients do not page, so a list without parameters
// returns all rows, up to `mostListed`.
import { z } from 'zod';
import { wholeNumber } from './seller-spec.ts';

/** Maximum and default number of rows in one answer. */
export const mostListed = 10_000;

/** Parameters of every paged list. */
export const pageRequest = {
  /** Rows to skip. */
  offset: wholeNumber(0, 1_000_000_000).optional(),
  limit: wholeNumber(1, mostListed).optional(),
};

/** Number of dropped entries, with the time of the first and last one in unix seconds. */
export const dropped = z.object({ count: z.number(), since: z.string(), last: z.string() });

/** Field of every paged list: true if more rows follow, else missing. */
export const pageAnswer = { more: z.literal(true).optional() };
