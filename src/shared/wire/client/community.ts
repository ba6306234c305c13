// What users of an application see of each other by the client API: chats, who is online, how many there are.
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import { inSession, longText, messageOnly, success } from './common.ts';

const counts = z.object({
  numUsers: z.string(),
  numOnlineUsers: z.string(),
  numKeys: z.string(),
  version: z.string(),
  customerPanelLink: z.string(),
});
export const communitySpec = {
  chatget: {
    request: z.object({ ...inSession, channel: shortText }),
    success: z.object({
      ...success,
      messages: z.array(
        z.object({ author: z.string(), message: z.string(), timestamp: z.number() }),
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
    success: z.object({ ...success, users: z.array(z.object({ credential: z.string() })) }),
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
