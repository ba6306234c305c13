// English texts of the redeem form and its receipt.
import { catalogue } from '../sentences.ts';

export const redeem = catalogue({
  title: 'Redeem a key',
  lead: 'For the account {name}.',
  leadSignedOut: "Enter the account the key is for. You don't need to sign in.",
  username: 'User name',
  usernameMissing: 'Enter the user name of the account.',
  key: 'License key',
  keyMissing: 'Paste or enter your key.',
  tooMuch: {
    one: "That's {count} character, too many for a key. Copy only the key.",
    other: "That's {count} characters, too many for a key. Copy only the key.",
  },
  submit: 'Redeem',
  busyLabel: 'Redeeming…',
  use: 'Use {key}',
  /** Shown if the field contains the same key twice. */
  keepOne: 'Keep one copy',
  /** Changes to a pasted text. */
  changes: {
    trimmed: 'The text around the key was removed.',
    repaired: 'The format was corrected. Compare it with your key.',
    found: 'The key was found in the text you pasted.',
  },
  warnings: {
    doubled: 'This looks like the same key twice.',
    several: 'The text has several keys. This is the first one.',
    sentence: "That's more than a key. Copy only the key.",
    mail: 'This looks like an e-mail address, not a key.',
    web: 'This looks like a web address, not a key.',
    code: 'This looks like a one-time code, not a key.',
    'other-form': "This doesn't look like a complete key.",
  },
});

export const receipt = catalogue({
  /** {length}: such as "30 days". */
  added: '{length} added',
  lifetimeAdded: 'Lifetime access added',
  /** The title if the service did not report the added time. */
  title: 'Key redeemed',
  lead: 'Redeemed on the account {name}.',
  until: 'Until',
  untilDate: 'until {date}',
  before: 'Previously until {date}.',
  atNextSignIn: 'Sign in again to see the date.',
  key: 'Key',
  redeemed: 'Redeemed',
  copy: 'Copy receipt',
  signIn: 'Sign in',
  done: 'Done',
  another: 'Redeem another',
  lifetime: 'Lifetime',
  /** The last lines of "Copy receipt". */
  copied: 'Account: {name}\nKey: {key}\nRedeemed: {date}',
});

/** Shown for a key that this user has already redeemed. */
export const keyAlreadyRedeemed = catalogue({
  title: "You've already redeemed this key",
  text: "It's on your account {name}. You don't need to do anything.",
});
