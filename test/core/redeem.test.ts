// Redeeming a key: it never signs in, and every result is returned to the form.
import { describe, expect, test } from 'vitest';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { atForm } from './harness.ts';

const key = { username: 'anna', key: 'NWPRO-1' };

describe('a redeem from the form', () => {
  test('returns a receipt and stays signed out', async () => {
    const { handlers, http, at, clock, walk } = await atForm();
    expect(await handlers.redeem(key)).toEqual({
      ok: true,
      value: {
        username: 'anna',
        maskedKey: 'N••••1',
        redeemedAt: clock.now(),
        previousExpiresAt: null,
        subscription: 'Pro',
        addedSeconds: 2_592_000,
        lifetime: false,
        expiresAt: null,
      },
    });
    expect(http.sent.at(-1)?.params).toMatchObject({
      type: 'upgrade',
      username: 'anna',
      key: 'NWPRO-1',
      sessionid: 'session-1',
    });
    await clock.advance(3_600_000);
    at('signed-out');
    expect(walk()).not.toContain('ready');
    expect(http.types()).toEqual(['init', 'upgrade']);
  });

  test('returns only a receipt, even on an answer that looks like a sign-in', async () => {
    const { handlers, http, at, walk, clock } = await atForm();
    http.on('upgrade', {
      success: true,
      message: 'Logged in!',
      info: accountInfo('anna'),
      sessionid: 'stolen',
    });
    expect(await handlers.redeem(key)).toEqual({
      ok: true,
      value: {
        username: 'anna',
        maskedKey: 'N••••1',
        redeemedAt: clock.now(),
        previousExpiresAt: null,
        subscription: null,
        addedSeconds: null,
        lifetime: false,
        expiresAt: null,
      },
    });
    at('signed-out');
    expect(walk()).not.toContain('ready');
    await handlers.redeem(key);
    expect(http.sent.at(-1)?.params['sessionid']).toBe('session-1');
  });

  test.each([
    [{ redeemed: { subscription: 'Pro', level: 1, seconds: 99_999 * 86_400 } }, { lifetime: true }],
    [
      { redeemed: { subscription: 'Pro', level: 1, seconds: 60, until: 19e8, before: 18e8 } },
      { addedSeconds: 60, expiresAt: 19e11, previousExpiresAt: 18e11, lifetime: false },
    ],
    [{ expiry: '999999999999' }, { lifetime: true, expiresAt: 253_402_300_799_000 }],
    [
      { expiry: 1_900_000_000 },
      { lifetime: false, expiresAt: 1_900_000_000_000, subscription: null },
    ],
    [
      { redeemed: 'nonsense', expiry: 'soon' },
      { subscription: null, addedSeconds: null, expiresAt: null },
    ],
  ])('returns the receipt of %o', async (fields, expected) => {
    const { handlers, http } = await atForm();
    http.on('upgrade', { success: true, ...fields });
    expect(await handlers.redeem(key)).toMatchObject({ ok: true, value: expected });
  });

  test.each([
    ['key-unknown', {}, { code: 'key-unknown' }],
    [
      'key-used',
      {},
      { code: 'key-used', usedByYou: false, expiresAt: null, afterLostAnswer: false },
    ],
    [
      'key-used',
      { usedByYou: true, expiry: '1900000000' },
      { code: 'key-used', usedByYou: true, expiresAt: 1_900_000_000_000 },
    ],
    ['key-banned', {}, { code: 'key-banned' }],
    ['user-unknown', {}, { code: 'user-unknown' }],
    ['no-plan-for-level', {}, { code: 'no-plan-for-level' }],
    ['rate-limited', { retryAfter: 10 }, { code: 'rate-limited' }],
    ['banned', {}, { code: 'banned' }],
    ['blacklisted', {}, { code: 'blacklisted' }],
    ['something-new', {}, { code: 'refused', sellerText: 'text' }],
  ])('returns %s %o as a failure to the form', async (reason, more, expected) => {
    const { handlers, http, at } = await atForm();
    http.on('upgrade', refusal(reason, more));
    expect(await handlers.redeem(key)).toMatchObject({ ok: false, failure: expected });
    at('signed-out');
  });

  test.each(['offline', 'dns', 'refused-connection', 'timeout', 'tls', 'proxy-auth'] as const)(
    'returns %s as a failure to the form',
    async (fault) => {
      const { handlers, http, at } = await atForm();
      http.on('upgrade', { fault });
      expect(await handlers.redeem(key)).toMatchObject({ ok: false, failure: { code: fault } });
      at('signed-out');
    },
  );

  test('reopens a lost session once', async () => {
    const { handlers, http } = await atForm();
    let tries = 0;
    http.on('upgrade', () => ((tries += 1) === 1 ? refusal('session-gone') : { success: true }));
    expect(await handlers.redeem(key)).toMatchObject({ ok: true });
    expect(http.types()).toEqual(['init', 'upgrade', 'init', 'upgrade']);
  });

  test('shows the screen if the new init finds the application disabled', async () => {
    const { handlers, http, at } = await atForm();
    http.on('upgrade', refusal('session-gone'));
    http.on('init', refusal('app-disabled'));
    expect(await handlers.redeem(key)).toMatchObject({
      ok: false,
      failure: { code: 'app-disabled' },
    });
    at('app-disabled');
  });
});

describe('a lost answer', () => {
  test.each(['timeout', 'broken-off', 'malformed', 'too-large', 'redirect', 'led-away'] as const)(
    '(%s) makes a later "key used" count as probably redeemed',
    async (fault) => {
      const { handlers, http } = await atForm();
      http.on('upgrade', { fault });
      await handlers.redeem(key);
      http.on('upgrade', refusal('key-used'));
      expect(await handlers.redeem(key)).toMatchObject({
        failure: { code: 'key-used', afterLostAnswer: true },
      });
      const otherCase = { username: key.username.toUpperCase(), key: key.key.toLowerCase() };
      expect(await handlers.redeem({ ...key, ...otherCase })).toMatchObject({
        failure: { afterLostAnswer: true },
      });
      expect(await handlers.redeem({ ...key, key: 'OTHER' })).toMatchObject({
        failure: { afterLostAnswer: false },
      });
      expect(await handlers.redeem({ ...key, username: 'bob' })).toMatchObject({
        failure: { afterLostAnswer: false },
      });
    },
  );

  test.each(['offline', 'dns', 'refused-connection', 'tls', 'proxy-auth'] as const)(
    '(%s) shows that the request did not arrive',
    async (fault) => {
      const { handlers, http } = await atForm();
      http.on('upgrade', { fault });
      await handlers.redeem(key);
      http.on('upgrade', refusal('key-used'));
      expect(await handlers.redeem(key)).toMatchObject({ failure: { afterLostAnswer: false } });
    },
  );

  test('includes a cancelled redeem, whose late answer is ignored', async () => {
    const { handlers, http, at, clock } = await atForm();
    const release = http.hold('upgrade');
    const redeeming = handlers.redeem(key);
    await clock.advance(1);
    await handlers.cancel({});
    expect(await redeeming).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    release({ success: true });
    await clock.advance(1);
    at('signed-out');
    http.on('upgrade', refusal('key-used'));
    expect(await handlers.redeem(key)).toMatchObject({ failure: { afterLostAnswer: true } });
  });

  test('includes 15 s without an answer', async () => {
    const { handlers, http, clock } = await atForm();
    http.on('upgrade', 'never');
    const redeeming = handlers.redeem(key);
    await clock.advance(15_000);
    expect(await redeeming).toMatchObject({ failure: { code: 'timeout' } });
    http.on('upgrade', refusal('key-used'));
    expect(await handlers.redeem(key)).toMatchObject({ failure: { afterLostAnswer: true } });
  });
});
