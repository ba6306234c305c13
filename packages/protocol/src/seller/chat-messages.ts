// Seller API: messages in chat channels (docs/protocol.md#seller-operations).
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import type { SellerGroup } from '../seller-spec.ts';
import { maskedUser } from './masked-user.ts';

const chatMessage = z.object({
  id: z.string(),
  /** The name in the channel: that of the user at the time, masked if it is a license key. */
  author: z.string(),
  /** Current name of the user, or null for a message of no user. */
  user: z.string().nullable(),
  ...maskedUser,
  message: z.string(),
  /** Unix seconds. */
  timestamp: z.string(),
});

export const chatMessagesApi = {
  fetchmessages: {
    summary:
      'Returns the messages of a channel, newest first. A channel keeps 50. `author` is the name that the channel shows, `user` the current name of the user.',
    request: z.object({ name: shortText, ...pageRequest }),
    names: { name: 'channel' },
    answer: z.object({ messages: z.array(chatMessage), ...pageAnswer }),
    message: 'Successfully retrieved messages',
    failures: { 'channel-unknown': 'Channel not found!' },
    scope: 'read',
    changes: null,
    isExtension: true,
  },
  delmessage: {
    summary: 'Deletes one message of a channel.',
    request: z.object({ id: shortText }),
    answer: z.object({}),
    message: 'Successfully deleted message!',
    failures: { 'message-unknown': 'Message not found!' },
    scope: 'support',
    changes: ['id'],
    isExtension: true,
  },
} as const satisfies SellerGroup;
