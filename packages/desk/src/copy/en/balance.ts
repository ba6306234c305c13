// English: balances of resellers, their changes, and customers.
export const balance = {
  title: 'Balance',
  description: 'Keys that you may still make.',
  make: 'Make keys',
  /** "50 keys of 30 days". */
  keysOf: (count: number, shown: string, days: string) =>
    `${shown} ${count === 1 ? 'key' : 'keys'} of ${days}`,
  lifetimeKeys: (count: number, shown: string) =>
    `${shown} lifetime ${count === 1 ? 'key' : 'keys'}`,
  keys: (count: number, shown: string) => `${shown} ${count === 1 ? 'key' : 'keys'}`,
  anyLevel: 'Any of the levels',
  left: 'By level and duration',
  canMake: 'Keys you can make',
  canMakeText: 'Keys for any of the levels count in each column.',
  level: 'Level',
  duration: 'Duration',
  granted: 'Granted',
  made: 'Made',
  rest: 'Left',
  empty: 'No keys left to make',
  emptyText: 'Ask the seller for more.',
  emptySeller: 'No keys granted yet',
  emptySellerText: 'Without a balance, this reseller can make no keys.',
  entries: 'Changes',
  when: 'When',
  what: 'What',
  change: 'Keys',
  by: 'By',
  application: 'Application key',
  noEntries: 'No changes yet',
  noEntriesText: 'Grants and keys that are made appear here.',
  takenBack: 'revoked',
};

export const grant = {
  title: (name: string) => `Balance of ${name}`,
  text: 'Taking keys back affects only keys that were not made yet.',
  direction: 'Direction',
  give: 'Grant',
  take: 'Revoke',
  level: 'For keys of',
  now: 'Now',
  after: 'After',
  amount: (duration: string) => `Keys: ${duration}`,
  tooFew: (duration: string, left: string) => `${duration}: only ${left} left to revoke.`,
  tooMany: (duration: string, most: string) => `${duration}: at most ${most} keys.`,
  notNumber: (duration: string) => `${duration}: enter a whole number.`,
  nothing: 'Enter how many keys.',
  giveSubmit: (keys: string) => `Grant ${keys}`,
  takeSubmit: (keys: string) => `Revoke ${keys}`,
  done: (name: string) => `The balance of ${name} is changed.`,
};

export const customers = {
  title: 'Customers',
  description: 'Users who redeemed your keys.',
  list: 'Customers',
  name: 'Name',
  keys: 'Redeemed keys',
  last: 'Last redeemed',
  empty: 'No customers yet',
  emptyText: 'Users appear here after they redeem a key.',
};
