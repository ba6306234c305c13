// Finding licenses by what a customer or a shop tells: ours, in the style of their neighbours.
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import type { SellerGroup } from '../seller-spec.ts';
import { orderText } from './license-parameters.ts';
import { licenseRow } from './license-row.ts';

export const licenseFindingApi = {
  fetchorder: {
    summary:
      "The licenses of a shop's order, with how many it was made with: fewer are there where some were removed.",
    request: z.object({ order: orderText }),
    answer: z.object({ amount: z.string(), orderdate: z.string(), keys: z.array(licenseRow) }),
    message: 'Successfully retrieved order',
    failures: ['There are no licenses of this order'],
    scope: 'look-up',
    // It changes nothing; who looked for which is kept all the same.
    changes: ['order'],
    own: true,
  },
  findkey: {
    summary:
      'Finds licenses by at least four characters of their end, a part of the order that they were made for or of their note, or a part of the name of who used them. `by` says which it was; 100 at most, `more` says that there are others. To seller keys of the scopes `read` and `support`, a license that was not used yet is found by the four characters that they see of it, or by all of it.',
    request: z.object({ text: shortText.max(200) }),
    answer: z.object({
      keys: z.array(licenseRow.extend({ by: z.enum(['key', 'order', 'note', 'user']) })),
      more: z.boolean(),
    }),
    message: 'Successfully retrieved licenses',
    failures: [],
    scope: 'read',
    // As above.
    changes: ['text'],
    masked: ['text'],
    own: true,
  },
} as const satisfies SellerGroup;
