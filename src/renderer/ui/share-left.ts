// Computes the remaining share of a subscription, for its progress bar.
import type { Subscription } from '../../shared/session.ts';

/** Returns 0 to 1, or null without a known end. `now` is the service's time in milliseconds. */
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
