// Counts the computers that a user's subscriptions allow (docs/protocol.md#bound-computers).
import type { OwnedSubscription } from '../../api/call.ts';
import type { ApplicationRow } from '../../database/schema.ts';
import { isActive } from '../subscriptions/subscriptions.ts';

/** The largest number of the running subscriptions, and 1 if none is running. */
export function allowedComputers(owned: readonly OwnedSubscription[], now: number): number {
  return Math.max(
    1,
    ...owned.filter((one) => isActive(one, now)).map(({ computers }) => computers),
  );
}

/** The fields of `info` about computers. Without the lock, computers are not limited. */
export function computersAnswer(
  { hwidLock }: Pick<ApplicationRow, 'hwidLock'>,
  used: number,
  owned: readonly OwnedSubscription[],
  now: number,
) {
  return hwidLock === 0 ? {} : { computers: { used, allowed: allowedComputers(owned, now) } };
}
