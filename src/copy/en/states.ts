// The words of the account states. Causes and dates are only said where they are known.
import { catalogue } from '../sentences.ts';

export const state = catalogue({
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
});

export const expired = catalogue({
  title: 'Your subscription has ended',
  plain: 'Nothing is active on this account any more.',
  one: '{name} ended.',
  oneAt: '{name} ended on {date}.',
  several: 'None of these is active any more.',
  /** What to do, where there is a way to renew, to redeem, or both. */
  ways: {
    both: 'Redeem a key or renew to go on.',
    redeem: 'Redeem a key to go on.',
    renew: 'Renew to go on.',
  },
});

export const never = catalogue({
  title: 'Not active yet',
  // Also said of a subscription that ended, where a service does not tell the two apart.
  text: 'This account has no active subscription.',
  redeem: 'Redeem a key and you are ready to launch.',
});

export const paused = catalogue({
  title: 'Your subscription is paused',
  text: '{brand} has paused it. Your account is untouched, and it goes on when {brand} lets it.',
  named:
    '{brand} has paused {name}. Your account is untouched, and it goes on when {brand} lets it.',
});

export const update = catalogue({
  title: 'Time for an update',
  text: 'The service works with a newer version of {brand}. Get it, close this one, and go on with the new one.',
  withoutLink: 'The service works with a newer version of {brand}. Get it where you got this one.',
});

export const appPaused = catalogue({
  title: '{brand} is paused',
  text: 'It is paused for everyone. Your account and subscriptions are untouched. You can leave this window open: it goes on by itself.',
});

export const appDisabled = catalogue({
  title: '{brand} is switched off',
  text: 'It is switched off for everyone. If you want to know whether it comes back, ask.',
});

export const banned = catalogue({
  user: {
    title: 'This account is banned',
    text: '{brand} has banned it. If you think that is a mistake, ask.',
  },
  blacklist: {
    title: 'Access from here is banned',
    text: '{brand} has banned this computer or connection. If you think that is a mistake, ask.',
  },
  reason: 'Reason given',
  /** {reason}: the service's own words. */
  withReason: 'Reason given: {reason}',
});

export const wrongDevice = catalogue({
  title: 'This account belongs to another computer',
  text: 'It works on one computer, and this is not the one. A new computer or a large repair can cause that. {brand} can move your account here.',
  copyMessage: 'Copy a message to {brand}',
  ask: 'Ask to move it here',
  asking: 'Asking…',
  asked: '{brand} has been asked',
  askedBefore: '{brand} was asked before',
  /** {date}: when it was sent. */
  receipt:
    'Sent on {date}: the user name {name} and this computer, {device}. Once you hear from {brand}, try again here.',
  again: 'You can ask again at {time}.',
  copyReceipt: 'Copy the receipt',
  notOffered: 'The service of {brand} takes no requests from here.',
  /** Ready to be sent. {device}: the short device id. */
  message:
    'Hello,\n\n{brand} says that my account belongs to another computer. Please move it to this one.\n\nUser name: {name}\nThis computer: {device}\nSupport code: {code}\n\nThank you!',
});

export const sessionEnded = catalogue({
  title: 'Please sign in again',
  text: 'Your session has ended. That happens after some hours, or when {brand} ends it.',
});
