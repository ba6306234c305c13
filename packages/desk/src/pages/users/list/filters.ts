// What the list of users shows.
import type { UserState } from '@latchkey/protocol/seller/list-filters.ts';

/** The order of the choices. An import of the protocol's list would load its schemas. */
export const userStates: readonly UserState[] = [
  ...(['active', 'expired', 'never', 'paused', 'banned'] as const),
];

export interface Filters {
  readonly text: string;
  readonly state: UserState | '';
  readonly plan: string;
  readonly sort: 'name' | 'newest';
}

export const allUsers: Filters = { text: '', state: '', plan: '', sort: 'name' };

/** The parameters of `fetchallusers`. */
export function parametersOf({ state, plan, sort }: Filters) {
  return {
    state: state === '' ? undefined : state,
    subscription: plan === '' ? undefined : plan,
    sort,
  };
}
