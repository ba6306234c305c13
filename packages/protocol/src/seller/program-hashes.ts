// Seller API: the hashes of programs that may open sessions (setting `hashcheck`).
import { z } from 'zod';
import type { SellerGroup } from '../seller-spec.ts';

const resetHash = {
  summary:
    'Deletes all program hashes. The next program that opens a session becomes the reference.',
  request: z.object({}),
  answer: z.object({}),
  message: 'Reset hash successfully!',
  failures: {},
  scope: 'all',
  changes: [],
} as const;

export const programHashesApi = {
  addhash: {
    summary: 'Adds the hash of a program that may open sessions: MD5 or SHA-256, in hex.',
    request: z.object({ hash: z.string().regex(/^[0-9A-Fa-f]{32,64}$/) }),
    answer: z.object({}),
    message: 'Added hash successfully',
    failures: {},
    scope: 'all',
    changes: ['hash'],
  },
  resethash: resetHash,
  reset: { ...resetHash, summary: 'Works like `resethash`.' },
} as const satisfies SellerGroup;
