// A loader with a chat, and a service that stores the messages it receives.
import { chatIntervalMs } from '../../src/main/core/flows/chat.ts';
import type { Chat } from '../../src/shared/chat.ts';
import type { Scripted } from '../support/fake-http.ts';
import { atReady, type HarnessOptions } from './harness.ts';

export const chats: HarnessOptions = { config: { community: { chatChannel: 'general' } } };
export const stopChat = { what: 'chat' } as const;

export interface Line {
  readonly author: string;
  readonly message: string;
  readonly timestamp: number | string;
}
export const line = (
  author: string,
  message: string,
  timestamp: number | string = 1_700_000_000,
): Line => ({
  author,
  message,
  timestamp,
});

export const chatAnswer = (messages: readonly unknown[]): Scripted => ({ success: true, messages });
export const hello = [line('bob', 'Hello'), line('anna', 'Hi Bob', '1700000001')];

/** Returns a signed-in loader whose service stores the messages it receives. */
export async function openChat(options: HarnessOptions = chats, lines: readonly Line[] = hello) {
  const harness = await atReady(options);
  const { http, clock, handlers } = harness;
  const kept = [...lines];
  http.on('chatget', () => chatAnswer(kept));
  http.on('chatsend', ({ params }) => {
    kept.push(line('anna', params['message'] ?? '', 1_700_000_100));
    return { success: true, message: 'Successfully sent chat message' };
  });
  const asked = () => http.types().filter((type) => type.startsWith('chat'));
  const read = async (): Promise<Chat> => {
    const answer = await handlers.readChat({});
    if (!answer.ok) throw new Error(`not read: ${answer.failure.code}`);
    return answer.value;
  };
  const send = async (message = 'News') => handlers.sendChat({ message });
  return { ...harness, kept, asked, read, send, later: () => clock.advance(1.1 * chatIntervalMs) };
}
