// The words of the account states. Causes and dates are only said where they are known.
import { fill } from './fill.ts';
import type { Lapsed, Phase } from '../../shared/session.ts';
import { dateAndTime } from './dates.ts';
import { supportCode } from './support.ts';
import type { Words } from './words.ts';

type WrongDevice = Extract<Phase, { readonly kind: 'wrong-device' }>;

export const stateCopy = {
  signedInAs: 'Signed in as',
  userName: 'User name',
  device: 'This computer',
  copy: 'Copy',
  redeem: 'Redeem a key',
  again: 'Try again',
  checkAgain: 'Check again',
  signOut: 'Sign out',
  signIn: 'Sign in again',
  otherAccount: 'Use another account',
  toForm: 'Go to the sign-in form',
  thisVersion: 'This version',
  neededVersion: 'Needed version',
  ended: 'Ended',
  paused: 'Paused',
} as const;

export const expiredCopy = {
  title: 'Your subscription has ended',
  plain: 'Nothing is active on this account any more. Renew it or redeem a key to go on.',
  one: '{name} ended.',
  oneAt: '{name} ended on {date}.',
  next: 'Renew it or redeem a key to go on.',
  several: 'None of these is active any more. Renew one or redeem a key to go on.',
} as const;

export const neverCopy = {
  title: 'Not active yet',
  // Also said of a subscription that ended, where a service does not tell the two apart.
  text: 'This account has no active subscription. Redeem a key and you are ready to launch.',
} as const;

export const pausedCopy = {
  title: 'Your subscription is paused',
  text: '{brand} has paused it. Your account is untouched, and it goes on when {brand} lets it.',
  named:
    '{brand} has paused {name}. Your account is untouched, and it goes on when {brand} lets it.',
} as const;

/** What ended, and when, as far as it is known. */
export function endedText(lapsed: readonly Lapsed[]): string {
  const [only] = lapsed;
  if (lapsed.length > 1) return expiredCopy.several;
  if (only === undefined || only.name === '') return expiredCopy.plain;
  const known = only.expiresAt === null ? expiredCopy.one : expiredCopy.oneAt;
  const date = only.expiresAt === null ? '' : dateAndTime(only.expiresAt);
  const sentence = fill(known, { name: only.name, date });
  return `${sentence} ${expiredCopy.next}`;
}

export function pausedText(lapsed: readonly Lapsed[], brand: string): string {
  const paused = lapsed.filter((one) => one.paused);
  const [only] = paused;
  if (only === undefined || only.name === '' || paused.length > 1)
    return fill(pausedCopy.text, { brand });
  return fill(pausedCopy.named, { name: only.name, brand });
}

export const updateWithoutLink = {
  title: 'Time for an update',
  text: 'The service works with a newer version of {brand}. Get it where you got this one.',
} as const;

export const updateCopy = {
  title: updateWithoutLink.title,
  text: 'The service works with a newer version of {brand}. Get it, close this one, and go on with the new one.',
} as const;

export const appPausedCopy = {
  title: '{brand} is paused',
  text: 'It is paused for everyone. Your account and subscriptions are untouched. You can leave this window open: it goes on by itself.',
} as const;

export const appDisabledCopy = {
  title: '{brand} is switched off',
  text: 'It is switched off for everyone. If you want to know whether it comes back, ask.',
} as const;

export const bannedCopy = {
  user: {
    title: 'This account is blocked',
    text: '{brand} has blocked it. If you think that is a mistake, ask.',
  },
  blacklist: {
    title: 'Access from here is blocked',
    text: '{brand} has blocked this computer or connection. If you think that is a mistake, ask.',
  },
} as const;

export const reasonGiven = 'Reason given';

/** The same words with the brand's name in place. */
export function withBrand(words: Words, brand: string): Words {
  const facts = { brand };
  return { ...words, title: fill(words.title, facts), text: fill(words.text, facts) };
}

export const wrongDeviceCopy = {
  title: 'This account belongs to another computer',
  text: 'It works on one computer, and this is not the one. A new computer or a large repair can cause that. {brand} can move your account here.',
} as const;

export const copyMessage = 'Copy a message to {brand}';

/** A message to the seller, ready to be sent. Holds the short device id only. */
export function resetRequest(brand: string, phase: WrongDevice): string {
  return [
    'Hello,',
    '',
    `${brand} says that my account belongs to another computer. Please move it to this one.`,
    '',
    `User name: ${phase.username}`,
    `This computer: ${phase.shortDeviceId}`,
    `Support code: ${supportCode(phase.report)}`,
    '',
    'Thank you!',
  ].join('\n');
}

const notRedeemed = 'The key was not redeemed';

export const notRedeemedCopy = {
  over: {
    title: notRedeemed,
    text: 'The service had ended the connection in between. Try again.',
    brief: `${notRedeemed}: the service had ended the connection. Try again.`,
  },
  withoutSignIn: {
    title: notRedeemed,
    text: 'This service redeems keys only for somebody who is signed in. Go back, sign in, then redeem it.',
    brief: `${notRedeemed}: this service does so only for somebody who is signed in.`,
  },
} as const;

export const endedCopy = {
  title: 'Please sign in again',
  text: 'Your session has ended. That happens after some hours, or when the account is used in another place.',
} as const;
