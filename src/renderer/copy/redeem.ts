// The words of the redeem form and its receipt.
import type { KeyDoubt } from '../input/clean-key.ts';
import type { Account, Receipt } from '../../shared/session.ts';
import { dateAndTime, lengthInWords } from './dates.ts';

export const redeemCopy = {
  title: 'Redeem a key',
  lead: 'For the account {name}.',
  leadSignedOut: 'Say which account the key is for. You need not be signed in.',
  username: 'User name',
  usernameMissing: 'Type the user name of the account.',
  key: 'License key',
  keyMissing: 'Paste or type your key.',
  tooMuch: 'That is {count} characters, too many for a key. Copy only the key.',
  submit: 'Redeem',
  verb: 'Redeeming…',
  back: 'Back',
  use: 'Use {key}',
} as const;

export const takenCopy = {
  'as-given': null,
  trimmed: 'What stood around the key was left out.',
  repaired: 'Put into the form of a key. Compare it with yours.',
  found: 'The key was taken out of the text you pasted.',
} as const;

export const doubtCopy: Readonly<Record<KeyDoubt, string>> = {
  doubled: 'This looks like the same key twice.',
  several: 'The text held several keys. This is the first one.',
  sentence: 'That was more than a key. Copy only the key.',
  mail: 'This looks like an e-mail address, not a key.',
  web: 'This looks like a web address, not a key.',
  code: 'This looks like a one-time code, not a key.',
  'other-form': 'This does not look like a complete key.',
};

export const receiptCopy = {
  title: 'Key redeemed',
  lead: 'It counts for the account {name}.',
  until: 'Until',
  atNextSignIn: 'The service tells the date when you sign in again.',
  key: 'Key',
  redeemed: 'Redeemed',
  account: 'Account',
  copy: 'Copy receipt',
  signIn: 'Sign in',
  carryOn: 'Continue',
  notNow: 'Not now',
  another: 'Redeem another',
  lifetime: 'Lifetime',
} as const;

export const ownedCopy = {
  title: 'You have already redeemed this key',
  text: 'All is well: it counts for {name}. A key is redeemed once.',
} as const;

const secondsInMs = 1000;

/** Such as "Pro · 30 days"; what was redeemed at least. */
export function receiptHeadline(receipt: Receipt): string | null {
  const { subscription, addedSeconds, lifetime } = receipt;
  const length = lifetime
    ? receiptCopy.lifetime
    : addedSeconds === null
      ? null
      : lengthInWords(addedSeconds * secondsInMs);
  const parts = [subscription, length].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}

/** Such as "until 13 April 2027 at 12:00": as the answer said, or what the service has said since. null: nobody told. */
export function receiptUntil(receipt: Receipt, account: Account | null): string | null {
  if (receipt.lifetime) return null;
  const expiresAt = receipt.expiresAt ?? endNow(receipt, account);
  return expiresAt === null ? null : `until ${dateAndTime(expiresAt)}`;
}

/** null: it was not running before, or nobody told. */
export function receiptBefore({ endedBefore }: Receipt): string | null {
  return endedBefore === null ? null : `It was until ${dateAndTime(endedBefore)}.`;
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
export function receiptText(brand: string, receipt: Receipt, until: string | null): string {
  const { account, key, redeemed } = receiptCopy;
  const lines = [
    brand,
    receiptHeadline(receipt),
    until,
    receiptBefore(receipt),
    `${account}: ${receipt.username}`,
    `${key}: ${receipt.maskedKey}`,
    `${redeemed}: ${dateAndTime(receipt.redeemedAt)}`,
  ];
  return lines.filter((line) => line !== null).join('\n');
}

/** null: the service did not say. */
export function ownedUntil(expiresAt: number | null): string | null {
  return expiresAt === null ? null : dateAndTime(expiresAt);
}
