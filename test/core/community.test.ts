// Who is online and how many there are: asked for only while somebody looks, at a pace, after everything else; and answers that
// are odd or hostile, which change nothing but text.
import { describe, expect, test } from 'vitest';
import { communityEveryMs, mostNames } from '../../src/main/core/flows/community.ts';
import { settled } from '../support/fake-clock.ts';
import { refusal, type Scripted } from '../support/fake-http.ts';
import { anna, atReady, type HarnessOptions } from './harness.ts';

const shows: HarnessOptions = { config: { community: { online: true, stats: true } } };
const counts = { numUsers: '1200', numOnlineUsers: '2', numKeys: '1000000+' };
const online = (...names: unknown[]): Scripted => ({
  success: true,
  users: names.map((credential) => ({ credential })),
});
const stats = (appinfo: unknown): Scripted => ({ success: true, appinfo });

async function signedIn(options: HarnessOptions = shows) {
  const harness = await atReady(options);
  harness.http.on('fetchOnline', online('zoe', 'abcdefghij***'));
  harness.http.on('fetchStats', stats({ ...counts, version: '1.0', customerPanelLink: '' }));
  const asked = () => harness.http.types().filter((type) => type.startsWith('fetch'));
  return { ...harness, asked, read: () => harness.handlers.readCommunity({}) };
}

const stop = { what: 'community' } as const;

describe('reading', () => {
  test('tells names and numbers, and keeps them out of the snapshot', async () => {
    const { read, session } = await signedIn();
    const before = session();
    expect(await read()).toEqual({
      ok: true,
      value: {
        online: { names: ['zoe', 'abcdefghij***'], more: 0 },
        users: { value: 1200, orMore: false },
        usersOnline: { value: 2, orMore: false },
        keys: { value: 1_000_000, orMore: true },
      },
    });
    expect({ ...session(), revision: 0, trust: null }).toEqual({
      ...before,
      revision: 0,
      trust: null,
    });
  });

  test('is off unless it is configured, and each half by itself', async () => {
    const off = await signedIn({});
    expect(await off.read()).toMatchObject({ failure: { code: 'cancelled' } });
    expect(off.asked()).toEqual([]);
    const half = await signedIn({ config: { community: { stats: true } } });
    expect(await half.read()).toMatchObject({ value: { online: null, usersOnline: { value: 2 } } });
    expect(half.asked()).toEqual(['fetchStats']);
  });

  test('comes at once, then at its pace, and never when nobody looks', async () => {
    const { read, handlers, clock, asked } = await signedIn();
    await clock.advance(3 * communityEveryMs);
    expect(asked()).toEqual([]);
    await read();
    expect(asked()).toHaveLength(2);
    const second = read();
    await clock.advance(0.89 * communityEveryMs);
    expect(asked()).toHaveLength(2);
    await clock.advance(0.22 * communityEveryMs);
    await second;
    expect(asked()).toHaveLength(4);
    const third = read();
    await handlers.stopReading(stop);
    expect(await third).toMatchObject({ failure: { code: 'cancelled' } });
    await clock.advance(2 * communityEveryMs);
    expect(asked()).toHaveLength(4);
    await read();
    expect(asked()).toHaveLength(6);
  });

  test('a second page takes the place of the first', async () => {
    const { read, clock, asked } = await signedIn();
    await read();
    const first = read();
    const second = read();
    expect(await first).toMatchObject({ failure: { code: 'cancelled' } });
    await clock.advance(2 * communityEveryMs);
    expect(await second).toMatchObject({ ok: true });
    expect(asked()).toHaveLength(4);
  });

  test('a clock that was set back holds nothing up', async () => {
    const { read, clock, asked } = await signedIn();
    await read();
    clock.set(clock.now() - 86_400_000);
    await read();
    expect(asked()).toHaveLength(4);
  });
});

describe('races', () => {
  test('it waits while a command is at work', async () => {
    const { read, handlers, http, clock, asked } = await signedIn();
    const release = http.hold('check');
    const launching = handlers.launch({});
    const reading = read();
    await clock.advance(5000);
    expect(asked()).toEqual([]);
    release({ success: true, message: 'Session is validated.' });
    await launching;
    await clock.advance(1000);
    expect(await reading).toMatchObject({ ok: true });
  });

  test('a command overtakes it, and it is asked anew', async () => {
    const { read, handlers, http, clock } = await signedIn();
    const release = http.hold('fetchOnline');
    const reading = read();
    await settled();
    await handlers.retry({});
    expect(http.sent.find(({ params }) => params['type'] === 'fetchOnline')?.signal.aborted).toBe(
      true,
    );
    release(online('late'));
    await clock.advance(1000);
    expect(await reading).toMatchObject({ value: { online: { names: ['zoe', 'abcdefghij***'] } } });
  });

  test('a sign-out while it reads ends it, and nobody hears what comes late', async () => {
    const { read, handlers, http, clock, asked, at } = await signedIn();
    const release = http.hold('fetchOnline');
    const reading = read();
    await settled();
    await handlers.signOut({});
    release(online('late'));
    await clock.advance(1000);
    expect(await reading).toMatchObject({ failure: { code: 'cancelled' } });
    at('signed-out');
    const before = asked().length;
    expect(await read()).toMatchObject({ failure: { code: 'cancelled' } });
    await clock.advance(2 * communityEveryMs);
    expect(asked()).toHaveLength(before);
  });

  test('a session that has ended shows its own screen', async () => {
    const { read, http, clock, phase } = await signedIn();
    http.on('fetchOnline', refusal('session-gone'));
    const reading = read();
    await clock.advance(2000);
    expect(phase().kind).toBe('session-ended');
    expect(await reading).toMatchObject({ failure: { code: 'cancelled' } });
  });

  test('a ban that is told only once shows its screen', async () => {
    const { read, http, clock, phase } = await signedIn();
    http.on('fetchOnline', refusal('banned'));
    http.on('check', refusal('session-gone'));
    const reading = read();
    await clock.advance(2000);
    expect(phase().kind).toBe('banned');
    expect(await reading).toMatchObject({ failure: { code: 'cancelled' } });
  });

  test('where the sign-in is kept, another session takes its place, and it is read', async () => {
    const { read, http, clock, at, handlers } = await signedIn();
    await handlers.signOut({});
    await handlers.signIn({ ...anna, remember: true });
    await clock.advance(0);
    http.on('fetchOnline', () => {
      http.on('fetchOnline', online('zoe'));
      return refusal('session-gone');
    });
    const reading = read();
    await clock.advance(3000);
    expect(await reading).toMatchObject({ value: { online: { names: ['zoe'] } } });
    at('ready');
  });

  test('while the app runs, what ends is not shown', async () => {
    const { read, http, handlers, at } = await signedIn();
    await handlers.launch({});
    at('running');
    http.on('fetchOnline', refusal('session-gone'));
    expect(await read()).toMatchObject({ failure: { code: 'session-gone' } });
    at('running');
  });

  test('stopping the program ends it', async () => {
    const { read, loader, clock } = await signedIn();
    await read();
    const reading = read();
    loader.stop();
    expect(await reading).toMatchObject({ failure: { code: 'cancelled' } });
    expect(clock.pending()).toBe(0);
  });
});

describe('services that cannot, will not or lie', () => {
  test('one without it is not asked again', async () => {
    const { read, http, clock, asked, session } = await signedIn();
    http.on('fetchOnline', refusal('type-unknown'));
    expect(await read()).toMatchObject({ value: { online: null, users: { value: 1200 } } });
    expect(session().lacking).toEqual(['online']);
    const next = read();
    await clock.advance(2 * communityEveryMs);
    await next;
    expect(asked()).toEqual(['fetchOnline', 'fetchStats', 'fetchStats']);
  });

  test('nobody online is no trouble', async () => {
    const { read, http } = await signedIn();
    http.on('fetchOnline', refusal('nobody-online'));
    expect(await read()).toMatchObject({ value: { online: null, usersOnline: { value: 2 } } });
  });

  test('one that cannot be reached is asked again after half a minute, or when it allows', async () => {
    const { read, http, clock, asked, session } = await signedIn();
    http.on('fetchOnline', { fault: 'offline' });
    expect(await read()).toMatchObject({ failure: { code: 'offline' } });
    expect(session().notice).toBeNull();
    http.on('fetchOnline', refusal('rate-limited', { retryAfter: 90 }));
    const second = read();
    await clock.advance(26_000);
    expect(asked()).toHaveLength(1);
    await clock.advance(8000);
    expect(await second).toMatchObject({ failure: { code: 'rate-limited' } });
    const third = read();
    await clock.advance(80_000);
    expect(asked()).toHaveLength(2);
    await clock.advance(30_000);
    await third;
    expect(asked()).toHaveLength(3);
  });

  const odd: readonly unknown[] = [
    '-5',
    -5,
    '1e308',
    1e308,
    'NaN',
    'N/A - Use fetchStats() function in latest example',
    '<b>7</b>',
    '٣',
    '1'.repeat(400),
    '',
    1.5,
    null,
    undefined,
    true,
    ['7'],
    { value: 7 },
  ];
  test.each(odd)('%j is no number, and is left out', async (number) => {
    const { read, http, at } = await signedIn();
    http.on('fetchStats', stats({ numUsers: number, numOnlineUsers: ' 3 ', numKeys: 4 }));
    expect(await read()).toMatchObject({
      value: { users: null, usersOnline: { value: 3 }, keys: { value: 4 } },
    });
    at('ready');
  });

  test('names are text: bounded, readable, each once', async () => {
    const { read, http } = await signedIn();
    const hostile = [
      '\u202eevil',
      'a' + '\u0301'.repeat(2000),
      '\0\u200b',
      '<img src=x>',
      'zoe',
      'zoe',
    ];
    const many = Array.from({ length: 300 }, (_, index) => `user${index}`);
    http.on('fetchOnline', online(...hostile, ...many));
    const answer = await read();
    if (!answer.ok) throw new Error('not read');
    const { names, more } = answer.value.online ?? { names: [], more: 0 };
    expect(names.slice(0, 4)).toEqual(['evil', '\u00e1\u0301\u0301', '<img src=x>', 'zoe']);
    expect(names).toHaveLength(mostNames);
    expect(more).toBe(204);
    for (const name of names) expect(name).not.toMatch(/[\p{Cc}\u202e]|\p{M}{3}/u);
  });

  test('one object in place of the list counts as one', async () => {
    const { read, http } = await signedIn();
    http.on('fetchOnline', { success: true, users: { credential: anna.username } });
    expect(await read()).toMatchObject({ value: { online: { names: ['anna'] } } });
  });

  test.each([
    ['no list', { success: true, users: 'many' }],
    ['another answer', { success: true, message: 'ok' }],
  ] as const)('%s is an answer that cannot be used', async (_, answer) => {
    const { read, http, at } = await signedIn();
    http.on('fetchOnline', answer);
    expect(await read()).toMatchObject({ failure: { code: 'bad-reply' } });
    at('ready');
  });
});
