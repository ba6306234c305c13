// Periodic checks in the background: when they run, which results they show, and which they do not.
import { describe, expect, test } from 'vitest';
import { checkAgainMs } from '../../src/main/core/flows/background-check.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { atForm, atReady, createHarness, form, checkEveryMs } from './harness.ts';
import { acceptEveryName, newSessions, three } from './saved-accounts-parts.ts';

describe('checks while ready', () => {
  test('run every two minutes, or up to a tenth earlier at random', async () => {
    const { clock, http } = await atReady();
    await clock.advance(0.9 * checkEveryMs - 1);
    expect(http.types()).toEqual(['init', 'login']);
    const begun = clock.now();
    const times: number[] = [];
    http.on('check', () => {
      times.push(clock.now());
      return { success: true };
    });
    await clock.advance(10 * checkEveryMs);
    const waits = times.map((at, index) => at - (times[index - 1] ?? begun)).slice(1);
    expect(times[0]).toBeLessThanOrEqual(begun + 0.1 * checkEveryMs + 1);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.9 * checkEveryMs);
    expect(Math.max(...waits)).toBeLessThanOrEqual(checkEveryMs);
    expect(new Set(waits).size).toBeGreaterThan(1);
  });

  test('run at the configured interval', async () => {
    const { clock, http } = await atReady({ config: { checkSeconds: 600 } });
    await clock.advance(0.9 * 600_000 - 1);
    expect(http.types()).toEqual(['init', 'login']);
    await clock.advance(0.1 * 600_000 + 1);
    expect(http.types()).toEqual(['init', 'login', 'check']);
  });

  test('without changes update only the time of verification', async () => {
    const { clock, http, changes, session, view } = await atReady();
    const [before, published] = [changes(), view.published.length];
    await clock.advance(10 * checkEveryMs);
    expect(changes()).toBe(before);
    const checks = http.types().filter((type) => type === 'check').length;
    expect(checks).toBeGreaterThanOrEqual(10);
    expect(view.published.length).toBe(published + checks);
    const { trust } = session();
    expect(trust?.kind === 'verified' && clock.now() - trust.at).toBeLessThan(checkEveryMs);
  });

  test('run immediately after a subscription has ended', async () => {
    const { http, handlers, clock, at } = await atForm();
    http.on('login', { success: true, info: accountInfo('anna', clock.now() / 1000 + 90) });
    http.on(
      'check',
      refusal('no-subscription', {
        lapsed: [{ subscription: 'Pro', expiry: clock.now() / 1000 + 90 }],
      }),
    );
    await handlers.signIn(form);
    await clock.advance(90_000);
    at('ready');
    await clock.advance(2_000);
    expect(at('no-subscription').cause).toBe('expired');
  });

  test.each([
    ['session-gone', 'session-ended'],
    ['not-signed-in', 'session-ended'],
    ['no-subscription', 'no-subscription'],
    ['subscription-paused', 'no-subscription'],
    ['banned', 'banned'],
    ['app-paused', 'app-paused'],
  ] as const)('show the screen for %s', async (reason, kind) => {
    const { clock, http, at } = await atReady();
    http.on('check', refusal(reason));
    await clock.advance(checkEveryMs);
    at(kind);
  });

  test('report a failure once as a notice, retry soon, and clear it on success', async () => {
    const { clock, http, at, session, handlers } = await atReady();
    http.on('check', { fault: 'offline' });
    await clock.advance(checkEveryMs);
    at('ready');
    expect(session().notice).toMatchObject({ kind: 'failure', failure: { code: 'offline' } });
    const { revision } = session();
    await clock.advance(3 * checkAgainMs);
    expect(session().revision).toBe(revision);
    await handlers.dismissNotice({ revision });
    expect(session().notice).toBeNull();
    await clock.advance(3 * checkAgainMs);
    expect(session().notice).toBeNull();
    http.on('check', { success: true });
    await clock.advance(1.5 * checkAgainMs);
    http.on('check', { fault: 'offline' });
    await clock.advance(checkEveryMs);
    expect(session().notice).toMatchObject({ failure: { code: 'offline' } });
    http.on('check', { success: true });
    await clock.advance(1.5 * checkAgainMs);
    expect(session().notice).toBeNull();
  });

  test('do not report a busy service', async () => {
    const { clock, http, session } = await atReady();
    http.on('check', refusal('overloaded', { retryAfter: 10 }));
    await clock.advance(checkEveryMs);
    expect(http.types().at(-1)).toBe('check');
    expect(session().notice).toBeNull();
  });

  test('respect a requested wait without a notice', async () => {
    const { clock, http, session } = await atReady();
    http.on('check', refusal('rate-limited', { retryAfter: 600 }));
    await clock.advance(checkEveryMs);
    const before = http.sent.length;
    await clock.advance(599_999);
    expect(http.sent.length).toBe(before);
    expect(session().notice).toBeNull();
    await clock.advance(checkAgainMs / 2 + 1);
    expect(http.sent.length).toBe(before + 1);
  });

  test('continue after the clock is set back a year', async () => {
    const { clock, http } = await atReady();
    clock.set(clock.now() - 365 * 86_400_000);
    await clock.advance(checkEveryMs);
    await clock.advance(3_600_000);
    expect(http.types().filter((type) => type === 'check').length).toBeGreaterThan(2);
  });

  test('yield to a command and run after it', async () => {
    const { clock, http, handlers, at } = await atReady();
    const release = http.hold('check');
    await clock.advance(checkEveryMs);
    const check = http.sent.at(-1);
    expect(check?.signal.aborted).toBe(false);
    const redeeming = handlers.redeem({ username: 'anna', key: 'k' });
    expect(check?.signal.aborted).toBe(true);
    expect(await redeeming).toMatchObject({ ok: true });
    release(refusal('banned'));
    await clock.advance(0);
    at('ready');
    expect(http.types().slice(2)).toEqual(['check', 'upgrade', 'check']);
  });

  test('time out after 15 s', async () => {
    const { clock, http, session } = await atReady();
    http.on('check', 'never');
    await clock.advance(checkEveryMs + 15_000);
    expect(session().notice).toMatchObject({ failure: { code: 'timeout' } });
  });
});

describe('the announcement', () => {
  const config = { announcementVariable: 'announcement' };

  test('is read after ready and with each check, and only a change is published', async () => {
    const { http, clock, at, changes } = await atReady({ config });
    expect(at('ready').announcement).toBeNull();
    http.on('var', { success: true, message: 'Hello\nthere\u202e\u0000' });
    await clock.advance(checkEveryMs);
    expect(at('ready').announcement?.text).toBe('Hello\nthere');
    const before = changes();
    await clock.advance(checkEveryMs);
    expect(changes()).toBe(before);
    expect(http.sent.at(-1)?.params).toMatchObject({ type: 'var', varid: 'announcement' });
  });

  test.each(newSessions)('is read again after %s', async (_, change) => {
    const { anna: first, bob } = three();
    const harness = createHarness({ config, saved: [first, bob] });
    const { http, clock, loader, at } = harness;
    http.on('var', { success: true, message: 'News' });
    acceptEveryName(harness);
    await loader.start();
    await clock.advance(0);
    expect(at('ready').announcement).not.toBeNull();
    await change(harness);
    expect(at('ready').account.username).not.toBe('anna');
    await clock.advance(0);
    expect(at('ready').announcement).not.toBeNull();
  });

  test('does not delay ready', async () => {
    const { http, handlers, at, clock } = await atForm({ config });
    const release = http.hold('var');
    await handlers.signIn(form);
    at('ready');
    await clock.advance(0);
    release({ success: true, message: 'News' });
    await clock.advance(0);
    expect(at('ready').announcement?.text).toBe('News');
  });

  test.each(['variable-unknown', 'session-gone', 'internal'])(
    'shows no notice if it fails with %s',
    async (reason) => {
      const { http, handlers, at, clock, session } = await atForm({ config });
      http.on('var', refusal(reason));
      await handlers.signIn(form);
      await clock.advance(0);
      expect(at('ready').announcement).toBeNull();
      expect(session().notice).toBeNull();
      expect(http.types()).toEqual(['init', 'login', 'var']);
    },
  );

  test('is read later if a command interrupts it', async () => {
    const { http, handlers, at, clock } = await atForm({ config });
    http.hold('var');
    await handlers.signIn(form);
    await clock.advance(0);
    http.on('var', { success: true, message: 'News' });
    await handlers.retry({});
    await clock.advance(0);
    expect(at('ready').announcement?.text).toBe('News');
  });
});
