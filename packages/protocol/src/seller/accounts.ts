// Seller API: reseller and manager accounts (docs/protocol.md#seller-operations). Only tools of the
// seller use these accounts. No operation of this service accepts their passwords.
import { z } from 'zod';
import { password, shortText, username } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { freeText, wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { email } from './user-parameters.ts';

const notFound = 'Account not found!';
/** Maximum of each field of a balance, and maximum change of a field by one request. */
export const maxBalance = 1_000_000;
const amount = wholeNumber(-maxBalance, maxBalance).default(0);

const balance = z.object({
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
    'Adds to the balance of an account, which is the number of licenses of each length that it may create. Negative numbers subtract.',
  request: z.object({
    username,
    day: amount,
    week: amount,
    month: amount,
    threemonth: amount,
    sixmonth: amount,
    year: amount,
    lifetime: amount,
  }),
  answer: z.object({}),
  message: 'Balance Successfully Added',
  failures: [notFound, 'A balance must stay between 0 and 1000000'],
  scope: 'all',
  changes: ['username', 'day', 'week', 'month', 'threemonth', 'sixmonth', 'year', 'lifetime'],
} as const;

const account = z.object({
  username: z.string(),
  role: z.enum(['Reseller', 'Manager']),
  keylevels: z.string(),
  perms: z.string(),
  createdate: z.string(),
  balance,
});

export const accountsApi = {
  addAccount: {
    summary:
      'Creates an account with an empty balance. `keylevels` lists the levels of its licenses, and `perms` is a bit field. The service only stores both, for tools of the seller.',
    request: z.object({
      role: z.enum(['Reseller', 'Manager']),
      user: username,
      pass: password,
      email: email.optional(),
      keylevels: freeText(200).default(''),
      perms: wholeNumber(0, 2_147_483_647).default(0),
    }),
    answer: z.object({}),
    message: 'Successfully created account!',
    failures: ['Account already exists!'],
    scope: 'all',
    changes: ['role', 'user', 'keylevels', 'perms'],
  },
  deleteAccount: {
    summary: 'Deletes an account with its balance.',
    request: z.object({ user: username }),
    answer: z.object({}),
    message: 'Successfully deleted account!',
    failures: [notFound],
    scope: 'all',
    changes: ['user'],
  },
  setbalance,
  balance: { ...setbalance, summary: 'Works like `setbalance`, whose older name it is.' },
  getbalance: {
    summary:
      'Returns the balance of an account. `appname` must be the name of the application, if you send it.',
    request: z.object({ username, appname: shortText.optional() }),
    answer: z.object({ balance }),
    message: 'Balance Successfully Retrieved',
    failures: [notFound],
    scope: 'read',
    changes: null,
  },
  fetchallaccounts: {
    summary: 'Returns all accounts with their balances, sorted by name.',
    request: z.object(pageRequest),
    answer: z.object({
      accounts: z.array(account),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved accounts',
    failures: [],
    scope: 'read',
    changes: null,
    isExtension: true,
  },
  fetchteam: {
    summary:
      'Works like `fetchallaccounts`. The answer has the accounts in `team` as well, and by role in `resellers` and `managers`. There, a balance is one text: day, week, month, three months, six months, lifetime and year, separated by `|`.',
    request: z.object(pageRequest),
    answer: z.object({
      resellers: z.array(
        z.object({ username: z.string(), balance: z.string(), key_levels: z.string() }),
      ),
      managers: z.array(z.object({ username: z.string(), permissions: z.string() })),
      team: z.array(account),
      accounts: z.array(account),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved accounts',
    failures: [],
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;
