// English: settings that are numbers, choices or texts.
import type { SettingWords } from '../../pages/settings/setting-names.ts';

export const numbers: SettingWords['numbers'] = {
  resets: {
    name: 'Computers that users remove',
    about: 'If all computers are in use, a user can replace one without you.',
    now: (text, value) =>
      value === 0
        ? 'Only you remove computers.'
        : `In 30 days, a user can remove ${text} ${value === 1 ? 'computer' : 'computers'}.`,
  },
  minhwid: {
    name: 'Shortest device ID',
    about: 'Programs that send a shorter one are refused.',
    now: (text, value) =>
      value === 1
        ? 'A device ID needs at least 1 character.'
        : `A device ID needs at least ${text} characters.`,
  },
  sessionexpiry: {
    name: 'Length of a session',
    about: 'Applies to new sign-ins. Sessions that exist keep their end.',
    now: (text) => `A sign-in lasts ${text}.`,
  },
  sessionlimit: {
    name: 'Sessions at the same time',
    about: 'Applies to each user, at their next sign-in.',
    now: (text, value) =>
      value === 0
        ? 'A user can have any number of sessions.'
        : `A user can have ${value === 1 ? '1 session' : `${text} sessions`}. A further sign-in ends the oldest.`,
  },
  offlinehours: {
    name: 'Working offline',
    about: 'A ban reaches an offline computer online, or at the end of this time.',
    now: (text, value) =>
      value === 0 ? 'Nobody works offline.' : `Programs work ${text} without the service.`,
  },
  minusernamelength: {
    name: 'Shortest user name',
    about: 'Applies to new users. Existing names stay.',
    now: (text, value) =>
      value === 1
        ? 'A user name needs at least 1 character.'
        : `A user name needs at least ${text} characters.`,
  },
  historydays: {
    name: 'Histories of users',
    about: 'Sign-ins, refusals and redeemed keys of each user.',
    now: (text, value) => (value === 0 ? 'Kept forever.' : `Deleted after ${text}.`),
    loss: 'Older entries are deleted within minutes. Nobody can restore them.',
  },
  logdays: {
    name: 'Log of the program',
    about: 'Lines that your program writes with “log”.',
    now: (text, value) =>
      value === 0 ? 'Kept forever, up to 10,000 lines.' : `Deleted after ${text}.`,
    loss: 'Older lines are deleted within minutes. Nobody can restore them.',
  },
  auditdays: {
    name: 'Audit log',
    about: 'Who changed what, in this desk and with seller keys.',
    now: (text, value) => (value === 0 ? 'Kept forever.' : `Deleted after ${text}.`),
    loss: 'Older entries are deleted within minutes. Nobody can restore them.',
  },
};

export const choices: SettingWords['choices'] = {
  unknownorders: {
    name: 'Orders without a number',
    about: 'What happens if a shop’s message has no order number that the service knows.',
    options: {
      refuse: {
        label: 'Refuse them',
        effect: 'They create no keys. Refunds and failed payments are refused, too.',
      },
      make: {
        label: 'Create keys',
        effect: 'They create keys, and more keys each time the shop repeats a message.',
      },
    },
  },
  passrelease: {
    name: 'Seat of a computer that works offline',
    about: 'What happens to the seat if a user removes the computer.',
    options: {
      wait: {
        label: 'Keep it',
        effect: 'The seat is free when the computer can no longer work offline.',
      },
      now: {
        label: 'Free it immediately',
        effect: 'Until the removed computer stops, the new one works only online.',
      },
    },
  },
  sharedemails: {
    name: 'The same e-mail for several users',
    about: 'What happens if an e-mail already belongs to another user.',
    options: {
      refuse: {
        label: 'Refuse it',
        effect: 'A registration with it is refused, and its key stays unused.',
      },
      allow: {
        label: 'Allow it',
        effect: 'Users who share an e-mail can sign in only by user name.',
      },
    },
  },
  failurestatus: {
    name: 'HTTP status of failures',
    about: 'For programs that accept no other status than 200.',
    options: {
      spec: {
        label: 'As documented',
        effect: 'Failures answer the documented status, such as 400.',
      },
      '200': { label: 'Always 200', effect: 'Failures answer 200, also on the seller API.' },
    },
  },
  severalkeysstatus: {
    name: 'HTTP status of several keys',
    about: 'For shops that expect 302 when they create several keys.',
    options: {
      '200': { label: '200', effect: 'Creating several keys answers 200.' },
      '302': { label: '302', effect: 'Creating several keys answers 302, without a redirect.' },
    },
  },
};

export const plain: SettingWords['plain'] = {
  version: {
    name: 'Versions that may sign in',
    about: 'All other versions are asked to update.',
    set: (value) => value,
    unset: 'None',
  },
  download: {
    name: 'Download link',
    about: 'Outdated programs show it, so that users can update.',
    set: (value) => `Outdated programs show ${value}`,
    unset: 'Outdated programs show no link.',
  },
  saleevents: {
    name: 'Events that are a sale',
    about: 'With names here, a shop’s other events create nothing. Separate names by commas.',
    set: (value) => `Only these create keys: ${value}`,
    unset: 'No names are set. Other rules decide what is a sale.',
  },
  timezone: {
    name: 'Time zone of the numbers',
    about: 'Earlier days stay as they were counted.',
    set: (value) => `A day begins at midnight in ${value}.`,
    unset: 'A day begins at midnight in UTC.',
  },
  webhook: {
    name: 'Webhook for log lines',
    about: 'The address is stored encrypted. Only its host is shown.',
    set: (value) => `Each line that your program logs goes to ${value}`,
    unset: 'Log lines stay in the log.',
  },
  selleraddress: {
    name: 'Address of sellers',
    about: 'Applies to all seller keys and to this desk.',
    set: (value) => `Seller keys and this desk work only from ${value}.`,
    unset: 'Seller keys and this desk work from any address.',
  },
};
