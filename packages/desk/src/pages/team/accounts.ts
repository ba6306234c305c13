// The accounts of the application: reading them, and their state, rights and balance in words.
import type { ChipProps } from '@latchkey/kit/Chip.tsx';
import { sellerScopes } from '@latchkey/protocol/seller-scopes.ts';
import type { RowOf } from '../../client/list.ts';
import { useAsk } from '../../client/seller.ts';
import type { Copy } from '../../copy/copy.ts';
import type { Language } from '../../copy/language.ts';
import type { Levels } from '../balance/levels.ts';

export type Account = RowOf<'fetchallaccounts'>;

/** Reads all accounts with one request, at most 10 000. */
export function useAccounts() {
  return useAsk('fetchallaccounts', {});
}

export type AccountState = keyof Copy['team']['states'];

export function stateOf({ state, joined, invited }: Account): AccountState {
  if (state === 'banned') return 'banned';
  if (joined) return 'active';
  if (invited !== '0') return 'invited';
  return state === 'on' ? 'keyOnly' : 'disabled';
}

export const stateTones = {
  banned: 'danger',
  active: 'good',
  keyOnly: 'neutral',
  invited: 'warning',
  disabled: 'neutral',
} as const satisfies Readonly<Record<AccountState, ChipProps['tone']>>;

/** The name of a role in the texts of the desk. */
export function roleOf(role: Account['role']): 'manager' | 'reseller' {
  return role === 'Manager' ? 'manager' : 'reseller';
}

export function levelsOf({ keylevels }: Account): readonly string[] {
  return keylevels.split('|').filter((level) => level !== '');
}

export function scopesOf({ scopes }: Account) {
  return scopesIn(scopes);
}

export function scopesIn(scopes: string) {
  const words = scopes.split(',');
  return sellerScopes.filter((scope) => words.includes(scope));
}

/** What an account may do, in words. */
export function rightsText(
  { copy: { team }, seller }: Language,
  account: Account,
  levels: Levels,
): string {
  if (account.role === 'Manager') {
    const scopes = scopesOf(account).map((scope) => seller.scopes[scope].name);
    return scopes.length === 0 ? team.nothing : scopes.join(', ');
  }
  const names = levelsOf(account).map((level) => levels.text(level));
  return names.length === 0 ? team.noLevels : team.levels(names.join(', '));
}
