// The users who are online and their number: polled at an interval while the page is shown, and
// interrupted by every other command.
import { describe, expect, test } from 'vitest';
import { communityIntervalMs } from '../../src/main/core/flows/community.ts';
import { settled } from '../support/fake-clock.ts';
import { refusal } from '../support/fake-http.ts';
import { online, signedIn, stop } from './community-parts.ts';
import { anna } from './harness.ts';

describe('reading', () => {
  test('returns names and numbers, and keeps them out of the snapshot', async () => {
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

  test('is off unless configured, each part separately', async () => {
    const off = await signedIn({});
    expect(await off.read()).toMatchObject({ failure: { code: 'cancelled' } });
    expect(off.asked()).toEqual([]);
    const half = await signedIn({ config: { community: { stats: true } } });
    expect(await half.read()).toMatchObject({ value: { online: null, usersOnline: { value: 2 } } });
    expect(half.asked()).toEqual(['fetchStats']);
  });

  test('polls immediately, then at its interval, and only while the page is shown', async () => {
    const { read, handlers, clock, asked } = await signedIn();
    await clock.advance(3 * communityIntervalMs);
    expect(asked()).toEqual([]);
    await read();
    expect(asked()).toHaveLength(2);
    const second = read();
    await clock.advance(0.89 * communityIntervalMs);
    expect(asked()).toHaveLength(2);
    await clock.advance(0.22 * communityIntervalMs);
    await second;
    expect(asked()).toHaveLength(4);
    const third = read();
    await handlers.stopReading(stop);
    expect(await third).toMatchObject({ failure: { code: 'cancelled' } });
    await clock.advance(2 * communityIntervalMs);
    expect(asked()).toHaveLength(4);
    await read();
    expect(asked()).toHaveLength(6);
  });

  test('ends when a second page starts reading', async () => {
    const { read, clock, asked } = await signedIn();
    await read();
    const first = read();
    const second = read();
    expect(await first).toMatchObject({ failure: { code: 'cancelled' } });
    await clock.advance(2 * communityIntervalMs);
    expect(await second).toMatchObject({ ok: true });
    expect(asked()).toHaveLength(4);
  });

  test('is not delayed by a clock that was set back', async () => {
    const { read, clock, asked } = await signedIn();
    await read();
    clock.set(clock.now() - 86_400_000);
    await read();
    expect(asked()).toHaveLength(4);
  });
});

describe('races', () => {
  test('a read waits for a running command', async () => {
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

  test('a command interrupts a read, which is repeated', async () => {
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

  test('a sign-out aborts a read and drops late answers', async () => {
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
    await clock.advance(2 * communityIntervalMs);
    expect(asked()).toHaveLength(before);
  });

  test('an ended session leads to the screen for an ended session', async () => {
    const { read, http, clock, phase } = await signedIn();
    http.on('fetchOnline', refusal('session-gone'));
    const reading = read();
    await clock.advance(2000);
    expect(phase().kind).toBe('session-ended');
    expect(await reading).toMatchObject({ failure: { code: 'cancelled' } });
  });

  test('a ban that the service reports only once leads to the screen for a ban', async () => {
    const { read, http, clock, phase } = await signedIn();
    http.on('fetchOnline', refusal('banned'));
    http.on('check', refusal('session-gone'));
    const reading = read();
    await clock.advance(2000);
    expect(phase().kind).toBe('banned');
    expect(await reading).toMatchObject({ failure: { code: 'cancelled' } });
  });

  test('an ended session is renewed if the sign-in is saved, and the read succeeds', async () => {
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

  test('an ended session is not shown while the app runs', async () => {
    const { read, http, handlers, at } = await signedIn();
    await handlers.launch({});
    at('running');
    http.on('fetchOnline', refusal('session-gone'));
    expect(await read()).toMatchObject({ failure: { code: 'session-gone' } });
    at('running');
  });

  test('stopping the program aborts reads', async () => {
    const { read, loader, clock } = await signedIn();
    await read();
    const reading = read();
    loader.stop();
    expect(await reading).toMatchObject({ failure: { code: 'cancelled' } });
    expect(clock.pending()).toBe(0);
  });
});
