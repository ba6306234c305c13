// Seller API: operations that find licenses by an order, or by a text from a user or shop. The
// public API has neither operation.
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import type { SellerGroup } from '../seller-spec.ts';
import { orderText } from './license-parameters.ts';
import { licenseRow } from './license-row.ts';

export const licenseFindingApi = {
  fetchorder: {
    summary:
      'Returns the licenses of an order. `amount` is the number created for it, which is higher if some were deleted since.',
    request: z.object({ order: orderText }),
    answer: z.object({ amount: z.string(), orderdate: z.string(), keys: z.array(licenseRow) }),
    message: 'Successfully retrieved order',
    failures: { 'order-unknown': 'This order has no licenses' },
    scope: 'look-up',
    // The audit log also records searches.
    changes: ['order'],
    isLookUp: true,
    isExtension: true,
  },
  findkey: {
    summary:
      'Finds licenses by a part of their key (at least four characters), order, note or user name. `by` says which of them matched. Exact matches come first. The answer has up to 100 licenses; `more` says whether others match. With the scopes `read` and `support`, a masked key or name is found only by its last four characters or the whole text.',
    request: z.object({ text: shortText.max(200) }),
    answer: z.object({
      keys: z.array(licenseRow.extend({ by: z.enum(['key', 'order', 'note', 'user']) })),
      more: z.boolean(),
    }),
    message: 'Successfully retrieved licenses',
    failures: {},
    scope: 'read',
    // The audit log also records searches.
    changes: ['text'],
    masked: ['text'],
    isLookUp: true,
    isExtension: true,
  },
} as const satisfies SellerGroup;
