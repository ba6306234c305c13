// The ledger of a user as it is at this moment, for sellers to read: nothing is settled in the database by it.
import type { Database } from '../../database/schema.ts';
import type { GrantRow } from '../../database/schema-licenses.ts';
import { grantsOf } from './grants.ts';
import { remainingOf, unknownGrant } from './ledger.ts';
import { settle } from './settling.ts';

export interface LedgerOfPlan {
  readonly subscription: string;
  readonly level: string;
  /** null: taken away from the user. */
  readonly sinceAt: number | null;
  /** null: paused, or taken away from the user. */
  readonly expiresAt: number | null;
  /** Seconds. */
  readonly remaining: number;
  readonly isPaused: boolean;
  /** Oldest first. */
  readonly grants: readonly GrantRow[];
}

/** Also of subscriptions that have ended, and of those that were taken away. */
export async function readLedger(
  db: Database,
  userId: string,
  now: number,
): Promise<readonly LedgerOfPlan[]> {
  const plans = await db
    .selectFrom('plans')
    .leftJoin('subscriptions', (join) =>
      join.onRef('subscriptions.planId', '=', 'plans.id').on('subscriptions.userId', '=', userId),
    )
    .select(['plans.id', 'plans.name', 'plans.level', 'sinceAt', 'expiresAt', 'remainingSeconds'])
    .where((eb) =>
      eb.or([
        eb('subscriptions.userId', 'is not', null),
        eb.exists(
          eb
            .selectFrom('grants')
            .select('position')
            .whereRef('grants.planId', '=', 'plans.id')
            .where('grants.userId', '=', userId),
        ),
      ]),
    )
    .orderBy('plans.name')
    .execute();
  const ledgers: LedgerOfPlan[] = [];
  for (const { id: planId, name, level, sinceAt, ...end } of plans) {
    const owned = { userId, planId };
    const remaining = remainingOf(end, now);
    const { grants, unexplained } = settle(await grantsOf(db, owned), remaining);
    const first = grants[0]?.position ?? 1;
    const whole =
      unexplained === 0
        ? grants
        : [unknownGrant(owned, first - 1, sinceAt ?? now, unexplained), ...grants];
    const isPaused = end.remainingSeconds !== null;
    const { expiresAt } = end;
    const head = { subscription: name, level, sinceAt, expiresAt, remaining, isPaused };
    ledgers.push({ ...head, grants: whole });
  }
  return ledgers;
}
