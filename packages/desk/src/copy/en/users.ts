// English: the list of users, and changes of many users.
export const users = {
  title: 'Users',
  caption: 'Users',
  search: 'Search users',
  searchHint: 'Name, e-mail, IP, computer, key or order',
  clear: 'Clear the search',
  state: 'State',
  plan: 'Subscription',
  states: {
    all: 'All states',
    active: 'Active',
    ending: 'Ends within 7 days',
    lapsed: 'Ended in the last 30 days',
    expired: 'Expired',
    never: 'No subscription',
    paused: 'Paused',
    banned: 'Banned',
  },
  shortStates: {
    active: 'Active',
    expired: 'Expired',
    never: 'No\u00a0subscription',
    paused: 'Paused',
    banned: 'Banned',
  },
  allPlans: 'All subscriptions',
  name: 'Name',
  status: 'State',
  plans: 'Subscriptions',
  ends: 'Ends',
  lastSeen: 'Last sign-in',
  created: 'Created',
  address: 'IP',
  foundBy: 'Found by',
  by: {
    name: 'Name',
    mail: 'E-mail',
    device: 'Computer',
    key: 'License key',
    order: 'Order',
    address: 'IP',
  },
  banned: 'Banned',
  reason: 'Reason of the ban',
  tooMany: 'More users match. Type more of it.',
  empty: 'No users yet',
  emptyText: 'Users appear here when they redeem a key, or when you add them.',
  noMatch: 'No user matches',
  noMatchText: 'Try a part of the name, the whole e-mail, or four characters of a key.',
  noFilterMatch: 'No user is in this state',
  noFilterMatchText: 'Choose another state or subscription.',
  csv: 'Download CSV',
  csvProgress: (count: string) => `${count} users…`,
  csvFile: 'users',
};

/** A user who is added. */
export const newUser = {
  add: 'Add user',
  title: 'Add a user',
  text: 'The service makes a password, which you see once.',
  name: 'Name',
  email: 'E-mail (optional)',
  emailHint: 'For forgotten passwords. The service stores only its hash.',
  submit: 'Add user',
};

function usersText(count: string, isOne: boolean): string {
  return isOne ? `${count} user` : `${count} users`;
}

/** Changes of many users. */
export const manyUsers = {
  button: 'Change many users',
  menu: 'Changes of many users',
  affected: usersText,
  activeOnly: 'Only users whose subscription runs or is paused',
  running: 'The change is still running. It continues automatically.',
  nobody: 'Nobody is affected.',
  expired: {
    label: 'Delete expired users',
    title: 'Delete expired users',
    text: "Deletes all users without a running or paused subscription, with their data. You can't undo this.",
    submit: (count: string, isOne: boolean) => `Delete ${usersText(count, isOne)}`,
    done: 'Expired users are deleted.',
  },
  extend: {
    label: 'Extend all users',
    title: 'Extend all users',
    text: 'Adds days to the subscription of these users.',
    textForAll:
      'Adds days to the subscription of every user. A missing or ended subscription begins now.',
    submit: (count: string, isOne: boolean) => `Extend ${usersText(count, isOne)}`,
    done: 'The users are extended.',
  },
  pause: {
    label: 'Pause a subscription',
    title: 'Pause a subscription',
    text: 'Users of the subscription are signed out. They keep their remaining time.',
    submit: (count: string, isOne: boolean) => `Pause ${usersText(count, isOne)}`,
    done: 'The subscription is paused.',
  },
  resume: {
    label: 'Resume a subscription',
    title: 'Resume a subscription',
    text: 'The remaining time of every paused user starts to run again.',
    submit: (count: string, isOne: boolean) => `Resume ${usersText(count, isOne)}`,
    done: 'The subscription runs again.',
  },
  reset: {
    label: 'Remove all computers',
    title: 'Remove all computers',
    text: 'Every user signs in on any computer next, and that one is bound.',
    submit: (count: string, isOne: boolean) => `Remove the computers of ${usersText(count, isOne)}`,
    done: 'All computers are removed.',
  },
};
