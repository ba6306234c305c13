// Webhooks in the seller API (contract 7.3).
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import type { SellerGroup } from '../seller-spec.ts';

export const webhooksApi = {
  delwebhook: {
    summary: 'Removes a webhook.',
    request: z.object({ webid: shortText }),
    answer: z.object({}),
    message: 'Successfully deleted webhook!',
    failures: ['Failed to delete webhook!'],
    changes: ['webid'],
  },
} as const satisfies SellerGroup;
