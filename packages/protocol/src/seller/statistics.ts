// Counts in the seller API (contract 7.3), as strings.
import { z } from 'zod';
import type { SellerGroup } from '../seller-spec.ts';

export const statisticsApi = {
  stats: {
    summary: 'How many licenses of each state, webhooks, files, variables and accounts there are.',
    request: z.object({}),
    answer: z.object({
      unused: z.string(),
      used: z.string(),
      /** Always 0: subscriptions are paused here, not licenses. */
      paused: z.string(),
      banned: z.string(),
      totalkeys: z.string(),
      webhooks: z.string(),
      files: z.string(),
      vars: z.string(),
      resellers: z.string(),
      managers: z.string(),
      totalaccs: z.string(),
    }),
    message: 'Successfully retrieved statistics',
    failures: [],
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;
