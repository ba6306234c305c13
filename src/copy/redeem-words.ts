// What the receipt of a redeem says. A fact that nobody told is left out.
import type { Receipt } from '../shared/receipt.ts';
import type { Account } from '../shared/session.ts';
import { msOf } from '@latchkey/protocol/units.ts';
import type { Copy } from './copy.ts';
import { dateAndTime, lengthInWords } from './dates.ts';
import { beside, fill } from './sentences.ts';

/** Such as "Pro · 30 days"; what was redeemed at least. */
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

/** Such as "until 13 April 2027 at 12:00": as the answer said, or what the service has said since. null: nobody told. */
export function receiptUntil(copy: Copy, receipt: Receipt, account: Account | null): string | null {
  if (receipt.lifetime) return null;
  const expiresAt = receipt.expiresAt ?? endNow(receipt, account);
  if (expiresAt === null) return null;
  return fill(copy.receipt.untilDate, { date: dateAndTime(copy, expiresAt) });
}

/** null: it was not running before, or nobody told. */
export function receiptBefore(copy: Copy, { endedBefore }: Receipt): string | null {
  if (endedBefore === null) return null;
  return fill(copy.receipt.before, { date: dateAndTime(copy, endedBefore) });
}

/** Where the answer named no subscription, only an account that has a single one tells. */
function endNow({ subscription }: Receipt, account: Account | null): number | null {
  if (account?.dates !== 'current') return null;
  const fitting = account.subscriptions.filter(
    ({ name }) => subscription === null || name === subscription,
  );
  return fitting.length === 1 ? (fitting[0]?.expiresAt ?? null) : null;
}

/** What "Copy receipt" puts on the clipboard; `until` as receiptUntil gave it. */
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
