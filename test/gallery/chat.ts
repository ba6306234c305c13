// Pictures of the chat: empty to full, with new messages, and with every reply to a message.
import type { Page } from '@playwright/test';
import type { Chat, ChatMessage, SentChat } from '../../src/shared/chat.ts';
import type { Failure } from '../../src/shared/failure.ts';
import type { Session } from '../../src/shared/session.ts';
import { failureOf, longName, nowMs, ready, rightToLeftName } from '../screens/samples.ts';
import type { OpenOptions } from '../screens/screen-page.ts';
import type { Picture } from './picture.ts';

const minute = 60_000;

export const chats = { community: { online: false, stats: false, chat: true } } as const;

export function written(
  author: string,
  text: string,
  minutesAgo: number,
  more: Partial<ChatMessage> = {},
): ChatMessage {
  return { author, text, at: nowMs - minutesAgo * minute, isOwn: false, isNew: false, ...more };
}

const talk: readonly ChatMessage[] = [
  written('bob', 'Has anybody tried the new renderer on a laptop?', 1500),
  written('anna', 'Yes, since yesterday. Draft is quick enough, Best needs a while.', 58, {
    isOwn: true,
  }),
  written('bernadette', 'Same here.\nTurn off previews, that helps a lot.', 40),
];
export const some: Chat = { messages: talk };
export const withNew: Chat = {
  messages: [
    ...talk,
    written('zoe', 'There is a guide now: https://northwind.example/guide', 12, { isNew: true }),
    written('bob', 'Thanks!', 3, { isNew: true }),
  ],
};
const hostile: Chat = {
  messages: [
    written(longName, '<b>bold</b> <img src=x> [link](https://evil.example) **stars**', 30),
    written(rightToLeftName, 'שלום לכולם', 20),
    written('x'.repeat(100), 'y'.repeat(2000), 10),
    ...Array.from({ length: 60 }, (_, index) => written('zoe', `Line ${String(index)}`, 5)),
  ],
};

export const chatReply = (value: Chat) => ({ result: { ok: true, value } }) as const;
const failed = (failure: Failure) => ({ result: { ok: false, failure } }) as const;
const sent = (value: SentChat) => ({ result: { ok: true, value } }) as const;

export function opened(chat: Chat, replies: OpenOptions['replies'] = {}): OpenOptions {
  return {
    phase: ready,
    info: chats,
    replies: { readChat: [chatReply(chat), 'hold'], ...replies },
  };
}

export async function openChat(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Chat' }).click();
  await page.getByLabel('Your message').waitFor();
}

export async function writeInChat(page: Page): Promise<void> {
  await page.getByLabel('Your message').fill('See you there.');
}

async function openAndSend(page: Page): Promise<void> {
  await openChat(page);
  await writeInChat(page);
  await page.getByRole('button', { name: 'Send' }).click();
}

function refused(name: string, failure: Failure): Picture {
  return { name, open: opened(some, { sendChat: [failed(failure)] }), act: openAndSend };
}

const unreachable = failureOf({ code: 'offline' });
const lacking: Partial<Session> = { unsupported: ['chat'] };

export const chatPictures: readonly Picture[] = [
  { name: 'on-ready', open: opened(some) },
  { name: 'on-ready-lacking', open: { ...opened(some), session: lacking } },
  { name: 'reading', open: { ...opened(some), replies: { readChat: ['hold'] } }, act: openChat },
  { name: 'empty', open: opened({ messages: [] }), act: openChat },
  { name: 'messages', open: opened(some), act: openChat },
  { name: 'new', open: opened(withNew), act: openChat },
  { name: 'hostile', open: opened(hostile), act: openChat },
  {
    name: 'by-key',
    open: {
      ...opened(some),
      phase: { ...ready, account: { ...ready.account, username: 'NWND-••••-91KD', byKey: true } },
    },
    act: openChat,
  },
  {
    name: 'while-running',
    open: { ...opened(some), phase: { ...ready, kind: 'running' } },
    act: openChat,
  },
  { name: 'sending', open: opened(some, { sendChat: ['hold'] }), act: openAndSend },
  {
    name: 'sent',
    open: opened(some, {
      sendChat: [
        sent({
          outcome: 'sent',
          chat: { messages: [...talk, written('anna', 'See you there.', 0, { isOwn: true })] },
        }),
      ],
    }),
    act: openAndSend,
  },
  {
    name: 'lost',
    open: opened(some, { sendChat: [sent({ outcome: 'lost', chat: some })] }),
    act: openAndSend,
  },
  {
    name: 'unknown',
    open: opened(some, { sendChat: [sent({ outcome: 'unknown', chat: null })] }),
    act: openAndSend,
  },
  {
    name: 'too-long',
    open: opened(some),
    async act(page) {
      await openChat(page);
      await page.getByLabel('Your message').fill('Hello. '.repeat(300));
      await page.getByRole('button', { name: 'Send' }).click();
    },
  },
  refused('pause', failureOf({ code: 'chat-too-fast', retryAt: nowMs + 7000 })),
  refused('muted', failureOf({ code: 'chat-muted', retryAt: nowMs + 90 * minute })),
  refused('muted-for-good', failureOf({ code: 'chat-muted', retryAt: null })),
  refused('not-open', failureOf({ code: 'channel-unknown' })),
  {
    name: 'unreachable',
    open: { ...opened(some), replies: { readChat: [failed(unreachable), 'hold'] } },
    act: openChat,
  },
  {
    name: 'stale',
    open: {
      ...opened(some),
      replies: { readChat: [chatReply(some), failed(unreachable), 'hold'] },
    },
    async act(page) {
      await openChat(page);
      await page.getByText("New messages can't be loaded right now.").waitFor();
    },
  },
];
