// The state of a user in lists: of the row, and as a filter.
import { expressionBuilder, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { UserState } from '@latchkey/protocol/seller/list-filters.ts';
import type { Tables } from '../../database/schema.ts';

interface OwnedTime {
  readonly expiresAt: number | null;
  readonly remainingSeconds: number | null;
}

export function isRunning({ expiresAt }: OwnedTime, now: number): boolean {
  return expiresAt !== null && expiresAt > now;
}

export function stateOf(
  bannedReason: string | null,
  owned: readonly OwnedTime[],
  now: number,
): UserState {
  if (bannedReason !== null) return 'banned';
  if (owned.some((one) => isRunning(one, now))) return 'active';
  if (owned.some(({ remainingSeconds }) => remainingSeconds !== null)) return 'paused';
  return owned.length > 0 ? 'expired' : 'never';
}

interface StateFilter {
  readonly state: UserState | undefined;
  /** Looks only at this subscription. */
  readonly planId: string | undefined;
  readonly now: number;
}

/** Equals `stateOf`, in SQL. Without a state, finds everyone who has or had the subscription. */
export function matchesState({ state, planId, now }: StateFilter) {
  return (eb: ExpressionBuilder<Tables, 'users'>): Expression<SqlBool> => {
    const owned = (condition?: Expression<SqlBool>) => {
      const rows = eb
        .selectFrom('subscriptions')
        .select('subscriptions.planId')
        .whereRef('subscriptions.userId', '=', 'users.id')
        .$if(planId !== undefined, (query) =>
          query.where('subscriptions.planId', '=', planId ?? ''),
        );
      return eb.exists(condition === undefined ? rows : rows.where(condition));
    };
    if (state === undefined) return planId === undefined ? eb.lit(true) : owned();
    if (state === 'banned') {
      const isBanned = eb('users.bannedReason', 'is not', null);
      return planId === undefined ? isBanned : eb.and([isBanned, owned()]);
    }
    const inner = expressionBuilder<Tables, 'subscriptions'>();
    const running = owned(inner('subscriptions.expiresAt', '>', now));
    const paused = owned(inner('subscriptions.remainingSeconds', 'is not', null));
    const conditions = {
      active: running,
      paused: eb.and([paused, eb.not(running)]),
      expired: eb.and([owned(), eb.not(running), eb.not(paused)]),
      never: eb.not(owned()),
    };
    return eb.and([eb('users.bannedReason', 'is', null), conditions[state]]);
  };
}
