// Handlers of the community commands: users online, statistics and chat. They refuse a feature
// that is not configured.
import { type Handlers } from '../../shared/contract.ts';
import { fail, ok } from '../../shared/failure.ts';
import { chatEveryMs, createChat, type ChatParts } from './flows/chat.ts';
import { communityEveryMs, readCommunity, type CommunityParts } from './flows/community.ts';
import { createPolling, type PollingParts } from './flows/polling.ts';

type Needed = 'config' | 'failures' | 'lanes' | 'publisher';
export type Readings = ReturnType<typeof createReadings>;

/** Creates the polling of community and chat, which runs while the page shows them. */
export function createReadings(core: CommunityParts & ChatParts & PollingParts) {
  const chatFlow = createChat(core);
  const community = createPolling(core, {
    everyMs: communityEveryMs,
    read: (turn) => readCommunity(core, turn),
  });
  const paced = createPolling(core, { everyMs: chatEveryMs, read: chatFlow.read });
  const chat = {
    send: chatFlow.send,
    async next() {
      const result = await paced.next();
      if (result.ok) chatFlow.shown(result.value);
      return result;
    },
    stop(): void {
      paced.stop();
      chatFlow.leave();
    },
  };
  return {
    community,
    chat,
    giveWay(): void {
      community.giveWay();
      paced.giveWay();
    },
    stop(): void {
      community.stop();
      chat.stop();
    },
  };
}

export function createCommunityHandlers(
  { config, failures, lanes, publisher }: Pick<CommunityParts & ChatParts, Needed>,
  readings: Readings,
): Pick<Handlers, 'readCommunity' | 'readChat' | 'sendChat' | 'stopReading'> {
  const { online, stats, chatChannel } = config.community;
  const off = () => fail(failures.make({ code: 'cancelled' }));
  const isChatOn = () => chatChannel !== undefined && !publisher.session().lacking.includes('chat');
  return {
    readCommunity: () => (online || stats ? readings.community.next() : off()),
    readChat: () => (isChatOn() ? readings.chat.next() : off()),
    sendChat: ({ message }) =>
      lanes.session('sendChat', (action) => readings.chat.send(action, message)),
    stopReading({ what }) {
      readings[what].stop();
      return ok(null);
    },
  };
}
