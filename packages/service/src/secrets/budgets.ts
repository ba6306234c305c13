// What is counted of tries, and how much of it there may be (contract 0.10): of an address, of an account, and of both together.
import { fold } from '@latchkey/protocol/fold.ts';
import { networkOf } from '../addresses.ts';
import { scopeOf, type Budget } from './throttles.ts';

const quarterHour = 15 * 60;

/** Where a try comes from. */
interface From {
  readonly application: { readonly id: string };
  readonly ip: string;
}

export interface Account {
  /** A user name, or a key where it is the user name. SECURITY: counted folded, or every spelling would have a budget. */
  readonly name: string;
  /** The user signed in from this address lately (`knownAddresses`), or this session is theirs. */
  readonly isKnown?: boolean;
}

/** What is counted, of a stranger to the account: hashes of addresses and names. */
export type Scopes = {
  readonly address: string;
  readonly accountAddress: string;
  readonly account: string;
};

export const most: Readonly<Record<keyof Scopes, number>> = {
  address: 50,
  accountAddress: 5,
  account: 50,
};

export const secondsOf: Readonly<Record<keyof Scopes, number>> = {
  address: quarterHour,
  accountAddress: quarterHour,
  account: 60 * 60,
};

export function scopesOf({ application: { id }, ip }: From, account: Account): Scopes {
  const network = networkOf(ip);
  const name = fold(account.name);
  return {
    address: scopeOf('address', id, network),
    accountAddress: scopeOf('account-address', id, name, network),
    account: scopeOf('account', id, name),
  };
}

export function budgetsOf(from: From, account: Account): readonly [Budget, ...Budget[]] {
  const scopes = scopesOf(from, account);
  const budget = (name: keyof Scopes): Budget => ({
    scope: scopes[name],
    most: most[name],
    seconds: secondsOf[name],
  });
  const own = budget('accountAddress');
  // What others spend, from everywhere or from the same address, does not lock out who is known here.
  return account.isKnown === true ? [own] : [budget('address'), own, budget('account')];
}

/** What was right and is refused all the same (paused, banned, ended) costs what a sign-in costs (contract 0.10). */
export function refusalsOf({ application: { id }, ip }: From, account: Account): Budget {
  const scope = scopeOf('refused', id, fold(account.name), networkOf(ip));
  return { scope, most: 10, seconds: quarterHour };
}
