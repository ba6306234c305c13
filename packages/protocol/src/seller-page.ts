// Fields that lists of the seller API share: pages and dropped entries. Public clients do not page,
// so a list without parameters returns all rows, up to `maxListedRows`.
import { z } from 'zod';
import { wholeNumber } from './seller-spec.ts';

/** Maximum and default number of rows in one answer. */
export const maxListedRows = 10_000;

/** Parameters of every paged list. */
export const pageRequest = {
  /** Number of rows to skip. */
  offset: wholeNumber(0, 1_000_000_000).optional(),
  limit: wholeNumber(1, maxListedRows).optional(),
};

/** Number of entries that the service dropped, with the times of the first and last drop. */
export const dropped = z.object({ count: z.number(), since: z.string(), last: z.string() });

/** Field of every paged list. It is true if more rows follow, and missing otherwise. */
export const pageAnswer = { more: z.literal(true).optional() };
