// Computes the grace of a subscription: days for which it still works after its end, because the
// payment of a renewal can be late. They are added when somebody uses the subscription, and never
// granted, so that the ledger has only what was paid.
import { sql, type SqlBool } from 'kysely';
import type { OwnedSubscription } from '../../api/call.ts';

const secondsPerDay = 86_400;

/** Returns the end in unix seconds: with the grace from the end on. A revoked end has none. */
export function endOf(
  { expiresAt, graceDays }: Pick<OwnedSubscription, 'expiresAt' | 'graceDays'>,
  now: number,
): number | null {
  if (expiresAt === null || expiresAt <= 0 || expiresAt > now) return expiresAt;
  const graceEnd = expiresAt + graceDays * secondsPerDay;
  return graceEnd > now ? graceEnd : expiresAt;
}

/** Condition for `where` in a query that joins `subscriptions` and `plans`. */
export function isInGrace(now: number) {
  return sql<SqlBool>`(subscriptions.expires_at > 0
    and subscriptions.expires_at + plans.grace_days * ${sql.lit(secondsPerDay)} > ${now})`;
}
