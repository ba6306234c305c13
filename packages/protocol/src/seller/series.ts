// Seller API: numbers by day, week or month (docs/selling.md#numbers-by-day).
import { z } from 'zod';
import type { SellerGroup } from '../seller-spec.ts';
import { attentionApi } from './attention.ts';

export const seriesPeriods = ['day', 'week', 'month'] as const;
export type SeriesPeriod = (typeof seriesPeriods)[number];

/** Maximum number of periods in one answer. */
export const maxPeriods = 1000;

const date = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
  .refine((text) => {
    const at = Date.parse(`${text}T00:00Z`);
    // Date.parse turns 30 February into a day in March.
    return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
  });

const count = z.number();

export const seriesApi = {
  series: {
    summary:
      'Returns numbers of the application by day, week or month, oldest first: keys made, redeemed, refunded and banned, sign-ins, distinct users, new users, free trials, and refusals with their reasons. A week begins on Monday. The periods contain `since` and `until`, which are days such as 2026-11-01; the default is the last 30 days.',
    request: z.object({
      since: date.optional(),
      until: date.optional(),
      by: z.enum(seriesPeriods).optional(),
    }),
    answer: z.object({
      by: z.enum(seriesPeriods),
      timezone: z.string(),
      series: z.array(
        z.object({
          /** First day of the period. */
          date: z.string(),
          made: count,
          redeemed: count,
          refunded: count,
          banned: count,
          signins: count,
          /** Distinct users who signed in. */
          users: count,
          newusers: count,
          /** New users with a free trial. */
          trials: count,
          refused: count,
          /** `refused` by reason. */
          reasons: z.array(z.object({ reason: z.string(), count })),
        }),
      ),
    }),
    message: 'Successfully retrieved numbers',
    failures: {
      'period-reversed': 'The period ends before it begins',
      'period-too-long': 'The period is too long',
    },
    scope: 'read',
    changes: null,
    isExtension: true,
  },
  ...attentionApi,
} as const satisfies SellerGroup;
