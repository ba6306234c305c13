// Seller API: links with which users choose a new password (docs/protocol.md#password-reset). The
// public API does not have this operation.
import { z } from 'zod';
import { username } from '../primitives.ts';
import type { SellerGroup } from '../seller-spec.ts';

export const passwordLinksApi = {
  passwordlink: {
    summary:
      'Creates a link with which a user chooses a new password. Unlike `forgot`, it sends no mail. The link works once, for one hour, and a user has at most three. It requires the mail settings, because they contain the public URL.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({
      link: z.string(),
      /** Unix seconds. */
      expires: z.string(),
    }),
    message: 'Successfully created link!',
    failures: {
      'user-unknown': 'User not found!',
      'mail-settings-missing': 'The service has no mail settings, which contain its public URL.',
      'too-many-links':
        'This user has three links already. Use one of them, or wait until one expires.',
    },
    scope: 'support',
    changes: ['user'],
    secrets: ['link'],
    isExtension: true,
  },
} as const satisfies SellerGroup;
