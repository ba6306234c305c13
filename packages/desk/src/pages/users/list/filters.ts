// What the list of users shows.

export const userStates = ['active', 'expired', 'never', 'paused', 'banned'] as const;

export interface Filters {
  readonly text: string;
  readonly state: (typeof userStates)[number] | '';
  readonly plan: string;
  readonly sort: 'name' | 'newest';
}

export const allUsers: Filters = { text: '', state: '', plan: '', sort: 'name' };

/** The parameters of `fetchallusers`. */
export function parametersOf({ state, plan, sort }: Filters) {
  return {
    state: state === '' ? undefined : state,
    sub: plan === '' ? undefined : plan,
    sort,
  };
}
