// The words of the chat.
import { catalogue } from '../sentences.ts';

export const chat = catalogue({
  title: 'Chat',
  lead: 'With others who use {brand}. They see your user name beside what you write.',
  /** Who signed in with a key alone. */
  leadByKey:
    'With others who use {brand}. They see the last characters of your key beside what you write.',
  /** The list, for who hears it. */
  messages: 'Messages',
  reading: 'The chat is being read…',
  empty: 'Nobody has written anything yet.',
  fresh: 'New since your last look',
  /** Beside the name of whoever is signed in. */
  you: 'you',
  /** On one line. */
  stale: 'The chat cannot be read right now. This may be old.',
  label: 'Your message',
  hint: 'Enter sends. Shift and Enter begin a new line.',
  /** {count}: how many characters are there; {most}: how many are allowed. */
  length: '{count} of {most} characters.',
  tooLong: 'A message has up to {most} characters; this one has {count}.',
  blank: 'Write something first.',
  send: 'Send',
  sending: 'Sending…',
  sent: 'Your message is there.',
  lost: 'The service said that it took your message, but it is not there as you wrote it.',
  unknown: 'Nobody can say whether your message arrived. Look before you send it again.',
  /** {name}: who wrote it. */
  heardFrom: 'A new message from {name}.',
  heard: {
    one: '{count} new message.',
    other: '{count} new messages.',
  },
});

/** What the service refuses in a chat. */
export const chatRefusals = catalogue({
  'channel-unknown': {
    title: 'This chat is not open',
    text: '{brand} has not opened it, or has closed it. Your message was not sent.',
  },
  'chat-too-fast': {
    title: 'A short pause first',
    text: 'Between two messages of one user there is a pause in this chat. Send it again when that is over.',
    brief: 'Between two messages there is a pause in this chat. Send it when that is over.',
  },
  'message-blank': {
    title: 'There is nothing to send',
    text: 'Write something first.',
    brief: 'There is nothing to send. Write something first.',
  },
  'message-too-long': {
    title: 'This message is too long',
    text: 'The service does not take one of this length. Shorten it and send it again.',
    brief: 'The service does not take a message of this length. Shorten it.',
  },
});

export const chatMuted = catalogue({
  title: 'You cannot write here right now',
  text: '{brand} has muted you in this chat. You can read on.',
  /** {date}: when that ends. */
  until: '{brand} has muted you in this chat until {date}. You can read on.',
});
