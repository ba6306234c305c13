// English texts of the account states. Unknown causes and dates are left out.
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
  moreOptions: 'More options',
  toForm: 'Go to sign-in',
  back: 'Back',
  thisVersion: 'This loader',
  neededVersion: 'Required loader',
  ended: 'Ended',
  paused: 'Paused',
});

/** {date}: such as "26 November 2026 at 14:00". */
export const offline = catalogue({
  ended: 'Offline use ended on {date}. Go online once to continue.',
});

export const seatHeld = catalogue({
  title: "You can't sign in here yet",
  text: 'A computer that you removed can still work offline. Try again later.',
  textWithDate:
    'A computer that you removed can work offline until {date}. Sign in here after that.',
});

export const expired = catalogue({
  title: 'Your subscription has ended',
  plain: 'This account has no active subscription.',
  one: '{name} ended.',
  oneAt: '{name} ended on {date}.',
  several: 'None of these is active.',
  /** The next step, for each way to extend the subscription. */
  nextSteps: {
    both: 'Renew or redeem a key to continue.',
    redeem: 'Redeem a key to continue.',
    renew: 'Renew to continue.',
  },
});

export const never = catalogue({
  title: 'Not active yet',
  // Also shown for an ended subscription if the service does not distinguish the two states.
  text: 'This account has no active subscription.',
  redeem: 'Redeem a key to start.',
});

export const paused = catalogue({
  title: 'Your subscription is paused',
  text: '{brand} has paused it. It resumes when {brand} reactivates it.',
  named: '{brand} has paused {name}. It resumes when {brand} reactivates it.',
});

export const update = catalogue({
  title: 'Time for an update',
  text: 'You need a newer {brand} loader. Download it, then close this window.',
  withoutLink: 'You need a newer {brand} loader. Download it from where you got this one.',
});

/** A newer loader that is verified and waits for a restart. */
export const loaderUpdate = catalogue({
  ready: 'An update is ready',
  readyText: 'Restart now, or get loader {version} the next time you start.',
  /** On the screen of an outdated loader. */
  requiredText: 'Loader {version} is ready. Restart to continue.',
  restart: 'Restart now',
  restarting: 'Restarting…',
  hideNotes: 'Show less',
});

export const appPaused = catalogue({
  title: '{brand} is paused',
  text: "It's paused for everyone. Your account is fine, and this window continues once it's available again.",
  signedIn:
    "It's paused for everyone. You stay signed in, and this window continues once it's available again.",
});

export const appDisabled = catalogue({
  title: '{brand} is switched off',
  text: "It's switched off for everyone. Contact {brand} to find out more.",
});

export const banned = catalogue({
  user: {
    title: 'This account is banned',
    text: 'If you think this is a mistake, contact {brand}.',
  },
  blacklist: {
    title: 'Access from here is banned',
    text: '{brand} has banned this computer or connection. If you think this is a mistake, contact {brand}.',
  },
  reason: 'Reason given',
  /** {reason}: the service's own text. */
  withReason: 'Reason given: {reason}',
});

export const wrongDevice = catalogue({
  title: 'This account belongs to another computer',
  text: 'It works on one computer only. {brand} can move it to this one.',
  copyMessage: 'Copy a message to {brand}',
  ask: 'Ask to move it here',
  asking: 'Asking…',
  asked: 'Request sent to {brand}',
  askedBefore: 'Request already sent to {brand}',
  /** {date}: the time of sending. */
  receipt:
    'Sent on {date} for {name} and this computer, {device}. Try again here once {brand} replies.',
  again: 'You can ask again at {time}.',
  copyReceipt: 'Copy receipt',
  notOffered: "{brand} doesn't take requests here. Copy a message instead.",
  /** A complete message to the brand. {device}: the short device id. */
  message:
    'Hello,\n\nmy account for {brand} belongs to another computer. Please move it to this one.\n\nUser name: {name}\nThis computer: {device}\nSupport code: {code}\n\nThank you!',
});

export const sessionEnded = catalogue({
  title: 'Please sign in again',
  text: 'Your session has expired, or {brand} ended it.',
});
