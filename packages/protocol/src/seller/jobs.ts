// Seller API: bulk operations that run, or ended last (docs/protocol.md#fair-shares).
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import type { SellerGroup } from '../seller-spec.ts';

const jobRow = z.object({
  id: z.string(),
  operation: z.string(),
  /** As in the audit log. */
  detail: z.string(),
  /** The label of the seller key, as in the audit log. Empty for the application's own key. */
  by: z.string(),
  /** Unix seconds. `ended` is empty while the operation runs. */
  started: z.string(),
  ended: z.string(),
  /** Rows that were processed, and those of them that were changed. */
  rows: z.string(),
  changed: z.string(),
  state: z.enum(['running', 'done', 'cancelled', 'not-allowed']),
});

export const jobsApi = {
  jobs: {
    summary:
      'Returns the bulk operation that runs, or the one that ended last. An operation that was done in one part is not listed. `not-allowed` means that it was cancelled because its seller key or person was no longer allowed to do it.',
    request: z.object({}),
    answer: z.object({ jobs: z.array(jobRow) }),
    message: 'Successfully retrieved jobs',
    failures: {},
    scope: 'read',
    changes: null,
    isExtension: true,
  },
  canceljob: {
    summary:
      'Cancels a running bulk operation: the part in progress ends, and no other follows. What was done stays. A cancelled operation never resumes. `rows` is the number of rows that it has processed.',
    request: z.object({ id: shortText }),
    answer: z.object({ rows: z.string() }),
    message: 'Successfully cancelled the operation',
    failures: { 'bulk-unknown': 'No such bulk operation is running' },
    scope: 'all',
    changes: ['id'],
    isExtension: true,
  },
} as const satisfies SellerGroup;
