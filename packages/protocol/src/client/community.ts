// What users of an application see of each other by the client API: chats, who is online, how many there are.
import { z } from 'zod';
import { shortText, unixSeconds } from '../primitives.ts';
import { inSession, longText, messageOnly, success } from './common.ts';

/** Ours is text; others send numbers, or a sentence. Empty: what came was neither. */
const count = z.string().catch(({ value }) => (typeof value === 'number' ? String(value) : ''));

const counts = z.object({
  numUsers: count,
  numOnlineUsers: count,
  numKeys: count,
  version: z.string().catch(''),
  customerPanelLink: z.string().catch(''),
});

const onlineUser = z.object({ credential: z.string() });
/** Old documents show one object in place of the list (contract 1.13). */
const onlineUsers = z.union([z.array(onlineUser), onlineUser.transform((single) => [single])]);
export const communitySpec = {
  chatget: {
    request: z.object({ ...inSession, channel: shortText }),
    success: z.object({
      ...success,
      messages: z.array(
        z.object({ author: z.string(), message: z.string(), timestamp: unixSeconds }),
      ),
    }),
    summary:
      'The last 50 messages of a channel, oldest first; none of a channel that is not known.',
    needs: 'sign-in',
    failures: [],
  },
  chatsend: {
    request: z.object({ ...inSession, channel: shortText, message: longText(8000) }),
    success: messageOnly,
    summary: 'Writes a message into a channel.',
    needs: 'sign-in',
    once: true,
    failures: [
      'channel-unknown',
      'chat-too-fast',
      'chat-muted',
      'message-blank',
      'message-too-long',
    ],
  },
  fetchOnline: {
    request: z.object(inSession),
    success: z.object({ ...success, users: onlineUsers }),
    summary: 'Who is signed in; names are masked after 10 characters. Up to 30 minutes old.',
    needs: 'session',
    failures: ['nobody-online'],
  },
  fetchStats: {
    request: z.object(inSession),
    success: z.object({ ...success, appinfo: counts }),
    summary: 'How many users, users online and keys there are. Up to an hour old.',
    needs: 'session',
    failures: [],
  },
} as const;
