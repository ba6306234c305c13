// English: changes of one user.
export interface Change {
  readonly label: string;
  readonly title: (name: string) => string;
  readonly text: string;
  readonly submit: string;
  readonly done: (name: string) => string;
}

const changes = {
  extend: {
    label: 'Extend',
    title: (name: string) => `Extend ${name}`,
    text: 'Adds days to a subscription. A missing or ended subscription begins now.',
    submit: 'Extend',
    done: (name: string) => `${name} has more time.`,
  },
  take: {
    label: 'Take time',
    title: (name: string) => `Take time from ${name}`,
    text: 'The subscription ends earlier. It ends now if less is left.',
    submit: 'Take time',
    done: (name: string) => `${name} has less time.`,
  },
  removePlan: {
    label: 'Remove subscription',
    title: (name: string) => `Remove a subscription of ${name}`,
    text: 'The subscription ends now, and its remaining time is lost.',
    submit: 'Remove subscription',
    done: (name: string) => `The subscription of ${name} is removed.`,
  },
  pause: {
    label: 'Pause all subscriptions',
    title: (name: string) => `Pause the subscriptions of ${name}`,
    text: 'The user is signed out and keeps the remaining time.',
    submit: 'Pause',
    done: (name: string) => `The subscriptions of ${name} are paused.`,
  },
  resume: {
    label: 'Resume subscriptions',
    title: (name: string) => `Resume the subscriptions of ${name}`,
    text: 'The remaining time starts to run again.',
    submit: 'Resume',
    done: (name: string) => `The subscriptions of ${name} run again.`,
  },
  reset: {
    label: 'Remove all computers',
    title: (name: string) => `Remove all computers of ${name}`,
    text: 'The next computer that signs in is bound.',
    submit: 'Remove all',
    done: (name: string) => `All computers of ${name} are removed.`,
  },
  removeComputer: {
    label: 'Remove a computer',
    title: (name: string) => `Remove a computer of ${name}`,
    text: 'It is signed out, and its place is free for another one.',
    submit: 'Remove',
    done: (name: string) => `The computer of ${name} is removed.`,
  },
  endSessions: {
    label: 'Sign out everywhere',
    title: (name: string) => `Sign ${name} out everywhere`,
    text: 'All sessions end now. The user can sign in again.',
    submit: 'Sign out',
    done: (name: string) => `${name} is signed out everywhere.`,
  },
  twoFactor: {
    label: 'Turn two-factor off',
    title: (name: string) => `Turn two-factor sign-in of ${name} off`,
    text: 'The password alone is enough then. First make sure that it is them.',
    submit: 'Turn off',
    done: (name: string) => `${name} signs in without a code.`,
  },
  unban: {
    label: 'Lift the ban',
    title: (name: string) => `Lift the ban of ${name}`,
    text: 'All bans end, with their entries in the blacklist.',
    submit: 'Lift the ban',
    done: (name: string) => `${name} is not banned any more.`,
  },
  unblock: {
    label: 'Remove from the blacklist',
    title: (ip: string) => `Remove ${ip} from the blacklist`,
    text: 'Everyone with this IP can sign in again.',
    submit: 'Remove',
    done: (ip: string) => `${ip} is not on the blacklist any more.`,
  },
  resumeApplication: {
    label: 'Resume the application',
    title: (application: string) => `Resume ${application}`,
    text: 'All users can sign in again, and their time runs again.',
    submit: 'Resume',
    done: (application: string) => `${application} runs again.`,
  },
  ban: {
    label: 'Ban',
    title: (name: string) => `Ban ${name}`,
    text: "The user is signed out and can't sign in. Their computers are blacklisted. Their time keeps running.",
    submit: 'Ban',
    done: (name: string) => `${name} is banned.`,
  },
  password: {
    label: 'Set a new password',
    title: (name: string) => `Set a new password for ${name}`,
    text: 'The service makes one, which you see once. The user is signed out.',
    submit: 'Set password',
    done: (name: string) => `${name} has a new password.`,
  },
  setVariable: {
    label: 'Add a variable',
    title: (name: string) => `Add a variable of ${name}`,
    text: 'The program reads it after a sign-in.',
    submit: 'Add',
    done: (name: string) => `${name} has the variable.`,
  },
  changeVariable: {
    label: 'Change',
    title: (name: string) => `Change a variable of ${name}`,
    text: 'The program reads the new value the next time it asks.',
    submit: 'Change',
    done: (name: string) => `The variable of ${name} is changed.`,
  },
  removeVariable: {
    label: 'Delete',
    title: (name: string) => `Delete ${name}`,
    text: 'The program no longer finds it. Other users keep theirs.',
    submit: 'Delete',
    done: (name: string) => `${name} is deleted.`,
  },
  passwordLink: {
    label: 'New password link',
    title: (name: string) => `Create a password link for ${name}`,
    text: 'The user chooses a new password with it, once, within an hour. The old one works until then.',
    submit: 'Create link',
    done: (name: string) => `${name} has a password link.`,
  },
  rename: {
    label: 'Change the name',
    title: (name: string) => `Change the name of ${name}`,
    text: 'The user is signed out, and signs in with the new name.',
    submit: 'Change name',
    done: (name: string) => `The user is now called ${name}.`,
  },
  email: {
    label: 'Change the e-mail',
    title: (name: string) => `Change the e-mail of ${name}`,
    text: 'An empty one removes it. The service stores only its hash.',
    submit: 'Change e-mail',
    done: (name: string) => `The e-mail of ${name} is changed.`,
  },
  download: {
    label: 'Export the data',
    title: (name: string) => `Export the data of ${name}`,
    text: 'Downloads all that is stored about this person, as JSON.',
    submit: 'Download',
    done: (name: string) => `The data of ${name} is downloaded.`,
  },
  remove: {
    label: 'Delete user',
    title: (name: string) => `Delete ${name}`,
    text: 'The account, its subscriptions and its history are gone. Log lines and chat messages stay.',
    submit: 'Delete',
    done: (name: string) => `${name} is deleted.`,
  },
  erase: {
    label: 'Erase the person',
    title: (name: string) => `Erase ${name}`,
    text: 'Deletes the user with all log lines, messages and events. Only the audit log and the blacklist stay.',
    submit: 'Erase',
    done: (name: string) => `${name} is erased.`,
  },
} satisfies Readonly<Record<string, Change>>;

export type ChangeName = keyof typeof changes;

export const userChanges = {
  /** Without their literal types, so that each language has its own. */
  ...(changes as Readonly<Record<ChangeName, Change>>),
  more: 'More',
  menu: 'Actions for this user',
  plan: 'Subscription',
  noPlans: 'Create a subscription first.',
  days: 'Days',
  newEnd: (end: string) => `New end: ${end}.`,
  newLeft: (days: string) => `Paused, with ${days} left.`,
  daysWrong: 'Enter a number of days above 0.',
  computer: 'Computer',
  reason: 'Reason',
  reasonHint: 'The user reads it.',
  withAddress: (ip: string) => `Also blacklist the last IP, ${ip}`,
  address: {
    blacklisted: 'Its IP is blacklisted.',
    shared: 'The IP is not blacklisted: all users seem to share it.',
    'not-known': 'The IP is not blacklisted, because it is not known.',
    'not-asked': '',
  },
  variable: 'Name',
  value: (name?: string) => (name === undefined ? 'Value' : `Value of ${name}`),
  isReadOnly: "The user's program can't change it",
  newName: 'New name',
  newEmail: 'New e-mail',
  typeName: (name: string) => `Type ${name} to confirm`,
  shown: {
    password: {
      title: (name: string) => `The password of ${name}`,
      text: "Give it to the user now. It isn't shown again.",
      label: 'Password',
    },
    link: {
      title: (name: string) => `The password link of ${name}`,
      text: "Send it to the user now. It isn't shown again.",
      label: 'Password link',
    },
  },
};
