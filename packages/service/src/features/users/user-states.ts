// The state of a user in lists: of the row, and as a filter.
import { expressionBuilder, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { UserFilter, UserState } from '@latchkey/protocol/seller/list-filters.ts';
import type { SellerCall } from '../../api/seller-call.ts';
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

const day = 86_400;
const lapsedSeconds = 30 * day;

/** The time after which the ends of users in this state are listed. Ends in the past need a state. */
export function endsAfterTime(state: UserFilter | undefined, now: number): number {
  if (state === 'lapsed') return now - lapsedSeconds;
  // Revoked time may end before 1970.
  return state === 'expired' || state === 'banned' ? Number.MIN_SAFE_INTEGER : now;
}

interface StateFilter {
  readonly state: UserFilter | undefined;
  /** Looks only at this subscription. */
  readonly planId: string | undefined;
}

/**
 * Equals `stateOf` in SQL, for its states. Without a state, finds everyone who has or had the subscription. Names
 * the plans, so that an index finds rare states, and no rows of other applications are read.
 */
export async function matchesState(
  { db, application, now }: Pick<SellerCall, 'db' | 'application' | 'now'>,
  { state, planId }: StateFilter,
) {
  if (state === undefined && planId === undefined) return null;
  const plans = planId === undefined ? await planIdsOf({ db, application }) : [planId];
  // A list must not be empty in SQL.
  if (plans.length === 0) plans.push('');
  return (eb: ExpressionBuilder<Tables, 'users'>): Expression<SqlBool> => {
    const owned = (condition: Expression<SqlBool>) =>
      eb.exists(
        eb
          .selectFrom('subscriptions')
          .select('subscriptions.planId')
          .whereRef('subscriptions.userId', '=', 'users.id')
          .where('subscriptions.planId', 'in', plans)
          .where(condition),
      );
    const inner = expressionBuilder<Tables, 'subscriptions'>();
    const running = owned(inner('subscriptions.expiresAt', '>', now));
    const between = (after: number, until: number) =>
      owned(
        inner.and([
          inner('subscriptions.expiresAt', '>', after),
          inner('subscriptions.expiresAt', '<=', until),
        ]),
      );
    const ended = owned(inner('subscriptions.expiresAt', '<=', now));
    const paused = owned(inner('subscriptions.remainingSeconds', 'is not', null));
    const any = owned(inner.lit(true));
    if (state === undefined) return any;
    if (state === 'banned') {
      const isBanned = eb('users.bannedReason', 'is not', null);
      return planId === undefined ? isBanned : eb.and([isBanned, any]);
    }
    const conditions = {
      active: running,
      paused: eb.and([paused, eb.not(running)]),
      expired: eb.and([ended, eb.not(running), eb.not(paused)]),
      never: eb.not(any),
      ending: between(now, now + 7 * day),
      lapsed: eb.and([between(now - lapsedSeconds, now), eb.not(running), eb.not(paused)]),
    };
    return eb.and([eb('users.bannedReason', 'is', null), conditions[state]]);
  };
}

export async function planIdsOf({
  db,
  application,
}: Pick<SellerCall, 'db' | 'application'>): Promise<string[]> {
  const plans = db.selectFrom('plans').select('id').where('applicationId', '=', application.id);
  return (await plans.execute()).map(({ id }) => id);
}
