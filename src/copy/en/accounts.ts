// The words of the door for keys and its ways on.
import { catalogue } from '../sentences.ts';

export const keyDoor = catalogue({
  title: 'Your key',
  lead: 'Paste it as it came, even the whole mail.',
  paste: 'Paste',
  nothingToPaste: 'There is no text to paste, or far too much. Copy the key first.',
  back: 'Back',
  /** Where a key alone can sign in. */
  usedOrAlone:
    'This key has been used. Sign in with the account that has it, or use the key alone.',
  ways: {
    register: {
      label: 'Create an account',
      text: 'For an unused key: choose a name and a password.',
    },
    redeem: {
      label: 'Redeem on my account',
      text: 'It then counts for an account that you have.',
    },
    keySignIn: {
      label: 'Use the key alone',
      text: 'Whoever has the key gets in, without a password.',
    },
  },
});

export const register = catalogue({
  title: 'Create an account',
  /** {key}: what was given before. */
  lead: 'With the key {key}, which counts for it from then on.',
  usernameMissing: 'Choose a user name.',
  usernameRule: 'You will sign in with it. Up to {most} characters.',
  passwordMissing: 'Choose a password.',
  passwordRule: 'Up to {most} characters of any kind. Four random words make a good one.',
  strength: {
    short: 'Short, so easily guessed. Longer is safer.',
    plain: 'Easily guessed: few different characters, or the user name is in it.',
    fair: 'Fair. A few more characters make it safer.',
    good: 'Good: long enough to be hard to guess.',
  },
  email: 'E-mail address',
  emailOptional: 'E-mail address (optional)',
  emailWhy: 'For one thing: a mail for a new password, should you forget yours.',
  emailMissing: 'Type your e-mail address.',
  emailRule: 'That is no e-mail address. One looks like name@example.com.',
  submit: 'Create account',
  verb: 'Creating your account…',
});

export const keyAlone = catalogue({
  title: 'Use the key alone',
  lead: 'The key is your user name and your password in one.',
  fresh:
    'A key that nobody has used becomes an account of its own, for good. That is not redeeming: it can then be redeemed on no other account.',
  how: "Stores the key, encrypted, in this computer's key store.",
  submit: 'Sign in with the key',
  verb: 'Checking the key…',
});

/** While an account is being created. */
export const whileRegistering = catalogue({
  'key-used': {
    title: 'This key has already been used',
    text: 'So it creates no account. Sign in with the account that it was redeemed on.',
    brief: 'This key has been used. Sign in with the account that it was redeemed on.',
  },
  cancelled: {
    title: 'Stopped',
    text: 'No answer had come yet, so the account may be there. If you send it again, that is looked into first.',
    brief: 'Stopped. Perhaps the account is there: send it again, and that is looked into first.',
  },
  timeout: {
    title: 'No answer came in time',
    text: 'The connection may be slow, or the service busy. The account may be there all the same. If you send it again, that is looked into first.',
  },
});

/** While a key alone signs in. */
export const whileKeyAlone = catalogue({
  'key-used': {
    title: 'This key has already been used',
    text: 'A key that was redeemed on an account works there: sign in with the user name and the password of that account.',
  },
});
