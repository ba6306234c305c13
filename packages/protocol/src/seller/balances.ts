// Seller API: balances of resellers, which are the keys that they may still make, and their
// customers (docs/desk.md#balances).
import { z } from 'zod';
import { maxBalance } from '../key-durations.ts';
import { shortText, username } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { level } from './license-parameters.ts';
import { maskedUser } from './masked-user.ts';

const entryKind = z.enum(['opening', 'grant', 'key', 'delete', 'refund', 'unban']);
export type BalanceEntryKind = z.output<typeof entryKind>;

const amount = wholeNumber(-maxBalance, maxBalance).default(0);
const notFound = 'Account not found!';

export const balance = z.object({
  day: z.string(),
  week: z.string(),
  month: z.string(),
  three_month: z.string(),
  six_month: z.string(),
  lifetime: z.string(),
  year: z.string(),
});

const setbalance = {
  summary:
    'Grants keys of each duration to an account: 1, 7, 30, 90, 180 or 365 days, or 9999 for `lifetime`. Negative numbers take keys back that were not made yet. Without `level`, the keys may have each level of the account.',
  request: z.object({
    username,
    level: level.optional(),
    day: amount,
    week: amount,
    month: amount,
    threemonth: amount,
    sixmonth: amount,
    year: amount,
    lifetime: amount,
  }),
  names: { username: 'account' },
  answer: z.object({}),
  message: 'Balance Successfully Added',
  failures: {
    'account-unknown': notFound,
    'balance-out-of-range': 'A balance must stay between 0 and 1000000',
  },
  scope: 'all',
  changes: [
    ...['username', 'level', 'day', 'week', 'month', 'threemonth', 'sixmonth', 'year'],
    'lifetime',
  ],
} as const;

export const balancesApi = {
  setbalance,
  balance: { ...setbalance, summary: 'Works like `setbalance`, whose older name it is.' },
  getbalance: {
    summary:
      'Returns the keys that an account may still make, for all levels together. `appname` must be the name of the application, if you send it.',
    request: z.object({ username, appname: shortText.optional() }),
    names: { username: 'account' },
    answer: z.object({ balance }),
    message: 'Balance Successfully Retrieved',
    failures: { 'account-unknown': notFound },
    scope: 'read',
    resellers: true,
    changes: null,
  },
  fetchbalance: {
    summary:
      'Returns the balance of an account by level and duration, and its entries, newest first. An empty `level` means each level of the account. Entries have the kind `opening`, `grant`, `key` for keys that were made, and `delete`, `refund` and `unban` for changes of such keys.',
    request: z.object({ username, ...pageRequest }),
    names: { username: 'account' },
    answer: z.object({
      balances: z.array(
        z.object({
          level: z.string(),
          duration: z.string(),
          granted: z.string(),
          used: z.string(),
          left: z.string(),
        }),
      ),
      entries: z.array(
        z.object({
          /** Time in unix seconds. */
          date: z.string(),
          kind: entryKind,
          level: z.string(),
          duration: z.string(),
          /** Negative if the balance became smaller. */
          amount: z.string(),
          /** Label of the seller key or account. Empty for the application's own key. */
          by: z.string(),
        }),
      ),
      ...pageAnswer,
    }),
    message: 'Balance Successfully Retrieved',
    failures: { 'account-unknown': notFound },
    scope: 'read',
    resellers: true,
    changes: null,
    isExtension: true,
  },
  fetchcustomers: {
    summary:
      'Returns the users who redeemed keys of a reseller, sorted by name, with the number of these keys and the time of the last redeem. With the scopes `read` and `support`, sorted by creation.',
    request: z.object({ username, ...pageRequest }),
    names: { username: 'account' },
    answer: z.object({
      customers: z.array(
        z.object({
          username: z.string(),
          ...maskedUser,
          keys: z.string(),
          /** Time in unix seconds. */
          lastredeem: z.string(),
        }),
      ),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved customers',
    failures: { 'account-unknown': notFound },
    scope: 'read',
    resellers: true,
    changes: null,
    isExtension: true,
  },
} as const satisfies SellerGroup;
