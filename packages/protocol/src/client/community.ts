// Client API: chats, the list of online users, and statistics.
import { z } from 'zod';
import { shortText, unixSeconds } from '../primitives.ts';
import { inSession, longText, messageOnly, success } from './common.ts';

/** A count as text. Some services send a number or a sentence. Any other type becomes "". */
const count = z.string().catch(({ value }) => (typeof value === 'number' ? String(value) : ''));

const counts = z.object({
  numUsers: count,
  numOnlineUsers: count,
  numKeys: count,
  version: z.string().catch(''),
  customerPanelLink: z.string().catch(''),
});

const onlineUser = z.object({ credential: z.string() });
/** Old documentation shows an object instead of the list (docs/protocol.md#statistics). */
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
      'Returns the last 50 messages of a channel, oldest first. An unknown channel has no messages.',
    needs: 'sign-in',
    failures: [],
  },
  chatsend: {
    request: z.object({ ...inSession, channel: shortText, message: longText(8000) }),
    success: messageOnly,
    summary: 'Sends a message to a channel.',
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
    summary:
      'Returns the users who are signed in. Names are masked after 10 characters. The list is up to 30 minutes old.',
    needs: 'session',
    failures: ['nobody-online'],
  },
  fetchStats: {
    request: z.object(inSession),
    success: z.object({ ...success, appinfo: counts }),
    summary:
      'Returns the number of users, online users and licenses. The numbers are up to an hour old.',
    needs: 'session',
    failures: [],
  },
} as const;
