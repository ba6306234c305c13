// Seller API: accounts of resellers and managers (docs/desk.md#roles). SECURITY: an account opens
// nothing until it is invited or gets a seller key.
import { z } from 'zod';
import { password, username } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { accountAccessApi, levelList, scopeList } from './account-access.ts';
import { balance, balancesApi } from './balances.ts';
import { email } from './user-parameters.ts';

const notFound = 'Account not found!';

const accountRole = z.enum(['Reseller', 'Manager']);
export type AccountRole = z.output<typeof accountRole>;

/** `disabled`: not invited yet, and without a seller key. */
const accountState = z.enum(['disabled', 'on', 'banned']);
export type AccountState = z.output<typeof accountState>;

const account = z.object({
  username: z.string(),
  role: accountRole,
  keylevels: z.string(),
  perms: z.string(),
  /** Scopes of a manager, joined by commas. */
  scopes: z.string(),
  state: accountState,
  createdate: z.string(),
  /** Empty without a ban, and for a ban without a reason. */
  banreason: z.string(),
  /** When the open invitation expires, in unix seconds. 0: there is none. */
  invited: z.string(),
  /** Whether a person accepted an invitation. */
  joined: z.boolean(),
  /** Whether the account has a seller key. */
  haskey: z.boolean(),
  balance,
});

export const accountsApi = {
  addAccount: {
    summary:
      'Creates an account with an empty balance. A reseller makes keys of the levels in `keylevels`, and a manager has the scopes in `scopes`. The account opens nothing until you invite the person or create a seller key for it: `pass` is not used, because the person chooses the password. `perms` is a bit field, which the service only stores for tools of the seller.',
    request: z.object({
      role: accountRole,
      user: username,
      pass: password.optional(),
      email: email.optional(),
      keylevels: levelList.default(''),
      perms: wholeNumber(0, 2_147_483_647).default(0),
      scopes: scopeList.default(''),
    }),
    answer: z.object({}),
    message: 'Successfully created account!',
    failures: {
      'account-exists': 'Account already exists!',
      'scopes-of-managers': 'Only managers have scopes',
    },
    scope: 'all',
    changes: ['role', 'user', 'keylevels', 'perms', 'scopes'],
  },
  deleteAccount: {
    summary:
      'Deletes an account with its seller key and balance. Keys that it made still work, and customers keep their time.',
    request: z.object({ user: username }),
    names: { user: 'account' },
    answer: z.object({}),
    message: 'Successfully deleted account!',
    failures: { 'account-unknown': notFound },
    scope: 'all',
    changes: ['user'],
  },
  ...accountAccessApi,
  ...balancesApi,
  fetchallaccounts: {
    summary: 'Returns all accounts with their balances, sorted by name.',
    request: z.object(pageRequest),
    answer: z.object({
      accounts: z.array(account),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved accounts',
    failures: {},
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
    failures: {},
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;
