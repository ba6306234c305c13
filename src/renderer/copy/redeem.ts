// The words of the redeem form and its receipt.
import type { KeyDoubt } from '../input/clean-key.ts';
import type { Receipt } from '../../shared/session.ts';
import { dateOnly, lengthInWords } from './dates.ts';

export const redeemCopy = {
  title: 'Redeem a key',
  lead: 'It will be added to {name}.',
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
  lead: 'We added this to {name}.',
  leadPlain: 'It was added to {name}.',
  added: 'Added',
  signIn: 'Sign in to use it.',
  carryOn: 'Continue',
  carryOnSignIn: 'Continue to sign in',
  another: 'Redeem another',
  lifetime: 'Lifetime',
} as const;

const secondsInMs = 1000;

/** Such as "Pro · 30 days"; null when the answer named neither. */
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

/** Such as "now until 13 April 2027"; null when the answer had no date. */
export function receiptUntil({ lifetime, expiresAt }: Receipt): string | null {
  return lifetime || expiresAt === null ? null : `now until ${dateOnly(expiresAt)}`;
}
