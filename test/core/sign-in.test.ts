// Signing in with the form: what each answer shows, and which user an answer must name.
import { describe, expect, test } from 'vitest';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { anna, atForm, form } from './harness.ts';

describe('the form', () => {
  test.each([
    ['bad-credentials', { code: 'bad-credentials' }],
    ['user-unknown', { code: 'bad-credentials' }],
    ['device-id-invalid', { code: 'device-id-invalid' }],
    ['not-signed-in', { code: 'not-signed-in' }],
    ['bad-request', { code: 'bad-request' }],
    ['type-unknown', { code: 'type-unknown' }],
    ['app-unknown', { code: 'app-unknown' }],
    ['something-new', { code: 'refused', sellerText: 'text' }],
  ])('gets %s as a failure and stays on the screen', async (reason, expected) => {
    const { http, handlers, at } = await atForm();
    http.on('login', refusal(reason));
    const result = await handlers.signIn(form);
    expect(result).toMatchObject({ ok: false, failure: expected });
    expect(at('signed-out').failure).toBeNull();
  });

  test.each([
    [90, 90_000],
    [0, 1000],
    [1e9, 3_600_000],
    [undefined, 60_000],
    ['soon', 60_000],
  ])('shows the retry time of a rate limit (retryAfter %o)', async (retryAfter, expectedMs) => {
    const { http, handlers, clock } = await atForm();
    http.on('login', refusal('rate-limited', { retryAfter }));
    expect(await handlers.signIn(form)).toMatchObject({
      failure: { code: 'rate-limited', retryAt: clock.now() + expectedMs },
    });
  });

  test.each([
    [2, 2000],
    [0, 1000],
    [600, 30_000],
    [undefined, 5000],
  ])(
    'shows a busy service (retryAfter %o) with the retry time and sends the input again on Retry',
    async (retryAfter, expectedMs) => {
      const { http, handlers, clock, at } = await atForm();
      http.on('login', refusal('overloaded', { retryAfter }));
      await handlers.signIn(form);
      expect(at('unreachable').failure).toMatchObject({
        code: 'overloaded',
        retryAt: clock.now() + expectedMs,
      });
      http.on('login', { success: true, info: accountInfo('anna') });
      await handlers.retry({});
      expect(at('ready').account.username).toBe('anna');
    },
  );

  test.each([
    [
      'banned',
      { bannedReason: 'chargeback' },
      { kind: 'banned', cause: 'user', username: 'anna', reason: 'chargeback' },
    ],
    ['banned', {}, { kind: 'banned', reason: null }],
    ['blacklisted', {}, { kind: 'banned', cause: 'blacklist', username: 'anna', reason: null }],
    ['wrong-device', {}, { kind: 'wrong-device', username: 'anna' }],
    ['no-subscription', {}, { kind: 'no-subscription', cause: 'never', lapsed: [] }],
    [
      'no-subscription',
      { lapsed: [] },
      { kind: 'no-subscription', cause: 'never', username: 'anna' },
    ],
    [
      'no-subscription',
      { lapsed: [{ subscription: 'Pro', expiry: '1700000000', paused: false }] },
      {
        kind: 'no-subscription',
        cause: 'expired',
        lapsed: [{ name: 'Pro', expiresAt: 1_700_000_000_000, paused: false }],
      },
    ],
    [
      'no-subscription',
      { lapsed: [{ subscription: 'Pro', paused: true }] },
      { kind: 'no-subscription', cause: 'paused' },
    ],
    [
      'subscription-paused',
      { lapsed: [{ subscription: 'Pro', expiry: null, paused: true }] },
      {
        kind: 'no-subscription',
        cause: 'paused',
        lapsed: [{ name: 'Pro', expiresAt: null, paused: true }],
      },
    ],
    ['app-paused', {}, { kind: 'app-paused' }],
    ['app-disabled', {}, { kind: 'app-disabled' }],
    ['update-required', { version: '3' }, { kind: 'update-required', requiredVersion: '3' }],
    ['internal', {}, { kind: 'unreachable', failure: { code: 'server-down' } }],
  ])('leads to a screen on %s %o', async (reason, more, expected) => {
    const { http, handlers, phase } = await atForm();
    http.on('login', refusal(reason, more));
    expect(await handlers.signIn(form)).toEqual({ ok: true, value: null });
    expect(phase()).toMatchObject(expected);
  });

  test.each([
    ['offline', 'offline'],
    ['dns', 'dns'],
    ['refused-connection', 'refused-connection'],
    ['timeout', 'timeout'],
    ['tls', 'tls'],
    ['proxy-auth', 'proxy-auth'],
    ['broken-off', 'interrupted'],
    ['malformed', 'bad-reply'],
  ] as const)(
    'shows unreachable on %s, holds the password, and Retry repeats init and sign-in',
    async (fault, code) => {
      const { http, handlers, at } = await atForm();
      http.on('login', { fault });
      expect(await handlers.signIn(form)).toEqual({ ok: true, value: null });
      expect(at('unreachable').failure.code).toBe(code);
      http.on('login', { success: true, info: accountInfo('anna') });
      http.sent.length = 0;
      await handlers.retry({});
      at('ready');
      expect(http.types()).toEqual(['init', 'login']);
      expect(http.sent[1]?.params['pass']).toBe(anna.password);
    },
  );

  test('times out after 15 s over all calls', async () => {
    const { http, handlers, clock, at } = await atForm();
    http.on('login', async () => {
      await new Promise<void>((resolve) => void clock.after(9000, resolve));
      return refusal('session-gone');
    });
    const signingIn = handlers.signIn(form);
    await clock.advance(15_000);
    expect(await signingIn).toEqual({ ok: true, value: null });
    expect(at('unreachable').failure.code).toBe('timeout');
    expect(http.types()).toEqual(['init', 'login', 'init', 'login']);
  });

  test('reopens a lost session once and repeats the request', async () => {
    const { http, handlers, at } = await atForm();
    let logins = 0;
    http.on('login', () =>
      (logins += 1) === 1 ? refusal('session-gone') : { success: true, info: accountInfo('anna') },
    );
    await handlers.signIn(form);
    at('ready');
    expect(http.types()).toEqual(['init', 'login', 'init', 'login']);
    expect(http.sent[3]?.params['sessionid']).toBe('session-2');
  });

  test('gives up if the session is lost twice', async () => {
    const { http, handlers, at } = await atForm();
    http.on('login', refusal('session-gone'));
    expect(await handlers.signIn(form)).toMatchObject({ failure: { code: 'session-gone' } });
    expect(http.types()).toEqual(['init', 'login', 'init', 'login']);
    at('signed-out');
  });

  test('shows the screen if the new init finds the application paused', async () => {
    const { http, handlers, at } = await atForm();
    http.on('login', refusal('session-gone'));
    http.on('init', refusal('app-paused'));
    await handlers.signIn(form);
    at('app-paused');
  });
});

describe('the user of an answer', () => {
  test('must be the requested one', async () => {
    const { http, handlers, at } = await atForm();
    http.on('login', { success: true, info: accountInfo('bob') });
    await handlers.signIn(form);
    expect(at('unreachable').failure.code).toBe('bad-reply');
  });

  test.each(['Anna', 'ＡＮＮＡ'])(
    'may differ from the registered spelling (%s) if the answer is bound to the request',
    async (name) => {
      const { http, handlers, at } = await atForm();
      http.on('login', { success: true, info: accountInfo(name) });
      await handlers.signIn(form);
      expect(at('ready').account.username).toBe(name);
    },
  );

  test('must match exactly without a challenge', async () => {
    const { http, handlers, at } = await atForm({ service: { challenge: 'off' } });
    http.on('login', { success: true, info: accountInfo('Anna') });
    await handlers.signIn(form);
    expect(at('unreachable').failure.code).toBe('bad-reply');
  });

  test('is required for a sign-in', async () => {
    const { http, handlers, at } = await atForm();
    http.on('login', { success: true, message: 'Logged in!' });
    await handlers.signIn(form);
    expect(at('unreachable').failure.code).toBe('bad-reply');
  });
});
