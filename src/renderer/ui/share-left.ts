// The remaining share of a subscription, for its bar. Pure.
import type { Subscription } from '../../shared/session.ts';

/** 0 to 1; null: unknown or lifetime. `now`: the service's time in unix milliseconds. */
export function shareLeft(
  { startedAt, expiresAt, lifetime }: Subscription,
  now: number | null,
): number | null {
  if (
    now === null ||
    startedAt === null ||
    expiresAt === null ||
    lifetime ||
    expiresAt <= startedAt
  )
    return null;
  return Math.min(1, Math.max(0, (expiresAt - now) / (expiresAt - startedAt)));
}
