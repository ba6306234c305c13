// Ends that do not depend on the clock (docs/protocol.md#clock-changes). If a seller revokes the last
// time of a subscription, its end is stored as a negative number: every comparison with any time
// then finds it ended, also after the service's clock went back.
import { sql, type RawBuilder } from 'kysely';
import { addToDate } from '../../database/expressions.ts';

/** Returns the end of a subscription as people read it. */
export function shownEnd(expiresAt: number): number {
  return Math.abs(expiresAt);
}

/** Ends a subscription for good: now, or at its end if it has already ended. */
export function revokedEnd(now: number): RawBuilder<number> {
  const end = sql.ref('expires_at');
  return sql<number>`case when ${end} < 0 then ${end} when ${end} < ${now} then -${end}
    else -cast(${now} as bigint) end`;
}

/** The end of a resumed subscription. Without remaining seconds, its time was revoked. */
export function resumedEnd(now: number): RawBuilder<number> {
  const running = addToDate('remainingSeconds', now);
  return sql<number>`case when ${sql.ref('remainingSeconds')} > 0 then ${running}
    else -cast(${now} as bigint) end`;
}
