// Seller API: statistics of the application (docs/protocol.md#seller-operations). Counts are text,
// because seller tools expect text.
import { z } from 'zod';
import type { SellerGroup } from '../seller-spec.ts';

export const statisticsApi = {
  stats: {
    summary:
      'Returns the number of licenses in each state, and of webhooks, files, variables and accounts.',
    request: z.object({}),
    answer: z.object({
      unused: z.string(),
      used: z.string(),
      /** Always 0, because this service pauses subscriptions and not licenses. */
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
    failures: {},
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;
