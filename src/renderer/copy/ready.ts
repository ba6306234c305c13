// The words of Ready: the program, the subscriptions, what ends soon.
import type { Subscription } from '../../shared/session.ts';
import { dateAndTime, lengthInWords } from './dates.ts';

export const readyCopy = {
  ready: 'Ready to launch',
  starting: 'Launching',
  running: 'Running',
  launch: 'Launch',
  launching: 'Launching…',
  runningTitle: '{name} is running',
  runningText: 'You can close this window; it keeps running.',
  subscriptions: 'Your subscriptions',
  redeem: 'Redeem a key',
  lifetime: 'does not end',
  announcement: 'Announcement',
  atNextSignIn: 'You redeemed a key. The service tells the new date when you sign in again.',
} as const;

const day = 24 * 3600 * 1000;
/** A chip warns from seven days, a notice from three, a firmer one on the last day. */
export const soonMs = { chip: 7 * day, notice: 3 * day, lastDay: day } as const;

export interface SubscriptionWords {
  readonly chip: string;
  readonly tone: 'good' | 'warning' | 'neutral';
  /** null: the service did not say when it ends. */
  readonly line: string | null;
}

/**
 * `now`: the service's time in unix milliseconds; null: unknown, and then nothing is said of what is left. `current`: false
 * after a redeem, until the service has told the new date.
 */
export function subscriptionWords(
  subscription: Subscription,
  now: number | null,
  current: boolean,
): SubscriptionWords {
  const { expiresAt, lifetime } = subscription;
  if (lifetime) return { chip: 'Lifetime', tone: 'good', line: readyCopy.lifetime };
  if (expiresAt === null) return { chip: 'Active', tone: 'good', line: null };
  const date = dateAndTime(expiresAt);
  if (!current) return { chip: 'Active', tone: 'good', line: `until ${date} or later` };
  if (now === null) return { chip: 'Active', tone: 'good', line: `until ${date}` };
  const leftMs = expiresAt - now;
  if (leftMs <= 0) return { chip: 'Ended', tone: 'neutral', line: `ended on ${date}` };
  const left = lengthInWords(leftMs);
  const soon = leftMs <= soonMs.chip;
  return {
    chip: soon ? `Ends in ${left}` : 'Active',
    tone: soon ? 'warning' : 'good',
    line: soon ? `until ${date}` : `until ${date} · ${left} left`,
  };
}

/** How much of a subscription is left, 0 to 1; null when the service told only one of its ends. */
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
