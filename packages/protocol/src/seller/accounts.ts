// Reseller and manager accounts in the seller API (contract 7.3): records that the seller's own tools work with. They open
// nothing here: no operation of this service takes their password.
import { z } from 'zod';
import { password, shortText, username } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { freeText, wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { email } from './user-parameters.ts';

const unknown = 'Account not found!';
/** The most licenses of one length in a balance, and the most that one request adds or takes. */
export const mostBalance = 1_000_000;
const amount = wholeNumber(-mostBalance, mostBalance).default(0);

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
    'Adds to the balance of an account: how many licenses of each length it may make. Negative numbers take from it.',
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
  failures: [unknown, 'A balance must stay between 0 and 1000000'],
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
      'Makes an account with empty balance. `keylevels`: the levels it may make licenses of; `perms`: a sum of bits. Both are kept for the tools of the seller.',
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
    summary: 'Removes an account with its balance.',
    request: z.object({ user: username }),
    answer: z.object({}),
    message: 'Successfully deleted account!',
    failures: [unknown],
    scope: 'all',
    changes: ['user'],
  },
  setbalance,
  balance: { ...setbalance, summary: 'The older name of `setbalance`.' },
  getbalance: {
    summary: 'The balance of an account. `appname`, if given, must be the name of the application.',
    request: z.object({ username, appname: shortText.optional() }),
    answer: z.object({ balance }),
    message: 'Balance Successfully Retrieved',
    failures: [unknown],
    scope: 'read',
    changes: null,
  },
  fetchallaccounts: {
    summary: 'All accounts with their balances, by their names.',
    request: z.object(pageRequest),
    answer: z.object({
      accounts: z.array(account),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved accounts',
    failures: [],
    scope: 'read',
    changes: null,
    own: true,
  },
  fetchteam: {
    summary: 'The same as `fetchallaccounts`; the accounts are in `team`, too.',
    request: z.object(pageRequest),
    answer: z.object({ team: z.array(account), accounts: z.array(account), ...pageAnswer }),
    message: 'Successfully retrieved accounts',
    failures: [],
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;
