// Seller API: chat channels and muted users (docs/protocol.md#seller-operations).
import { z } from 'zod';
import { maxChatDelay } from '../limits.ts';
import { shortText, username } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { chatMessagesApi } from './chat-messages.ts';
import { maskedUser } from './masked-user.ts';

const delay = wholeNumber(0, maxChatDelay);
/** Duration of a mute in seconds, at most 10 years. */
const muteTime = wholeNumber(1, 315_360_000);

const chat = z.object({ name: z.string(), delay: z.string() });
/** `time` is the end of the mute in unix seconds. */
const mute = z.object({ user: z.string(), ...maskedUser, time: z.string() });

export const chatsApi = {
  addchannel: {
    summary:
      'Creates a channel. `delay` is the number of seconds that a user waits between two messages.',
    request: z.object({ name: shortText, delay }),
    answer: z.object({}),
    message: 'Successfully created channel!',
    failures: { 'channel-exists': 'Channel already exists!' },
    scope: 'all',
    changes: ['name', 'delay'],
  },
  editchan: {
    summary: 'Changes the delay of a channel. It applies from the next message on.',
    request: z.object({ name: shortText, delay }),
    names: { name: 'channel' },
    answer: z.object({}),
    message: 'Successfully updated channel!',
    failures: { 'channel-unknown': 'Failed to update channel!' },
    scope: 'all',
    changes: ['name', 'delay'],
  },
  delchannel: {
    summary: 'Deletes a channel and its messages.',
    request: z.object({ name: shortText }),
    names: { name: 'channel' },
    answer: z.object({}),
    message: 'Successfully deleted channel!',
    failures: { 'channel-unknown': 'Failed to delete channel!' },
    scope: 'all',
    changes: ['name'],
  },
  clearchannel: {
    summary: 'Deletes all messages of a channel.',
    request: z.object({ name: shortText }),
    names: { name: 'channel' },
    answer: z.object({}),
    message: 'Successfully cleared channel!',
    failures: { 'channel-unknown': 'Failed to clear channel!' },
    scope: 'all',
    changes: ['name'],
  },
  muteuser: {
    summary: 'Mutes a user in all channels for `time` seconds from now.',
    request: z.object({ user: username, time: muteTime }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully muted user!',
    failures: { 'user-unknown': 'User not found!' },
    scope: 'all',
    changes: ['user', 'time'],
  },
  unmuteuser: {
    summary: 'Ends the mute of a user.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully unmuted user!',
    failures: { 'user-unknown': 'User not found!', 'user-not-muted': 'User is not muted!' },
    scope: 'all',
    changes: ['user'],
  },
  fetchallchats: {
    summary: 'Returns all channels, sorted by name.',
    request: z.object(pageRequest),
    answer: z.object({ chats: z.array(chat), ...pageAnswer }),
    message: 'Successfully retrieved channels',
    failures: {},
    scope: 'read',
    changes: null,
  },
  fetchallmutes: {
    summary: 'Returns the muted users and when each mute ends, in the order of `fetchallusers`.',
    request: z.object(pageRequest),
    answer: z.object({ mutes: z.array(mute), ...pageAnswer }),
    message: 'Successfully retrieved mutes',
    failures: {},
    scope: 'read',
    changes: null,
  },
  ...chatMessagesApi,
} as const satisfies SellerGroup;
