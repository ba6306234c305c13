// Seller API: operations on tokens. If the setting `tokensystem` is on, a program needs a token to
// open a session. No public source has these operations. Their names follow similar operations.
import { z } from 'zod';
import { keyText, username } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { reasonText, type SellerGroup } from '../seller-spec.ts';
import { maskedUser } from './masked-user.ts';

const tokenText = z.string().min(1).max(100);
const notFound = 'Token not found!';

const token = z.object({
  /** With the scopes `read` and `support`, a token has only its last characters here. */
  token: z.string(),
  /** User name or license key that the token belongs to. Empty if the token is unassigned. */
  assigned: z.string(),
  ...maskedUser,
  type: z.enum(['user', 'license']),
  /** `Used` means that a program has opened a session with the token. */
  status: z.enum(['Used', 'Not Used']),
  banned: z.boolean(),
  reason: z.string().nullable(),
  /** Hash of the token file that the program sent at the first use. */
  hash: z.string().nullable(),
});

export const tokensApi = {
  addtoken: {
    summary: 'Creates a token for a user, for a license, or unassigned.',
    request: z.object({ user: username.optional(), key: keyText.optional() }),
    names: { user: 'user', key: 'license' },
    answer: z.object({ token: z.string() }),
    message: 'Successfully created token!',
    failures: {
      'user-unknown': 'User not found!',
      'key-unknown': 'Key Not Found',
      'user-or-key': 'Send either user or key.',
    },
    scope: 'all',
    changes: ['user'],
    secrets: ['token'],
    isExtension: true,
  },
  deltoken: {
    summary: 'Deletes a token. Sessions that it opened stay.',
    request: z.object({ token: tokenText }),
    answer: z.object({}),
    message: 'Successfully deleted token!',
    failures: { 'token-unknown': notFound },
    scope: 'all',
    changes: [],
    isExtension: true,
  },
  bantoken: {
    summary: 'Bans a token. No program can open a session with it. Sessions that it opened stay.',
    request: z.object({ token: tokenText, reason: reasonText.optional() }),
    answer: z.object({}),
    message: 'Successfully banned token!',
    failures: { 'token-unknown': notFound },
    scope: 'all',
    changes: ['reason'],
    isExtension: true,
  },
  unbantoken: {
    summary: 'Lifts the ban of a token.',
    request: z.object({ token: tokenText }),
    answer: z.object({}),
    message: 'Successfully unbanned token!',
    failures: { 'token-unknown': notFound },
    scope: 'all',
    changes: [],
    isExtension: true,
  },
  fetchalltokens: {
    summary: 'Returns all tokens, oldest first.',
    request: z.object(pageRequest),
    answer: z.object({ tokens: z.array(token), ...pageAnswer }),
    message: 'Successfully retrieved tokens',
    failures: {},
    scope: 'read',
    changes: null,
    isExtension: true,
  },
} as const satisfies SellerGroup;
