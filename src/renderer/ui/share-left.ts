// Computes the remaining share of a subscription, for its progress bar.
import type { Subscription } from '../../shared/session.ts';

/** Returns 0 to 1, or null if the share is unknown or unlimited. `now`: service's time in ms. */
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
