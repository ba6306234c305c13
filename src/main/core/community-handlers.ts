// Handlers of the community commands: users online, statistics and chat. They refuse a feature
// that is not configured.
import { type Handlers } from '../../shared/contract.ts';
import { fail, ok } from '../../shared/failure.ts';
import { chatIntervalMs, createChat, type ChatParts } from './flows/chat.ts';
import { communityIntervalMs, readCommunity, type CommunityParts } from './flows/community.ts';
import { createPolling, type PollingParts } from './flows/polling.ts';

type Needed = 'config' | 'failures' | 'commandRunner' | 'publisher';
export type CommunityPolling = ReturnType<typeof createCommunityPolling>;

/** Creates the polling of community and chat, which runs while the page shows them. */
export function createCommunityPolling(core: CommunityParts & ChatParts & PollingParts) {
  const chatFlow = createChat(core);
  const community = createPolling(core, {
    intervalMs: communityIntervalMs,
    read: (turn) => readCommunity(core, turn),
  });
  const chatPolling = createPolling(core, { intervalMs: chatIntervalMs, read: chatFlow.read });
  const chat = {
    send: chatFlow.send,
    async next() {
      const result = await chatPolling.next();
      if (result.ok) chatFlow.markShown(result.value);
      return result;
    },
    stop(): void {
      chatPolling.stop();
      chatFlow.leave();
    },
  };
  return {
    community,
    chat,
    interrupt(): void {
      community.interrupt();
      chatPolling.interrupt();
    },
    stop(): void {
      community.stop();
      chat.stop();
    },
  };
}

export function createCommunityHandlers(
  { config, failures, commandRunner, publisher }: Pick<CommunityParts & ChatParts, Needed>,
  communityPolling: CommunityPolling,
): Pick<Handlers, 'readCommunity' | 'readChat' | 'sendChat' | 'stopReading'> {
  const { online, stats, chatChannel } = config.community;
  const refuse = () => fail(failures.make({ code: 'cancelled' }));
  const isChatOn = () =>
    chatChannel !== undefined && !publisher.session().unsupported.includes('chat');
  return {
    readCommunity: () => (online || stats ? communityPolling.community.next() : refuse()),
    readChat: () => (isChatOn() ? communityPolling.chat.next() : refuse()),
    sendChat: ({ message }) =>
      commandRunner.run('sendChat', (action) => communityPolling.chat.send(action, message)),
    stopReading({ what }) {
      communityPolling[what].stop();
      return ok(null);
    },
  };
}
