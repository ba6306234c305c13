// What a reseller can make from a balance.
import type { KeyDuration } from '@latchkey/protocol/key-durations.ts';
import type { Bucket } from './BalanceTable.tsx';

/** Keys of a level are paid for from its own balance and from that of any level. */
export function makeableKeys(
  balances: readonly Bucket[],
  level: string,
  duration: KeyDuration,
): number {
  return balances
    .filter((one) => one.duration === duration && (one.level === level || one.level === ''))
    .reduce((sum, { left }) => sum + Number(left), 0);
}
