// What the list of users shows.
import type { UserFilter } from '@latchkey/protocol/seller/list-filters.ts';

/** The order of the choices. An import of the protocol's list would load its schemas. */
export const userFilters: readonly UserFilter[] = [
  ...(['active', 'ending', 'expired', 'lapsed', 'never', 'paused', 'banned'] as const),
];

export interface Filters {
  readonly text: string;
  readonly state: UserFilter | '';
  readonly plan: string;
  readonly sort: 'name' | 'newest' | 'end';
}

/** The name under which the page remembers its filters. */
export const usersPage = 'users';

export const allUsers: Filters = { text: '', state: '', plan: '', sort: 'name' };

/** Users in these states have no end to sort by. */
const withoutEnd: readonly Filters['state'][] = ['never', 'paused'];

export function hasEnds({ state }: Filters): boolean {
  return !withoutEnd.includes(state);
}

export function orderOf(filters: Filters): Filters['sort'] {
  return filters.sort === 'end' && !hasEnds(filters) ? 'name' : filters.sort;
}

/** Sorting by end lists only users with an end, so the filter must say which. */
export function sortedBy(filters: Filters, sort: Filters['sort']): Filters {
  const state = sort === 'end' && filters.state === '' ? 'active' : filters.state;
  return { ...filters, sort, state };
}

/** Choosing all states ends an order that would omit some. */
export function inState(filters: Filters, state: Filters['state']): Filters {
  return {
    ...filters,
    state,
    sort: state === '' && filters.sort === 'end' ? 'name' : filters.sort,
  };
}

/** The parameters of `fetchallusers`. */
export function parametersOf(filters: Filters) {
  const { state, plan } = filters;
  return {
    state: state === '' ? undefined : state,
    subscription: plan === '' ? undefined : plan,
    sort: orderOf(filters),
  };
}
