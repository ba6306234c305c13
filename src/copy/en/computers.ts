// English texts about the computers, sessions and password of an account.
import { catalogue } from '../sentences.ts';

/** The screen of a sign-in for which another computer must be removed. */
export const removal = catalogue({
  title: 'Use it on this computer instead?',
  inUse: {
    one: 'You already use another computer. Remove it to continue here.',
    other: 'You already use {count} computers. Remove one to continue here.',
  },
  list: 'Your computers',
  remove: 'Remove',
  /** {name}: the computer. */
  removeOne: 'Remove {name}',
  removing: 'Removing…',
  confirmTitle: 'Remove {name}?',
  confirmText: 'It is signed out, and you continue on this computer.',
  /** {date}: such as "Friday, 14:00". */
  worksOffline: 'Works offline until {date}',
  confirmOffline: 'It works offline until {date}. You continue on this computer.',
  confirmHeld: "It works offline until {date}. You can't sign in here before that.",
  confirm: 'Remove and sign in here',
  keep: 'Keep',
  left: {
    one: 'You can do this one more time in the next 30 days.',
    other: 'You can do this {count} more times in the next 30 days.',
  },
  next: 'Another removal is possible from {date}.',
  noneTitle: 'All your computers are in use',
  noneText: "You can't remove one yet.",
  noneUntil: 'You can remove one from {date}.',
});

export const computers = catalogue({
  title: 'Your computers',
  reading: 'Getting your computers…',
  /** Bound and allowed computers. */
  used: '{used} of {allowed} in use.',
  replace: 'To replace one, sign in on another computer.',
  current: 'This computer',
  unnamed: 'Unnamed computer',
  lastUsed: 'Last used on {date}',
  again: 'Try again',
  rename: 'Rename',
  renameThis: 'Rename this computer',
  name: 'Name of this computer',
  nameMissing: 'Enter a name.',
  nameTooLong: 'Enter at most {most} characters.',
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  renamed: 'This computer is now called {name}.',
});

export const sessions = catalogue({
  title: "Where you're signed in",
  reading: "Checking where you're signed in…",
  /** {version}: the version of the loader. */
  version: 'Loader {version}',
  active: 'Active now',
  lastActive: 'Last active on {date}',
  end: 'Sign out',
  /** {name}: the computer. */
  endOne: 'Sign out {name}',
  endOthers: 'Sign out everywhere else',
  ended: '{name} is signed out.',
  othersEnded: "You're signed out everywhere else.",
  /** Ending a session does not remove the sign-in that another computer has saved. */
  savedElsewhere:
    'A computer that saved your account can sign in again. Changing your password prevents that.',
});

export const changePassword = catalogue({
  title: 'Change password',
  lead: 'Everywhere else, you need to sign in again.',
  change: 'Change',
  current: 'Current password',
  new: 'New password',
  currentMissing: 'Enter your current password.',
  newMissing: 'Enter a new password.',
  same: "That's already your password.",
  submit: 'Change password',
  busyLabel: 'Changing your password…',
  cardText: 'Changing it signs you out everywhere else.',
  doneTitle: 'Your password has changed',
  doneText: 'Use the new one the next time you sign in.',
});

/** Why a session ended before its time. */
export const sessionEndCauses = catalogue({
  'computer-removed': {
    title: 'This computer was removed',
    text: "It was replaced by another computer. If that wasn't you, change your password.",
  },
  'password-changed': {
    title: 'Your password was changed',
    text: "Sign in with the new one. If you didn't change it, contact {brand}.",
  },
  'ended-elsewhere': {
    title: 'You were signed out',
    text: "This was done on another computer. If that wasn't you, change your password.",
  },
  'session-limit': {
    title: 'You signed in somewhere else',
    text: "You've reached the limit of sign-ins, so the oldest one ended.",
  },
});

export const computerRefusals = catalogue({
  'ticket-unknown': {
    title: 'That took too long',
    text: 'No computer was removed. Try again.',
  },
  'computer-unknown': {
    title: "This computer isn't in the list",
    text: 'It may have been removed. Sign in again to see the current list.',
  },
  'no-resets-left': {
    title: "You can't remove a computer yet",
    text: 'Try again later, or contact {brand}.',
  },
  'session-unknown': {
    title: 'That sign-in has already ended',
    text: "You don't need to do anything.",
  },
});

/** Failures of changing the password. After a lost answer, it may have changed. */
export const whileChangingPassword = catalogue({
  'bad-credentials': {
    title: 'Incorrect current password',
    text: "Your password hasn't changed. Enter the current one again.",
    brief: 'Incorrect current password. Try again.',
  },
  'code-needed': {
    title: 'A one-time code is required',
    text: 'Enter your password again, and the code your app shows now.',
    brief: 'Enter your password again, and the code your app shows now.',
  },
  timeout: {
    title: 'The service took too long to answer',
    text: 'Your password may have changed. Try the new one if the old one fails.',
  },
  interrupted: {
    title: 'The connection was interrupted',
    text: 'Your password may have changed. Try the new one if the old one fails.',
  },
  'bad-reply': {
    title: "The answer couldn't be read",
    text: 'Your password may have changed. Try the new one if the old one fails.',
  },
  'bad-signature': {
    title: "The answer couldn't be verified",
    text: 'Your password may have changed. Try the new one if the old one fails.',
  },
  cancelled: {
    title: 'Stopped',
    text: 'Your password may have changed. Try the new one if the old one fails.',
  },
});
