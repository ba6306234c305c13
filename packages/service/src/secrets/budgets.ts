// Defines the budgets of attempts and their limits (docs/protocol.md#rate-limits).
import { fold } from '@latchkey/protocol/fold.ts';
import { networkOf } from '../addresses.ts';
import { scopeOf, type Budget } from './throttles.ts';

const quarterHour = 15 * 60;

interface AttemptOrigin {
  readonly application: { readonly id: string };
  readonly ip: string;
}

export interface Account {
  /**
   * SECURITY: folded, because otherwise every spelling of a name or key would have its own budget.
   */
  readonly name: string;
  /** Whether the user has signed in from this address recently, or owns this session. */
  readonly isKnown?: boolean;
}

/** Hashes that identify the budgets of a stranger's attempt. */
export type Scopes = {
  readonly address: string;
  readonly accountAddress: string;
  readonly account: string;
};

export const maxAttempts: Readonly<Record<keyof Scopes, number>> = {
  address: 50,
  accountAddress: 5,
  account: 50,
};

export const windowSeconds: Readonly<Record<keyof Scopes, number>> = {
  address: quarterHour,
  accountAddress: quarterHour,
  account: 60 * 60,
};

export function scopesOf({ application: { id }, ip }: AttemptOrigin, account: Account): Scopes {
  const network = networkOf(ip);
  const name = fold(account.name);
  return {
    address: scopeOf('address', id, network),
    accountAddress: scopeOf('account-address', id, name, network),
    account: scopeOf('account', id, name),
  };
}

/** The budgets of one attempt. */
export interface AttemptBudgets {
  readonly address: Budget;
  readonly own: Budget;
  /** All budgets that a wrong secret counts against. */
  readonly all: readonly Budget[];
}

/**
 * SECURITY: wrong secrets of a known user count against the address, too. Otherwise the attempts that
 * are left for other names would reveal that the user is known here.
 */
export function budgetsOf(from: AttemptOrigin, account: Account): AttemptBudgets {
  const scopes = scopesOf(from, account);
  const budget = (name: keyof Scopes): Budget => ({
    scope: scopes[name],
    maxAttempts: maxAttempts[name],
    seconds: windowSeconds[name],
  });
  const [address, own] = [budget('address'), budget('accountAddress')];
  const all = account.isKnown === true ? [address, own] : [address, own, budget('account')];
  return { address, own, all };
}

/**
 * Returns the budget of refused sign-ins with correct secrets (paused, banned, ended). Each costs
 * as much work as a successful one (docs/protocol.md#rate-limits).
 */
export function refusalBudgetOf(
  { application: { id }, ip }: AttemptOrigin,
  account: Account,
): Budget {
  const scope = scopeOf('refused', id, fold(account.name), networkOf(ip));
  return { scope, maxAttempts: 10, seconds: quarterHour };
}
