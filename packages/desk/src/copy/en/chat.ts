// English: chat channels, their messages, and muted users.
import { maxChatDelay } from '@latchkey/protocol/limits.ts';

export const chat = {
  title: 'Chat',
  text: 'Channels that your users read and write in.',
  channels: 'Channels',
  muted: 'Muted users',
  empty: 'No channels yet',
  emptyText: 'Add one, and enter its name in the configuration of your loader.',
  columns: {
    channel: 'Channel',
    delay: 'Pause between messages',
    user: 'User',
    until: 'Muted until',
    author: 'Author',
    message: 'Message',
    time: 'Sent',
    actions: 'Actions',
  },
  noDelay: 'None',
  actionsOf: (name: string) => `Actions for ${name}`,
  add: 'Add channel',
  addText: 'Users of your loader and programs can read and write in it.',
  name: 'Name',
  delay: 'Seconds between two messages of a user',
  delayHint: '0 means no pause.',
  delayWrong: `Enter a whole number from 0 to ${maxChatDelay.toLocaleString('en')}.`,
  added: (name: string) => `${name} added`,
  changeDelay: 'Change the pause',
  changeDelayTitle: (name: string) => `Pause between messages in ${name}`,
  changeDelayText: 'It applies from the next message on.',
  changed: 'Pause changed',
  clear: 'Delete all messages',
  clearTitle: (name: string) => `Delete all messages in ${name}?`,
  clearText: 'The channel stays. The messages disappear for everybody.',
  remove: 'Delete channel',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: 'Users can’t read or write in it anymore.',
  removeCount: (count: string, number: number) =>
    number === 1 ? '1 message is deleted, too.' : `${count} messages are deleted, too.`,
  removeEmpty: 'It has no messages.',
  removed: (name: string) => `${name} deleted`,
  count: {
    delete: (count: string, number: number) =>
      number === 1 ? 'Delete 1 message' : `Delete ${count} messages`,
    deleted: (count: string, number: number) =>
      number === 1 ? '1 message deleted' : `${count} messages deleted`,
  },
};

export const chatMessages = {
  text: 'The newest 50 messages, newest first.',
  empty: 'No messages',
  emptyText: 'Messages of your users appear here.',
  actionsOf: (author: string, time: string) => `Message of ${author}, ${time}`,
  remove: 'Delete message',
  removeTitle: (author: string) => `Delete this message of ${author}?`,
  removeText: 'It disappears for everybody. The user can write again.',
  removed: 'Message deleted',
};

export const mutes = {
  text: 'Muted users read, but can’t write in any channel.',
  empty: 'Nobody is muted',
  emptyText: 'Mute somebody here, or from a message in a channel.',
  mute: 'Mute a user',
  muteAuthor: (name: string) => `Mute ${name}`,
  title: (name: string) => (name === '' ? 'Mute a user' : `Mute ${name}?`),
  muteText: 'The user can read, but not write in any channel until then.',
  user: 'User name',
  duration: 'Duration',
  submit: 'Mute',
  done: (name: string) => `${name} muted`,
  unmute: 'Unmute',
  unmuteLabel: (name: string) => `Unmute ${name}`,
  unmuteTitle: (name: string) => `Unmute ${name}?`,
  unmuteText: 'The user can write in all channels again.',
  unmuted: (name: string) => `${name} can write again`,
};
