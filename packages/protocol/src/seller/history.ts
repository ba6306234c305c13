// Seller API: the history of users, and why a user cannot sign in
// (docs/helping.md#the-history-of-a-user). Both are data: the command line and the desk make the
// sentences.
import { z } from 'zod';
import { shortText, username } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import type { SellerGroup } from '../seller-spec.ts';
import { maskedUser } from './masked-user.ts';
import { removedComputer, whyAnswer, whyCodes, withheldRelease } from './why-answers.ts';

const historyRow = z.object({
  /** Time in unix seconds. */
  date: z.string(),
  username: z.string(),
  ...maskedUser,
  /** The operation, such as `login`, `upgrade` or `assignkey`. */
  operation: z.string(),
  /** `ok`, the reason of the refusal, or `email-shared`: several users have the e-mail. */
  outcome: z.string(),
  /** Empty if a seller did it. With the scope `read`, without its last part. */
  ip: z.string(),
  /** Id of the computer, as in lists of the user's computers. Empty if no device id was sent. */
  device: z.string(),
  /** What the program calls the computer. */
  computer: z.string(),
  /** Version of the program. */
  version: z.string(),
});

export const historyApi = {
  fetchhistory: {
    summary:
      'Returns the history of a user, or of all users, newest first: every sign-in, every refusal of a known user and every redeem. Rows are deleted after the days of the setting `historydays`, and with the user.',
    request: z.object({ user: username.optional(), ...pageRequest }),
    names: { user: 'user' },
    answer: z.object({ history: z.array(historyRow), ...pageAnswer }),
    message: 'Successfully retrieved history',
    failures: { 'user-unknown': 'User not found!' },
    scope: 'read',
    changes: null,
    isExtension: true,
  },
  why: {
    summary:
      'Says what a sign-in of a user with the correct password answers now. `code` is the first obstacle, and `obstacles` lists all, in the order in which a sign-in meets them. `hwid` and `ip` say which computer and address to assume; the default is those of the last attempt.',
    request: z.object({
      user: username,
      hwid: shortText.max(512).optional(),
      ip: shortText.max(100).optional(),
    }),
    names: { user: 'user' },
    answer: z.object({
      code: z.enum(whyCodes),
      obstacles: z.array(whyAnswer),
      /** The address that was assumed. Null if none is known. */
      ip: z.string().nullable(),
      /** The last attempt in the history, unless it was a success. */
      refused: historyRow.nullable(),
      /** Other users have the e-mail of this one, which signs none of them in. */
      sharedemail: z.boolean(),
      /** Removed computers whose offline pass still runs. */
      removed: z.array(removedComputer),
      lastlogin: z.string().nullable(),
      /** Newest releases that the user is not offered, because the feature is missing. */
      withheld: z.array(withheldRelease).optional(),
      /** When the account is deleted, as its user asked on the customers' page. Null: never. */
      deletesat: z.string().nullable(),
    }),
    message: 'Successfully explained',
    failures: {},
    scope: 'read',
    changes: null,
    isExtension: true,
  },
} as const satisfies SellerGroup;
