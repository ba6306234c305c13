// Finding a user by what support is told: ours, in the style of its neighbours.
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import type { SellerGroup } from '../seller-spec.ts';
import { aboutUser } from './user-listing.ts';

export const userFindingApi = {
  finduser: {
    summary:
      'Finds users by what they tell: a part of their name, their whole e-mail, at least four characters of the beginning of a device or of the end of a key that they used, a part of the order of a key that they used, or the address they last signed in from. `by` says which it was; 100 at most, `more` says that there are others.',
    request: z.object({ text: shortText.max(200) }),
    answer: z.object({
      users: z.array(
        z.object({
          ...aboutUser,
          by: z.enum(['name', 'mail', 'device', 'key', 'order', 'address']),
        }),
      ),
      more: z.boolean(),
    }),
    message: 'Successfully retrieved users',
    failures: [],
    scope: 'read',
    // It changes nothing; who looked for whom is kept all the same.
    changes: ['text'],
    masked: ['text'],
    own: true,
  },
} as const satisfies SellerGroup;
