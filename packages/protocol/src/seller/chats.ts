// Chats in the seller API (contract 7.3): channels, and users who may not write into them.
import { z } from 'zod';
import { shortText, username } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { wholeNumber, type SellerGroup } from '../seller-spec.ts';

/** Seconds between two messages of a user; 30 days at most. */
const delay = wholeNumber(0, 2_592_000);
/** Seconds; 10 years at most. */
const muteTime = wholeNumber(1, 315_360_000);

const chat = z.object({ name: z.string(), delay: z.string() });
/** `time`: until when, unix seconds. */
const mute = z.object({ user: z.string(), time: z.string() });

export const chatsApi = {
  addchannel: {
    summary: 'Adds a channel; `delay`: seconds that a user waits between two messages.',
    request: z.object({ name: shortText, delay }),
    answer: z.object({}),
    message: 'Successfully created channel!',
    failures: ['Channel already exists!'],
    scope: 'all',
    changes: ['name', 'delay'],
  },
  editchan: {
    summary: 'Changes the delay of a channel, from the next message on.',
    request: z.object({ name: shortText, delay }),
    names: { name: 'channel' },
    answer: z.object({}),
    message: 'Successfully updated channel!',
    failures: ['Failed to update channel!'],
    scope: 'all',
    changes: ['name', 'delay'],
  },
  delchannel: {
    summary: 'Removes a channel and its messages.',
    request: z.object({ name: shortText }),
    names: { name: 'channel' },
    answer: z.object({}),
    message: 'Successfully deleted channel!',
    failures: ['Failed to delete channel!'],
    scope: 'all',
    changes: ['name'],
  },
  clearchannel: {
    summary: 'Removes all messages of a channel.',
    request: z.object({ name: shortText }),
    names: { name: 'channel' },
    answer: z.object({}),
    message: 'Successfully cleared channel!',
    failures: ['Failed to clear channel!'],
    scope: 'all',
    changes: ['name'],
  },
  muteuser: {
    summary: 'Keeps a user from writing into any channel for `time` seconds from now.',
    request: z.object({ user: username, time: muteTime }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully muted user!',
    failures: ['User not found!'],
    scope: 'all',
    changes: ['user', 'time'],
  },
  unmuteuser: {
    summary: 'Lets a user write again.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully unmuted user!',
    failures: ['User not found!', 'User is not muted!'],
    scope: 'all',
    changes: ['user'],
  },
  fetchallchats: {
    summary: 'All channels, by their names.',
    request: z.object(pageRequest),
    answer: z.object({ chats: z.array(chat), ...pageAnswer }),
    message: 'Successfully retrieved channels',
    failures: [],
    scope: 'read',
    changes: null,
  },
  fetchallmutes: {
    summary: 'The users who are muted now and until when, by their names.',
    request: z.object(pageRequest),
    answer: z.object({ mutes: z.array(mute), ...pageAnswer }),
    message: 'Successfully retrieved mutes',
    failures: [],
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;
