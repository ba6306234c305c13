// The chat of a brand's users: polled at an interval while it is open, and interrupted by every
// other command. Its texts come from other users, and from services that may lie.
import { describe, expect, test } from 'vitest';
import { chatIntervalMs, maxMessages } from '../../src/main/core/flows/chat.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { chats, hello, line, openChat, stopChat, chatAnswer } from './chat-parts.ts';
import { anna } from './harness.ts';

describe('reading', () => {
  test('returns authors, texts and times of the configured channel', async () => {
    const { read, http, session } = await openChat();
    expect(await read()).toEqual({
      messages: [
        { author: 'bob', text: 'Hello', at: 1_700_000_000_000, isOwn: false, isNew: false },
        { author: 'anna', text: 'Hi Bob', at: 1_700_000_001_000, isOwn: true, isNew: false },
      ],
    });
    expect(http.sent.at(-1)?.params).toMatchObject({ type: 'chatget', channel: 'general' });
    // The snapshot contains no message.
    expect(JSON.stringify(session())).not.toContain('Hello');
  });

  test('is off unless a channel is configured', async () => {
    const { handlers, asked } = await openChat({});
    expect(await handlers.readChat({})).toMatchObject({ failure: { code: 'cancelled' } });
    expect(await handlers.sendChat({ message: 'x' })).toMatchObject({
      failure: { code: 'cancelled' },
    });
    expect(asked()).toEqual([]);
  });

  test('polls every ten seconds, and never while the chat is closed', async () => {
    const { read, handlers, clock, asked } = await openChat();
    await clock.advance(10 * chatIntervalMs);
    expect(asked()).toEqual([]);
    await read();
    const second = read();
    await clock.advance(0.89 * chatIntervalMs);
    expect(asked()).toHaveLength(1);
    await clock.advance(0.22 * chatIntervalMs);
    await second;
    expect(asked()).toHaveLength(2);
    const third = handlers.readChat({});
    await handlers.stopReading(stopChat);
    expect(await third).toMatchObject({ failure: { code: 'cancelled' } });
    await clock.advance(10 * chatIntervalMs);
    expect(asked()).toHaveLength(2);
  });

  test('waits longer if the service is unreachable or requests a wait', async () => {
    const { handlers, http, clock, asked } = await openChat();
    http.on('chatget', { fault: 'offline' });
    expect(await handlers.readChat({})).toMatchObject({ failure: { code: 'offline' } });
    http.on('chatget', refusal('rate-limited', { retryAfter: 90 }));
    const second = handlers.readChat({});
    await clock.advance(26_000);
    expect(asked()).toHaveLength(1);
    await clock.advance(8000);
    expect(await second).toMatchObject({ failure: { code: 'rate-limited' } });
    const third = handlers.readChat({});
    await clock.advance(85_000);
    expect(asked()).toHaveLength(2);
    await clock.advance(20_000);
    await third;
    expect(asked()).toHaveLength(3);
  });

  test('stops if the service has no chats', async () => {
    const { handlers, http, asked, session } = await openChat();
    http.on('chatget', refusal('type-unknown'));
    expect(await handlers.readChat({})).toMatchObject({ failure: { code: 'type-unknown' } });
    expect(session().unsupported).toEqual(['chat']);
    expect(await handlers.readChat({})).toMatchObject({ failure: { code: 'cancelled' } });
    expect(asked()).toHaveLength(1);
  });

  test('continues while the app runs and owns the session', async () => {
    const { read, http, handlers, at, clock } = await openChat();
    await handlers.launch({});
    at('running');
    expect((await read()).messages).toHaveLength(2);
    http.on('chatget', refusal('session-gone'));
    const next = handlers.readChat({});
    await clock.advance(2 * chatIntervalMs);
    expect(await next).toMatchObject({ failure: { code: 'session-gone' } });
    at('running');
  });
});

describe('the mark of new messages', () => {
  test('covers messages of others after the last viewing, and stays while the chat is open', async () => {
    const { read, handlers, kept, later } = await openChat();
    // The first viewing marks no message as new.
    expect((await read()).messages.map(({ isNew }) => isNew)).toEqual([false, false]);
    kept.push(line('bob', 'Seen', 1_700_000_010));
    const second = read();
    await later();
    expect((await second).messages.map(({ isNew }) => isNew)).toEqual([false, false, false]);
    await handlers.stopReading(stopChat);
    kept.push(line('bob', 'Unseen', 1_700_000_020), line('anna', 'My own', 1_700_000_021));
    const marked = [false, false, false, true, false];
    expect((await read()).messages.map(({ isNew }) => isNew)).toEqual(marked);
    const again = read();
    await later();
    expect((await again).messages.map(({ isNew }) => isNew)).toEqual(marked);
    await handlers.stopReading(stopChat);
    expect((await read()).messages.map(({ isNew }) => isNew)).toEqual(marked.map(() => false));
  });

  test('survives a restart, per account, without revealing names', async () => {
    const state = createFakeLocalState();
    const first = await openChat({ ...chats, state });
    await first.read();
    const seen = state.get().chatSeenAt;
    expect(Object.values(seen)).toEqual([1_700_000_001_000]);
    expect(JSON.stringify(seen)).not.toContain('anna');
    const lines = [...hello, line('bob', 'Later', 1_700_000_050)];
    const second = await openChat({ ...chats, state }, lines);
    expect((await second.read()).messages.at(-1)).toMatchObject({ text: 'Later', isNew: true });

    const zoe = await openChat({ ...chats, state }, lines);
    zoe.http.on('login', { success: true, info: accountInfo('zoe') });
    await zoe.handlers.signOut({});
    await zoe.handlers.signIn({ ...anna, username: 'zoe', remember: false });
    expect((await zoe.read()).messages.map(({ isNew }) => isNew)).toEqual([false, false, false]);
    expect(Object.keys(state.get().chatSeenAt)).toHaveLength(2);
    expect(state.get().chatSeenAt).toMatchObject({ ...seen, ...state.get().chatSeenAt });
  });

  test('covers messages that follow a message dated far in the future', async () => {
    const { read, handlers, kept, clock } = await openChat(chats, [
      line('bob', 'x', 9_000_000_000_000),
    ]);
    await read();
    await handlers.stopReading(stopChat);
    kept.push(line('bob', 'Now', Math.floor(clock.now() / 1000) + 60));
    expect((await read()).messages.at(-1)).toMatchObject({ text: 'Now', isNew: true });
  });

  test('survives a rename of the user', async () => {
    const { read, handlers, parts } = await openChat();
    await read();
    const [[before, at] = ['', 0]] = Object.entries(parts.state.get().chatSeenAt);
    await handlers.changeUsername({ newUsername: 'anne' });
    expect(Object.values(parts.state.get().chatSeenAt)).toEqual([at]);
    expect(parts.state.get().chatSeenAt).not.toHaveProperty(before);
  });
});

describe('hostile texts', () => {
  test('the newest hundred of ten thousand messages are shown', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => line('bob', String(index)));
    const { read } = await openChat(chats, many);
    const { messages } = await read();
    expect(messages).toHaveLength(maxMessages);
    expect(messages.at(-1)).toMatchObject({ text: '9999' });
  });

  test('texts are bounded, readable and have at most twenty lines', async () => {
    const { read } = await openChat(chats, [
      line('\u202eevil', 'a\u202eb\u0007c\u200b'),
      line('<b>', '<img src=x onerror=alert(1)> https://evil.example'),
      line('bob', 'Z\u0300\u0301\u0302\u0303'.repeat(400)),
      line('bob', 'x'.repeat(100_000)),
      line('bob', 'y\n'.repeat(1000)),
      line('bob', '\u200b\n\0'),
      line('z'.repeat(500), '\ud800 half'),
    ]);
    const { messages } = await read();
    expect(messages.map(({ author }) => author).slice(0, 2)).toEqual(['evil', '<b>']);
    expect(messages[0]?.text).toBe('a b c');
    expect(messages[1]?.text).toBe('<img src=x onerror=alert(1)> https://evil.example');
    expect(messages).toHaveLength(6);
    for (const { author, text } of messages) {
      expect(Array.from(author).length).toBeLessThanOrEqual(100);
      expect(Array.from(text).length).toBeLessThanOrEqual(2000);
      expect(text.split('\n').length).toBeLessThanOrEqual(20);
      expect(text).not.toMatch(/(?!\n)\p{Cc}|[\p{Cs}\u200b\u202e]|\p{M}{3}/u);
    }
  });

  test.each([
    ['a text in place of the list', { success: true, messages: 'many' }],
    ['an incomplete message', chatAnswer([line('bob', 'x'), { author: 'bob' }])],
    ['an invalid time', chatAnswer([{ ...line('bob', 'x'), timestamp: 'noon' }])],
    ['an answer without messages', { success: true, message: 'ok' }],
  ] as const)('%s is an invalid answer', async (_, answer) => {
    const { handlers, http, at } = await openChat();
    http.on('chatget', answer);
    expect(await handlers.readChat({})).toMatchObject({ failure: { code: 'bad-reply' } });
    at('ready');
  });

  test('a key that a user signed in with is never shown in full', async () => {
    const key = 'NWND-7F3Q-2MXX-91KD';
    const { handlers, http, clock } = await openChat();
    http.on('license', { success: true, info: accountInfo(key) });
    await handlers.signOut({});
    await handlers.signInWithKey({ key, remember: false });
    http.on(
      'chatget',
      chatAnswer([line(key, 'one'), line('****91KD', 'two'), line('****0000', 'three')]),
    );
    const answer = await handlers.readChat({});
    await clock.advance(0);
    expect(JSON.stringify(answer)).not.toContain(key);
    expect(answer).toMatchObject({
      value: { messages: [{ isOwn: true }, { isOwn: true }, { author: '****0000', isOwn: false }] },
    });
  });
});
