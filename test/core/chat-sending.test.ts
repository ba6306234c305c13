// Sending chat messages: a message counts as sent only if the service returns it in a later answer.
// Also races with other commands.
import { describe, expect, test } from 'vitest';
import { chatIntervalMs } from '../../src/main/core/flows/chat.ts';
import { settled } from '../support/fake-clock.ts';
import { refusal, type Scripted } from '../support/fake-http.ts';
import { chats, hello, line, openChat, chatAnswer, type Line } from './chat-parts.ts';

describe('sending', () => {
  test('succeeds once the service returns the message on a new request', async () => {
    const { send, asked, http } = await openChat();
    expect(await send('News\nfor all')).toMatchObject({
      value: {
        outcome: 'sent',
        chat: { messages: [{}, {}, { text: 'News\nfor all', isOwn: true }] },
      },
    });
    expect(asked()).toEqual(['chatget', 'chatsend', 'chatget']);
    const sent = http.sent.find(({ params }) => params['type'] === 'chatsend');
    expect(sent?.params).toMatchObject({ channel: 'general', message: 'News\nfor all' });
    expect(sent?.newConnection).toBe(true);
  });

  test('puts a long message in the body of the request', async () => {
    const { send, http } = await openChat();
    expect(await send('字'.repeat(2000))).toMatchObject({ value: { outcome: 'sent' } });
    const sent = http.sent.find(({ params }) => params['type'] === 'chatsend');
    expect(sent?.method).toBe('POST');
    expect(sent?.url).not.toContain('message');
  });

  const lies: readonly (readonly [string, readonly Line[]])[] = [
    ['stores nothing', hello],
    ['stores the message for another user', [...hello, line('bob', 'News', 1_700_000_100)]],
    ['stores another text of this user', [...hello, line('anna', 'Buy this', 1_700_000_100)]],
    [
      'returns an earlier message with the same text',
      [line('anna', 'News', 1_600_000_000), ...hello],
    ],
  ];
  test.each(lies)('detects a service that answers "done" and %s', async (_, after) => {
    const { send, http } = await openChat();
    http.on('chatsend', () => {
      http.on('chatget', chatAnswer(after));
      return { success: true, message: 'Successfully sent chat message' };
    });
    expect(await send()).toMatchObject({ value: { outcome: 'lost' } });
  });

  test('treats the same text sent again as another message', async () => {
    const lines = [...hello, line('anna', 'News', 1_700_000_100)];
    const there = await openChat(chats, lines);
    expect(await there.send()).toMatchObject({ value: { outcome: 'sent' } });
    const lying = await openChat(chats, lines);
    lying.http.on('chatsend', { success: true, message: 'Successfully sent chat message' });
    expect(await lying.send()).toMatchObject({ value: { outcome: 'lost' } });
  });

  test('checks the chat after a lost answer', async () => {
    const arrived = await openChat();
    arrived.http.on('chatsend', () => {
      arrived.kept.push(line('anna', 'News', 1_700_000_100));
      return { fault: 'timeout' };
    });
    expect(await arrived.send()).toMatchObject({ value: { outcome: 'sent' } });
    const gone = await openChat();
    gone.http.on('chatsend', { fault: 'timeout' });
    expect(await gone.send()).toMatchObject({ failure: { code: 'timeout' } });
    const blind = await openChat();
    blind.http.on('chatsend', () => {
      blind.http.on('chatget', { fault: 'offline' });
      return { success: true, message: 'Successfully sent chat message' };
    });
    expect(await blind.send()).toMatchObject({ value: { outcome: 'unknown', chat: null } });
  });

  const now = 5_000_000;
  const refusals: readonly (readonly [Scripted, object])[] = [
    [refusal('channel-unknown'), { code: 'channel-unknown' }],
    [refusal('message-blank'), { code: 'message-blank' }],
    [refusal('message-too-long'), { code: 'message-too-long' }],
    [refusal('chat-too-fast', { retryAfter: 7 }), { code: 'chat-too-fast', retryAt: now + 7000 }],
    [refusal('chat-too-fast', { retryAfter: -7 }), { code: 'chat-too-fast', retryAt: now + 1000 }],
    [refusal('chat-too-fast', { retryAfter: 1e300 }), { retryAt: now + 86_400_000 }],
    [refusal('chat-too-fast'), { code: 'chat-too-fast', retryAt: null }],
    [refusal('chat-muted', { mutedUntil: 1_800_000_000 }), { retryAt: 1_800_000_000_000 }],
    [refusal('chat-muted', { mutedUntil: 'never' }), { code: 'chat-muted', retryAt: null }],
    // Services without reason codes.
    [
      { success: false, message: "Chat slower, you've hit the delay limit" },
      { code: 'chat-too-fast', retryAt: null, sellerText: null },
    ],
    [
      { success: false, message: "You're muted from chat until May 1, 2030, 9:00 am" },
      { code: 'chat-muted', sellerText: "You're muted from chat until May 1, 2030, 9:00 am" },
    ],
    [
      {
        success: false,
        reason: 'chat-muted',
        message: "You're muted from chat until May 1, 2030, 9:00 am",
        mutedUntil: 1_800_000_000,
      },
      { code: 'chat-muted', sellerText: null },
    ],
  ];
  test.each(refusals)('reports the refusal %j to the form', async (answer, failure) => {
    const { send, http, clock, at } = await openChat();
    clock.set(now);
    http.on('chatsend', answer);
    expect(await send()).toMatchObject({ ok: false, failure });
    at('ready');
  });
});

describe('races', () => {
  test('sending interrupts a read, which is repeated', async () => {
    const { handlers, http, send, clock } = await openChat();
    const release = http.hold('chatget');
    const reading = handlers.readChat({});
    await settled();
    expect(await send()).toMatchObject({ value: { outcome: 'sent' } });
    release(chatAnswer([line('bob', 'late')]));
    await clock.advance(2000);
    expect(await reading).toMatchObject({ value: { messages: { length: 3 } } });
  });

  test('other commands wait for a message in flight until it is cancelled', async () => {
    const { handlers, http, send, at, asked } = await openChat();
    const release = http.hold('chatsend');
    const sending = send();
    await settled();
    expect(await handlers.signOut({})).toMatchObject({ failure: { code: 'busy' } });
    expect(await handlers.sendChat({ message: 'Two' })).toMatchObject({
      failure: { code: 'busy' },
    });
    await handlers.cancel({});
    expect(await sending).toMatchObject({ failure: { code: 'cancelled' } });
    await handlers.signOut({});
    at('signed-out');
    release({ success: true, message: 'Successfully sent chat message' });
    await settled();
    at('signed-out');
    expect(asked().filter((type) => type === 'chatsend')).toHaveLength(1);
  });

  test('a sign-out aborts reads and drops late answers', async () => {
    const { handlers, http, clock, asked, at, parts } = await openChat();
    const release = http.hold('chatget');
    const reading = handlers.readChat({});
    await settled();
    await handlers.signOut({});
    release(chatAnswer(hello));
    await clock.advance(1000);
    expect(await reading).toMatchObject({ failure: { code: 'cancelled' } });
    at('signed-out');
    await clock.advance(10 * chatIntervalMs);
    expect(asked()).toHaveLength(1);
    expect(parts.state.get().chatSeenAt).toEqual({});
  });

  test.each(['chatget', 'chatsend'])(
    'a ban that %s reports only once leads to the screen for a ban',
    async (type) => {
      const { send, http, phase } = await openChat();
      http.on(type, refusal('banned'));
      http.on('check', refusal('session-gone'));
      expect(await send()).toMatchObject({ failure: { code: 'banned' } });
      expect(phase().kind).toBe('banned');
    },
  );

  test('the chat works while the app runs, and the end of the session is not shown', async () => {
    const { send, handlers, http, at } = await openChat();
    await handlers.launch({});
    at('running');
    expect(await send()).toMatchObject({ value: { outcome: 'sent' } });
    http.on('chatsend', refusal('session-gone'));
    expect(await send()).toMatchObject({ failure: { code: 'session-gone' } });
    at('running');
  });

  test('no message can be sent while signed out', async () => {
    const { send, handlers, asked } = await openChat();
    await handlers.signOut({});
    expect(await send()).toMatchObject({ failure: { code: 'out-of-order' } });
    expect(asked()).toEqual([]);
  });

  test('stopping the program aborts reads', async () => {
    const { read, handlers, loader, clock } = await openChat();
    await read();
    const reading = handlers.readChat({});
    loader.stop();
    expect(await reading).toMatchObject({ failure: { code: 'cancelled' } });
    expect(clock.pending()).toBe(0);
  });
});
