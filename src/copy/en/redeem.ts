// The words of the redeem form and its receipt.
import { catalogue } from '../sentences.ts';

export const redeem = catalogue({
  title: 'Redeem a key',
  lead: 'For the account {name}.',
  leadSignedOut: 'Say which account the key is for. You need not be signed in.',
  username: 'User name',
  usernameMissing: 'Type the user name of the account.',
  key: 'License key',
  keyMissing: 'Paste or type your key.',
  tooMuch: {
    one: 'That is {count} character, too much for a key. Copy only the key.',
    other: 'That is {count} characters, too many for a key. Copy only the key.',
  },
  submit: 'Redeem',
  verb: 'Redeeming…',
  use: 'Use {key}',
  /** The same key is there twice. */
  keepOne: 'Keep one copy',
  /** What was made of a paste. */
  taken: {
    trimmed: 'What stood around the key was left out.',
    repaired: 'Put into the form of a key. Compare it with yours.',
    found: 'The key was taken out of the text you pasted.',
  },
  doubt: {
    doubled: 'This looks like the same key twice.',
    several: 'The text held several keys. This is the first one.',
    sentence: 'That was more than a key. Copy only the key.',
    mail: 'This looks like an e-mail address, not a key.',
    web: 'This looks like a web address, not a key.',
    code: 'This looks like a one-time code, not a key.',
    'other-form': 'This does not look like a complete key.',
  },
});

export const receipt = catalogue({
  title: 'Key redeemed',
  lead: 'It counts for the account {name}.',
  until: 'Until',
  untilDate: 'until {date}',
  before: 'It was until {date}.',
  atNextSignIn: 'The service tells the date when you sign in again.',
  key: 'Key',
  redeemed: 'Redeemed',
  copy: 'Copy receipt',
  signIn: 'Sign in',
  carryOn: 'Continue',
  notNow: 'Not now',
  another: 'Redeem another',
  lifetime: 'Lifetime',
  /** What "Copy receipt" puts on the clipboard ends with these. */
  copied: 'Account: {name}\nKey: {key}\nRedeemed: {date}',
});

/** The key was redeemed by this very user before. */
export const owned = catalogue({
  title: 'You have already redeemed this key',
  text: 'All is well: it counts for {name}. A key is redeemed once.',
});
