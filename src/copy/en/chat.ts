// English texts of the chat.
import { catalogue } from '../sentences.ts';

export const chat = catalogue({
  title: 'Chat',
  lead: 'Chat with others who use {brand}. They see your user name.',
  /** Shown to users who signed in with only a key. */
  leadByKey: 'Chat with others who use {brand}. They see the last characters of your key.',
  /** The accessible name of the message list. */
  messages: 'Messages',
  reading: 'Loading messages…',
  empty: 'No messages yet.',
  newMessages: 'New since your last visit',
  /** Shown beside the user's own messages. */
  you: 'you',
  /** Must fit on one line. */
  stale: "New messages can't be loaded right now.",
  label: 'Your message',
  hint: 'Press Enter to send, Shift and Enter for a new line.',
  /** {count}: the number of characters; {most}: the maximum. */
  length: '{count} of {most} characters.',
  tooLong: 'A message can have up to {most} characters. This one has {count}.',
  blank: 'Enter a message first.',
  send: 'Send',
  sending: 'Sending…',
  sent: 'Your message was sent.',
  lost: "Your message doesn't appear in the chat as you wrote it. Check before you try again.",
  unknown: 'Your message may have been sent. Check before you try again.',
  /** {name}: the author. */
  newMessageFrom: 'New message from {name}.',
  newMessageCount: {
    one: '{count} new message.',
    other: '{count} new messages.',
  },
});

/** Failures of sending a message. */
export const chatRefusals = catalogue({
  'channel-unknown': {
    title: "This chat isn't open",
    text: "{brand} hasn't opened it, or has closed it. Your message wasn't sent.",
  },
  'chat-too-fast': {
    title: 'Too many messages',
    text: "You're sending messages too quickly. Try again in a moment.",
    brief: "You're sending messages too quickly. Try again in a moment.",
  },
  'message-blank': {
    title: "There's nothing to send",
    text: 'Enter a message first.',
    brief: "There's nothing to send. Enter a message first.",
  },
  'message-too-long': {
    title: 'This message is too long',
    text: 'Shorten it, then send it again.',
    brief: 'This message is too long. Shorten it, then send it again.',
  },
});

export const chatMuted = catalogue({
  title: "You can't write here right now",
  text: '{brand} has muted you in this chat. You can still read it.',
  /** {date}: the end of the mute. */
  until: '{brand} has muted you in this chat until {date}. You can still read it.',
});
