// The chat of a brand's users: read while somebody looks, at a pace, after everything else; and sent when the service, asked again,
// has it. All of it is text of other people, and of services that lie.
import { describe, expect, test } from 'vitest';
import { chatEveryMs, mostMessages } from '../../src/main/core/flows/chat.ts';
import type { Chat } from '../../src/shared/chat.ts';
import { settled } from '../support/fake-clock.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { infoOf, refusal, type Scripted } from '../support/fake-http.ts';
import { anna, atReady, type HarnessOptions } from './harness.ts';

const chats: HarnessOptions = { config: { community: { chatChannel: 'general' } } };
const stop = { what: 'chat' } as const;

interface Line {
  readonly author: string;
  readonly message: string;
  readonly timestamp: number | string;
}
const line = (
  author: string,
  message: string,
  timestamp: number | string = 1_700_000_000,
): Line => ({
  author,
  message,
  timestamp,
});

const told = (messages: readonly unknown[]): Scripted => ({ success: true, messages });
const hello = [line('bob', 'Hello'), line('anna', 'Hi Bob', '1700000001')];

/** A service that keeps what it is sent. */
async function open(options: HarnessOptions = chats, lines: readonly Line[] = hello) {
  const harness = await atReady(options);
  const { http, clock, handlers } = harness;
  const kept = [...lines];
  http.on('chatget', () => told(kept));
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
  return { ...harness, kept, asked, read, send, later: () => clock.advance(1.1 * chatEveryMs) };
}

describe('reading', () => {
  test('tells who wrote what and when, with the channel that is configured', async () => {
    const { read, http, session } = await open();
    expect(await read()).toEqual({
      messages: [
        { author: 'bob', text: 'Hello', at: 1_700_000_000_000, own: false, fresh: false },
        { author: 'anna', text: 'Hi Bob', at: 1_700_000_001_000, own: true, fresh: false },
      ],
    });
    expect(http.sent.at(-1)?.params).toMatchObject({ type: 'chatget', channel: 'general' });
    // Nothing of it is in the snapshot.
    expect(JSON.stringify(session())).not.toContain('Hello');
  });

  test('is off unless a channel is configured', async () => {
    const { handlers, asked } = await open({});
    expect(await handlers.readChat({})).toMatchObject({ failure: { code: 'cancelled' } });
    expect(await handlers.sendChat({ message: 'x' })).toMatchObject({
      failure: { code: 'cancelled' },
    });
    expect(asked()).toEqual([]);
  });

  test('comes every ten seconds, and never when nobody looks', async () => {
    const { read, handlers, clock, asked } = await open();
    await clock.advance(10 * chatEveryMs);
    expect(asked()).toEqual([]);
    await read();
    const second = read();
    await clock.advance(0.89 * chatEveryMs);
    expect(asked()).toHaveLength(1);
    await clock.advance(0.22 * chatEveryMs);
    await second;
    expect(asked()).toHaveLength(2);
    const third = handlers.readChat({});
    await handlers.stopReading(stop);
    expect(await third).toMatchObject({ failure: { code: 'cancelled' } });
    await clock.advance(10 * chatEveryMs);
    expect(asked()).toHaveLength(2);
  });

  test('waits longer where the service is out of reach, or says so', async () => {
    const { handlers, http, clock, asked } = await open();
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

  test('a service without chats is not asked again', async () => {
    const { handlers, http, asked, session } = await open();
    http.on('chatget', refusal('type-unknown'));
    expect(await handlers.readChat({})).toMatchObject({ failure: { code: 'type-unknown' } });
    expect(session().lacking).toEqual(['chat']);
    expect(await handlers.readChat({})).toMatchObject({ failure: { code: 'cancelled' } });
    expect(asked()).toHaveLength(1);
  });

  test('goes on while the app runs, whose session it is then', async () => {
    const { read, http, handlers, at, clock } = await open();
    await handlers.launch({});
    at('running');
    expect((await read()).messages).toHaveLength(2);
    http.on('chatget', refusal('session-gone'));
    const next = handlers.readChat({});
    await clock.advance(2 * chatEveryMs);
    expect(await next).toMatchObject({ failure: { code: 'session-gone' } });
    at('running');
  });
});

describe('what is new', () => {
  test('is what others wrote since the last look, in each look the same', async () => {
    const { read, handlers, kept, later } = await open();
    // At the very first look nothing is.
    expect((await read()).messages.map(({ fresh }) => fresh)).toEqual([false, false]);
    kept.push(line('bob', 'Seen', 1_700_000_010));
    const second = read();
    await later();
    expect((await second).messages.map(({ fresh }) => fresh)).toEqual([false, false, false]);
    await handlers.stopReading(stop);
    kept.push(line('bob', 'Unseen', 1_700_000_020), line('anna', 'My own', 1_700_000_021));
    const marked = [false, false, false, true, false];
    expect((await read()).messages.map(({ fresh }) => fresh)).toEqual(marked);
    const again = read();
    await later();
    expect((await again).messages.map(({ fresh }) => fresh)).toEqual(marked);
    await handlers.stopReading(stop);
    expect((await read()).messages.map(({ fresh }) => fresh)).toEqual(marked.map(() => false));
  });

  test('is known after a restart, of each account by itself, and names nobody', async () => {
    const state = createFakeLocalState();
    const first = await open({ ...chats, state });
    await first.read();
    const seen = state.get().chatSeenAt;
    expect(Object.values(seen)).toEqual([1_700_000_001_000]);
    expect(JSON.stringify(seen)).not.toContain('anna');
    const lines = [...hello, line('bob', 'Later', 1_700_000_050)];
    const second = await open({ ...chats, state }, lines);
    expect((await second.read()).messages.at(-1)).toMatchObject({ text: 'Later', fresh: true });

    const zoe = await open({ ...chats, state }, lines);
    zoe.http.on('login', { success: true, info: infoOf('zoe') });
    await zoe.handlers.signOut({});
    await zoe.handlers.signIn({ ...anna, username: 'zoe', remember: false });
    expect((await zoe.read()).messages.map(({ fresh }) => fresh)).toEqual([false, false, false]);
    expect(Object.keys(state.get().chatSeenAt)).toHaveLength(2);
    expect(state.get().chatSeenAt).toMatchObject({ ...seen, ...state.get().chatSeenAt });
  });

  test('a message from far ahead hides nothing that comes after it', async () => {
    const { read, handlers, kept, clock } = await open(chats, [
      line('bob', 'x', 9_000_000_000_000),
    ]);
    await read();
    await handlers.stopReading(stop);
    kept.push(line('bob', 'Now', Math.floor(clock.now() / 1000) + 60));
    expect((await read()).messages.at(-1)).toMatchObject({ text: 'Now', fresh: true });
  });

  test('follows a user to another name', async () => {
    const { read, handlers, parts } = await open();
    await read();
    const [[before, at] = ['', 0]] = Object.entries(parts.state.get().chatSeenAt);
    await handlers.changeUsername({ newUsername: 'anne' });
    expect(Object.values(parts.state.get().chatSeenAt)).toEqual([at]);
    expect(parts.state.get().chatSeenAt).not.toHaveProperty(before);
  });
});

describe('sending', () => {
  test('is done when the service, asked again, has it', async () => {
    const { send, asked, http } = await open();
    expect(await send('News\nfor all')).toMatchObject({
      value: { end: 'sent', chat: { messages: [{}, {}, { text: 'News\nfor all', own: true }] } },
    });
    expect(asked()).toEqual(['chatget', 'chatsend', 'chatget']);
    const sent = http.sent.find(({ params }) => params['type'] === 'chatsend');
    expect(sent?.params).toMatchObject({ channel: 'general', message: 'News\nfor all' });
    expect(sent?.alone).toBe(true);
  });

  test('a long one goes in the body of the request', async () => {
    const { send, http } = await open();
    expect(await send('字'.repeat(2000))).toMatchObject({ value: { end: 'sent' } });
    const sent = http.sent.find(({ params }) => params['type'] === 'chatsend');
    expect(sent?.method).toBe('POST');
    expect(sent?.url).not.toContain('message');
  });

  const lies: readonly (readonly [string, readonly Line[]])[] = [
    ['has nothing', hello],
    ['has somebody else say it', [...hello, line('bob', 'News', 1_700_000_100)]],
    ['has other words of this user', [...hello, line('anna', 'Buy this', 1_700_000_100)]],
    ['shows an earlier message of the same words', [line('anna', 'News', 1_600_000_000), ...hello]],
  ];
  test.each(lies)('a service that says "done" and %s', async (_, after) => {
    const { send, http } = await open();
    http.on('chatsend', () => {
      http.on('chatget', told(after));
      return { success: true, message: 'Successfully sent chat message' };
    });
    expect(await send()).toMatchObject({ value: { end: 'lost' } });
  });

  test('the same words once more are one message more', async () => {
    const lines = [...hello, line('anna', 'News', 1_700_000_100)];
    const there = await open(chats, lines);
    expect(await there.send()).toMatchObject({ value: { end: 'sent' } });
    const lying = await open(chats, lines);
    lying.http.on('chatsend', { success: true, message: 'Successfully sent chat message' });
    expect(await lying.send()).toMatchObject({ value: { end: 'lost' } });
  });

  test('a lost answer is looked into', async () => {
    const arrived = await open();
    arrived.http.on('chatsend', () => {
      arrived.kept.push(line('anna', 'News', 1_700_000_100));
      return { fault: 'timeout' };
    });
    expect(await arrived.send()).toMatchObject({ value: { end: 'sent' } });
    const gone = await open();
    gone.http.on('chatsend', { fault: 'timeout' });
    expect(await gone.send()).toMatchObject({ failure: { code: 'timeout' } });
    const blind = await open();
    blind.http.on('chatsend', () => {
      blind.http.on('chatget', { fault: 'offline' });
      return { success: true, message: 'Successfully sent chat message' };
    });
    expect(await blind.send()).toMatchObject({ value: { end: 'unknown', chat: null } });
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
    // Services without reasons.
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
  test.each(refusals)('%j is told as it is', async (answer, failure) => {
    const { send, http, clock, at } = await open();
    clock.set(now);
    http.on('chatsend', answer);
    expect(await send()).toMatchObject({ ok: false, failure });
    at('ready');
  });
});

describe('races', () => {
  test('sending overtakes a reading, which is done anew', async () => {
    const { handlers, http, send, clock } = await open();
    const release = http.hold('chatget');
    const reading = handlers.readChat({});
    await settled();
    expect(await send()).toMatchObject({ value: { end: 'sent' } });
    release(told([line('bob', 'late')]));
    await clock.advance(2000);
    expect(await reading).toMatchObject({ value: { messages: { length: 3 } } });
  });

  test('nothing else is done while it is sent, until it is called off', async () => {
    const { handlers, http, send, at, asked } = await open();
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

  test('a sign-out ends the reading, and nobody hears what comes late', async () => {
    const { handlers, http, clock, asked, at, parts } = await open();
    const release = http.hold('chatget');
    const reading = handlers.readChat({});
    await settled();
    await handlers.signOut({});
    release(told(hello));
    await clock.advance(1000);
    expect(await reading).toMatchObject({ failure: { code: 'cancelled' } });
    at('signed-out');
    await clock.advance(10 * chatEveryMs);
    expect(asked()).toHaveLength(1);
    expect(parts.state.get().chatSeenAt).toEqual({});
  });

  test.each(['chatget', 'chatsend'])(
    'a ban that %s tells only once shows its screen',
    async (type) => {
      const { send, http, phase } = await open();
      http.on(type, refusal('banned'));
      http.on('check', refusal('session-gone'));
      expect(await send()).toMatchObject({ failure: { code: 'banned' } });
      expect(phase().kind).toBe('banned');
    },
  );

  test('while the app runs it can be written, and what ends is not shown', async () => {
    const { send, handlers, http, at } = await open();
    await handlers.launch({});
    at('running');
    expect(await send()).toMatchObject({ value: { end: 'sent' } });
    http.on('chatsend', refusal('session-gone'));
    expect(await send()).toMatchObject({ failure: { code: 'session-gone' } });
    at('running');
  });

  test('outside nobody writes', async () => {
    const { send, handlers, asked } = await open();
    await handlers.signOut({});
    expect(await send()).toMatchObject({ failure: { code: 'out-of-order' } });
    expect(asked()).toEqual([]);
  });

  test('stopping the program ends it', async () => {
    const { read, handlers, loader, clock } = await open();
    await read();
    const reading = handlers.readChat({});
    loader.stop();
    expect(await reading).toMatchObject({ failure: { code: 'cancelled' } });
    expect(clock.pending()).toBe(0);
  });
});

describe('hostile texts', () => {
  test('ten thousand messages are the newest hundred', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => line('bob', `${String(index)}`));
    const { read } = await open(chats, many);
    const { messages } = await read();
    expect(messages).toHaveLength(mostMessages);
    expect(messages.at(-1)).toMatchObject({ text: '9999' });
  });

  test('they are text: bounded, readable, of twenty lines at most', async () => {
    const { read } = await open(chats, [
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
    ['no list', { success: true, messages: 'many' }],
    ['a message that is none', told([line('bob', 'x'), { author: 'bob' }])],
    ['a time that is none', told([{ ...line('bob', 'x'), timestamp: 'noon' }])],
    ['another answer', { success: true, message: 'ok' }],
  ] as const)('%s is an answer that cannot be used', async (_, answer) => {
    const { handlers, http, at } = await open();
    http.on('chatget', answer);
    expect(await handlers.readChat({})).toMatchObject({ failure: { code: 'bad-reply' } });
    at('ready');
  });

  test('a key that signed in alone is never shown whole', async () => {
    const key = 'NWND-7F3Q-2MXX-91KD';
    const { handlers, http, clock } = await open();
    http.on('license', { success: true, info: infoOf(key) });
    await handlers.signOut({});
    await handlers.signInWithKey({ key, remember: false });
    http.on(
      'chatget',
      told([line(key, 'one'), line('****91KD', 'two'), line('****0000', 'three')]),
    );
    const answer = await handlers.readChat({});
    await clock.advance(0);
    expect(JSON.stringify(answer)).not.toContain(key);
    expect(answer).toMatchObject({
      value: { messages: [{ own: true }, { own: true }, { author: '****0000', own: false }] },
    });
  });
});
