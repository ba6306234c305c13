// Texts of the receipt for a redeemed key. Unknown facts are left out.
import type { Receipt } from '../shared/receipt.ts';
import type { Account } from '../shared/session.ts';
import { msOf } from '@latchkey/protocol/units.ts';
import type { Copy } from './copy.ts';
import { dateAndTime, lengthInWords } from './dates.ts';
import { beside, fill } from './sentences.ts';

/** Such as "Pro · 30 days"; null: neither is known. */
export function receiptHeadline(copy: Copy, receipt: Receipt): string | null {
  const { subscription, addedSeconds, lifetime } = receipt;
  const length = lifetime
    ? copy.receipt.lifetime
    : addedSeconds === null
      ? null
      : lengthInWords(copy, msOf(addedSeconds));
  const parts = [subscription, length].filter((part) => part !== null);
  return parts.length === 0 ? null : beside(...parts);
}

/** Such as "until 13 April 2027 at 12:00", from the answer or a later report; null: unknown. */
export function receiptUntil(copy: Copy, receipt: Receipt, account: Account | null): string | null {
  if (receipt.lifetime) return null;
  const expiresAt = receipt.expiresAt ?? endNow(receipt, account);
  if (expiresAt === null) return null;
  return fill(copy.receipt.untilDate, { date: dateAndTime(copy, expiresAt) });
}

/** null: the subscription was not active before, or its end is unknown. */
export function receiptBefore(copy: Copy, { endedBefore }: Receipt): string | null {
  if (endedBefore === null) return null;
  return fill(copy.receipt.before, { date: dateAndTime(copy, endedBefore) });
}

/** The end that the account shows now; null: unknown, or several subscriptions match. */
function endNow({ subscription }: Receipt, account: Account | null): number | null {
  if (account?.dates !== 'current') return null;
  const fitting = account.subscriptions.filter(
    ({ name }) => subscription === null || name === subscription,
  );
  return fitting.length === 1 ? (fitting[0]?.expiresAt ?? null) : null;
}

/** The text for "Copy receipt". `until`: the result of receiptUntil. */
export function receiptText(
  copy: Copy,
  brand: string,
  receipt: Receipt,
  until: string | null,
): string {
  const lines = [
    brand,
    receiptHeadline(copy, receipt),
    until,
    receiptBefore(copy, receipt),
    fill(copy.receipt.copied, {
      name: receipt.username,
      key: receipt.maskedKey,
      date: dateAndTime(copy, receipt.redeemedAt),
    }),
  ];
  return lines.filter((line) => line !== null).join('\n');
}
