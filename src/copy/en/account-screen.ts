// English texts of the account in the settings: subscriptions, saved accounts, redeemed keys and
// this computer.
import { catalogue } from '../sentences.ts';

export const accountScreen = catalogue({
  subscriptions: 'Subscriptions',
  since: 'Since {date}',
  level: 'Level {level}',
  sinceAndLevel: 'Since {date} · level {level}',
  pausedText: 'Resumes when {brand} reactivates it.',
  savedAccounts: 'Saved accounts',
  savedAccountsText: 'You can sign in to these without typing a password or key.',
  currentAccount: 'This account',
  redeemed: 'Redeemed on this computer',
  redeemedText: "This list is only on this computer. Removing a key doesn't change your account.",
  redeemedNone: 'There are no keys in this list.',
  redeemedOn: 'Redeemed on {date}',
  /** The result of a redeemed key. {name}: the subscription. */
  addedNamed: '{name}, until {date}',
  addedLifetime: '{name}, lifetime',
  addedUntil: 'Until {date}',
  remove: 'Remove',
  /** {key}: the masked key. */
  removeOne: 'Remove {key}',
  removeAll: 'Remove all',
  computer: 'This computer',
  boundSince: 'Linked to this account since {date}.',
  notBound: 'Not linked to this account.',
  bindingUnknown: "It's unknown whether this computer is linked to this account.",
});
