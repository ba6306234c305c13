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
  readonly sort: 'name' | 'newest';
}

/** The name under which the page remembers its filters. */
export const usersPage = 'users';

export const allUsers: Filters = { text: '', state: '', plan: '', sort: 'name' };

/** The parameters of `fetchallusers`. */
export function parametersOf({ state, plan, sort }: Filters) {
  return {
    state: state === '' ? undefined : state,
    subscription: plan === '' ? undefined : plan,
    sort,
  };
}
