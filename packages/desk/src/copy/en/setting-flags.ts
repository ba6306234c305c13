// English: settings that are on or off.
import type { SettingWords } from '../../pages/settings/setting-names.ts';

export const flags: SettingWords['flags'] = {
  enabled: {
    name: 'Application',
    on: 'Users can sign in.',
    off: 'Nobody can sign in. Subscriptions keep running.',
    turnOff: 'All sessions end immediately.',
  },
  hashcheck: {
    name: 'Program check',
    on: 'Only programs with a hash of the list start.',
    off: 'Modified programs can sign in.',
    turnOn: 'If the list is empty, the next program becomes the reference.',
  },
  'hwid-lock': {
    name: 'Computer check',
    on: 'Each subscription allows a number of computers. Further ones are refused.',
    off: 'Users sign in on any number of computers.',
  },
  forcehwid: {
    name: 'Device ID required',
    on: 'Programs that send no device ID are refused.',
    off: 'Programs without a device ID can sign in.',
  },
  changepassword: {
    name: 'Change of the password',
    on: 'Users can change their password in the program.',
    off: 'Users can’t change their password in the program.',
  },
  sessions: {
    name: 'List of sign-ins',
    on: 'Users see where they are signed in, and can end sessions.',
    off: 'Users don’t see their sessions.',
  },
  recoverycodes: {
    name: 'Recovery codes',
    on: 'Users who lost their second factor sign in with a recovery code.',
    off: 'No recovery code is accepted.',
    turnOff: 'The codes work again when you turn this on.',
  },
  accountmails: {
    name: 'Mails about the account',
    on: 'Users get a mail about each change. The service stores their e-mail address.',
    off: 'Users get no mails about changes. The service stores no e-mail address.',
    turnOff: 'All stored e-mail addresses are deleted.',
  },
  webloader: {
    name: 'Web loader',
    on: 'Older programs with a web loader get their sign-in from the customers’ page.',
    off: 'Programs ask for name and password themselves.',
    turnOn: 'Any program on the user’s computer can take such a sign-in.',
  },
  weakkeys: {
    name: 'Weak license keys',
    on: 'Formats of keys that are easy to guess are accepted.',
    off: 'Formats of keys that are easy to guess are refused.',
  },
  banaddress: {
    name: 'Bans block the IP address',
    on: 'A ban also blocks the IP address, which others may share.',
    off: 'A ban blocks the user and their computers, not the IP address.',
  },
  tokensystem: {
    name: 'Tokens',
    on: 'A program needs one of your tokens to start.',
    off: 'Programs need no token.',
  },
  nestedsubscriptions: {
    name: 'Nested list of subscriptions',
    on: 'Activating a key answers the subscriptions inside a second “subscriptions”.',
    off: 'Activating a key answers the subscriptions as a list, as documented.',
  },
};
