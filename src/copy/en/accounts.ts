// English texts of the key screen and its forms: create an account, or sign in with only a key.
import { catalogue } from '../sentences.ts';

export const keyScreen = catalogue({
  title: 'Your key',
  lead: 'Paste your key, or the whole e-mail it came in.',
  paste: 'Paste',
  nothingToPaste: "That couldn't be pasted. Copy only your key, then try again.",
  /** Shown if users can sign in with only a key. */
  alreadyUsed:
    'This key has already been used. Sign in to its account, or sign in with only the key.',
  actions: {
    register: {
      label: 'Create an account',
      text: 'New here? Choose a user name and a password.',
    },
    redeem: {
      label: 'Redeem on your account',
      text: 'Redeem it on an account you already have.',
    },
    keySignIn: {
      label: 'Sign in with only the key',
      text: 'No password. Anyone with the key can sign in.',
    },
  },
});

/** Keys of orders, requested by e-mail. `forgot` has the rest of the confirmation. */
export const lostKey = catalogue({
  link: 'Lost your key?',
  title: 'Find your key',
  lead: "Enter the e-mail address of your order. You'll get its keys by e-mail.",
  submit: 'Send my keys',
  busyLabel: 'Sending the keys…',
  sent: 'If there are orders with this address, their keys are on the way.',
  enterKey: 'Enter a key',
});

export const register = catalogue({
  title: 'Create an account',
  /** {key}: the key from the previous screen. */
  lead: 'Your key {key} will be redeemed on this account.',
  usernameMissing: 'Choose a user name.',
  usernameRule: "You'll sign in with it. Up to {most} characters.",
  passwordMissing: 'Choose a password.',
  passwordRule: 'Up to {most} characters. Four random words work well.',
  /** Replace the rule while the user types. */
  passwordWeakness: {
    short: 'Too short to be safe. Make it longer.',
    plain: 'Easy to guess. Mix more kinds of characters, and leave out your user name.',
  },
  email: 'E-mail address',
  emailOptional: 'E-mail address (optional)',
  emailWhy: 'Only used if you forget your password.',
  emailMissing: 'Enter your e-mail address.',
  emailRule: "That isn't an e-mail address. Use one like name@example.com.",
  submit: 'Create account',
  busyLabel: 'Creating your account…',
});

/** Shown after an account was created. */
export const created = catalogue({
  title: 'Account created',
  lead: "You're signed in as {name}.",
  install: 'Install',
  continueButton: 'Continue',
  notNow: 'Not now',
});

export const keySignIn = catalogue({
  title: 'Sign in with only the key',
  lead: 'Your key works as user name and password.',
  newKeyHint: "A new key creates a separate account. You can't redeem it on another one later.",
  storageHint: 'Saves your key on this computer, encrypted.',
  submit: 'Sign in with the key',
  busyLabel: 'Checking the key…',
});

/** Failures of creating an account. */
export const whileRegistering = catalogue({
  'key-used': {
    title: 'This key has already been used',
    text: 'Sign in to the account it was redeemed on.',
    brief: 'This key has already been used. Sign in to the account it was redeemed on.',
  },
  cancelled: {
    title: 'Stopped',
    text: "Your account may already exist. It's safe to try again.",
    brief: "Stopped. Your account may already exist. It's safe to try again.",
  },
  timeout: {
    title: 'The service took too long to answer',
    text: "Your account may already exist. It's safe to try again.",
  },
});

/** Failures of starting the free trial. */
export const whileTrial = catalogue({
  'type-unknown': {
    title: 'The free trial is no longer offered',
    text: 'Redeem a key to continue.',
  },
});

/** Failures of signing in with only a key. */
export const whileKeySignIn = catalogue({
  'key-used': {
    title: 'This key has already been used',
    text: 'Sign in with the user name and password of its account.',
  },
});
