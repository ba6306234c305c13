// English: blacklist and whitelist, and the confirmation of bulk deletions.
export const lists = {
  title: 'Access lists',
  columns: { entry: 'Entry', kind: 'Kind', reason: 'Reason of the ban', ip: 'IP address' },
  kinds: { ip: 'IP address', hwid: 'Computer' },
  deviceId: 'Device ID',
  addVerb: 'Add',
  added: (entry: string) => `${entry} added`,
  remove: 'Remove',
  removeLabel: (entry: string) => `Remove ${entry}`,
  removeTitle: (entry: string) => `Remove ${entry}?`,
  removed: (entry: string) => `${entry} removed`,
  black: {
    title: 'Blacklist',
    text: 'IP addresses and computers that can’t sign in. Bans add entries, too.',
    add: 'Block an address or computer',
    addText: 'Nobody can sign in from it until you remove it.',
    removeText: 'Users can sign in from it again.',
    removeOfBan: 'Users can sign in from it again. The ban itself stays.',
    clear: 'Empty the blacklist',
    clearText: 'All entries are removed, also those of bans. The bans stay.',
    empty: 'Nothing is blocked',
    emptyText: 'Block an address to keep it from signing in.',
  },
  white: {
    title: 'Whitelist',
    text: 'IP addresses that are never blocked and have no request limit.',
    add: 'Trust an address',
    addText: 'The blacklist and the general request limit no longer apply to it.',
    removeText: 'The blacklist and the request limit apply to it again.',
    clear: 'Empty the whitelist',
    clearText: 'The blacklist and the request limit apply to all of them again.',
    empty: 'No address is trusted',
    emptyText: 'Trust the address of your own servers or office.',
  },
};

export const bulk = {
  counting: 'Counting…',
  nothing: 'There is nothing to delete.',
  delete: (count: string, number: number) =>
    number === 1 ? 'Delete 1 entry' : `Delete ${count} entries`,
  deleted: (count: string, number: number) =>
    number === 1 ? '1 entry deleted' : `${count} entries deleted`,
};
