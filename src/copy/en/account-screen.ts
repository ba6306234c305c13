// The words of the account screen: what is owned, what is kept here, and this computer.
import { catalogue } from '../sentences.ts';

export const accountScreen = catalogue({
  owned: 'Subscriptions',
  since: 'Since {date}',
  level: 'Level {level}',
  sinceAndLevel: 'Since {date} · level {level}',
  pausedText: 'It counts again once {brand} lets it go on.',
  notices: 'Also tell me by a notice of this computer',
  noticesText:
    'Three days and one day before a subscription ends. In this window you are told anyway.',
  kept: 'Kept sign-ins',
  keptText: "In this computer's key store, so that no password need be typed.",
  keptOwn: 'This account',
  redeemed: 'Redeemed on this computer',
  redeemedText: 'Remembered here alone. Removing a line takes nothing from the account.',
  redeemedNone: 'Nothing is remembered here any more.',
  redeemedOn: 'Redeemed on {date}',
  /** What the key gave. {name}: the subscription. */
  gaveNamed: '{name}, until {date}',
  gaveForGood: '{name}, without an end',
  gaveUntil: 'Until {date}',
  remove: 'Remove',
  /** {key}: masked. */
  removeOne: 'Remove {key}',
  removeAll: 'Remove all',
  computer: 'This computer',
  boundSince: 'The account is bound to it since {date}.',
  notBound: 'The account is not bound to it.',
  bindingUnknown: 'The service does not say whether the account is bound to it.',
});
