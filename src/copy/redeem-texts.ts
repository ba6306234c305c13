// Builds the texts of the receipt for a redeemed key. Unknown facts are left out.
import type { Receipt } from '../shared/receipt.ts';
import type { Account } from '../shared/session.ts';
import { msOf } from '@latchkey/protocol/units.ts';
import type { Copy } from './copy.ts';
import { formatDateTime, formatDuration, formatEnd } from './dates.ts';
import { joinValues, fill } from './sentences.ts';

/** Returns the gain, such as "30 days added". */
export function receiptTitle(copy: Copy, { addedSeconds, lifetime }: Receipt): string {
  const { added, lifetimeAdded, title } = copy.receipt;
  if (lifetime) return lifetimeAdded;
  if (addedSeconds === null) return title;
  return fill(added, { length: formatDuration(copy, msOf(addedSeconds)) });
}

/** Returns a headline, such as "Pro · 30 days", or null if both facts are unknown. */
export function receiptHeadline(copy: Copy, receipt: Receipt): string | null {
  const { subscription, addedSeconds, lifetime } = receipt;
  const length = lifetime
    ? copy.receipt.lifetime
    : addedSeconds === null
      ? null
      : formatDuration(copy, msOf(addedSeconds));
  const parts = [subscription, length].filter((part) => part !== null);
  return parts.length === 0 ? null : joinValues(...parts);
}

/**
 * Returns the end, such as "until 13 April 2027"; null if unknown or a lifetime. `now`: the time of
 * the service in unix milliseconds, or null if unknown.
 */
export function receiptUntil(
  copy: Copy,
  receipt: Receipt,
  account: Account | null,
  now: number | null,
): string | null {
  if (receipt.lifetime) return null;
  const expiresAt = receipt.expiresAt ?? currentEnd(receipt, account);
  if (expiresAt === null) return null;
  return fill(copy.receipt.untilDate, { date: formatEnd(copy, expiresAt, now) });
}

/** Returns the previous end, or null if the subscription was inactive or its end is unknown. */
export function receiptBefore(
  copy: Copy,
  { previousExpiresAt }: Receipt,
  now: number | null,
): string | null {
  if (previousExpiresAt === null) return null;
  return fill(copy.receipt.before, { date: formatEnd(copy, previousExpiresAt, now) });
}

/** Returns the account's current end, or null if it is unknown or several subscriptions match. */
function currentEnd({ subscription }: Receipt, account: Account | null): number | null {
  if (account?.dates !== 'current') return null;
  const matching = account.subscriptions.filter(
    ({ name }) => subscription === null || name === subscription,
  );
  return matching.length === 1 ? (matching[0]?.expiresAt ?? null) : null;
}

/** Returns the text for "Copy receipt". `until`: of receiptUntil. `before`: of receiptBefore. */
export function receiptText(
  copy: Copy,
  brand: string,
  receipt: Receipt,
  until: string | null,
  before: string | null,
): string {
  const lines = [
    brand,
    receiptHeadline(copy, receipt),
    until,
    before,
    fill(copy.receipt.copied, {
      name: receipt.username,
      key: receipt.maskedKey,
      date: formatDateTime(copy, receipt.redeemedAt),
    }),
  ];
  return lines.filter((line) => line !== null).join('\n');
}
