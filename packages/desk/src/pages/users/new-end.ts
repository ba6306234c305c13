// When a subscription ends after it was extended, said before it is.
import type { DeskParts } from '../../changes/change.ts';
import { secondsOfDays } from '../../parts/days.ts';
import { isPaused, isRunning, type Plan } from './one/user-state.ts';

interface Extension {
  readonly subs: readonly Plan[];
  /** The subscription. */
  readonly sub: string;
  /** The typed days. */
  readonly expiry: string;
}

/** Returns undefined until days are typed. */
export function newEnd(
  { subs, sub, expiry }: Extension,
  { copy: { userChanges }, formats }: Pick<DeskParts, 'copy' | 'formats'>,
): string | undefined {
  const seconds = secondsOfDays(expiry);
  if (seconds === null || sub === '') return undefined;
  const plan = subs.find(({ subscription }) => subscription === sub);
  if (plan !== undefined && isPaused(plan))
    return userChanges.newLeft(formats.days(plan.timeleft + seconds));
  const now = Date.now() / 1000;
  const end = plan !== undefined && isRunning(plan) ? Number(plan.expiry ?? now) : now;
  return userChanges.newEnd(formats.dateTime(end + seconds));
}
