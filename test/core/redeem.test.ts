// Redeeming a key: it never signs in, in any phase, and every way it can end is told to the form.
import { describe, expect, test } from 'vitest';
import { infoOf, type Scripted } from '../support/fake-http.ts';
import { anna, atForm, atReady, type Harness } from './harness.ts';

const refusal = (reason: string, more: object = {}): Scripted => ({
  success: false,
  reason,
  message: 'text',
  ...more,
});
const key = { username: 'anna', key: 'NWPRO-1' };
const form = { ...anna, remember: false };

async function atNoSubscription(): Promise<Harness> {
  const harness = await atForm();
  harness.http.on('login', refusal('no-subscription', { lapsed: [] }));
  await harness.handlers.signIn(form);
  harness.at('no-subscription');
  harness.http.sent.length = 0;
  return harness;
}

describe('from the form', () => {
  test('gives a receipt and stays signed out', async () => {
    const { handlers, http, at, clock, walk } = await atForm();
    expect(await handlers.redeem(key)).toEqual({
      ok: true,
      value: {
        username: 'anna',
        maskedKey: 'N••••1',
        redeemedAt: clock.now(),
        endedBefore: null,
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

  test('an answer that looks like a sign-in is still only a receipt', async () => {
    const { handlers, http, at, walk, clock } = await atForm();
    http.on('upgrade', {
      success: true,
      message: 'Logged in!',
      info: infoOf('anna'),
      sessionid: 'stolen',
    });
    expect(await handlers.redeem(key)).toEqual({
      ok: true,
      value: {
        username: 'anna',
        maskedKey: 'N••••1',
        redeemedAt: clock.now(),
        endedBefore: null,
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
      { addedSeconds: 60, expiresAt: 19e11, endedBefore: 18e11, lifetime: false },
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
  ])('the receipt of %o', async (fields, expected) => {
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
  ])('%s %o is a Result for the form', async (reason, more, expected) => {
    const { handlers, http, at } = await atForm();
    http.on('upgrade', refusal(reason, more));
    expect(await handlers.redeem(key)).toMatchObject({ ok: false, failure: expected });
    at('signed-out');
  });

  test.each(['offline', 'dns', 'refused-connection', 'timeout', 'tls', 'proxy-auth'] as const)(
    '%s is a Result for the form',
    async (fault) => {
      const { handlers, http, at } = await atForm();
      http.on('upgrade', { fault });
      expect(await handlers.redeem(key)).toMatchObject({ ok: false, failure: { code: fault } });
      at('signed-out');
    },
  );

  test('a session that is gone is opened again, once', async () => {
    const { handlers, http } = await atForm();
    let tries = 0;
    http.on('upgrade', () => ((tries += 1) === 1 ? refusal('session-gone') : { success: true }));
    expect(await handlers.redeem(key)).toMatchObject({ ok: true });
    expect(http.types()).toEqual(['init', 'upgrade', 'init', 'upgrade']);
  });

  test('the new init finds the application switched off: that is the screen', async () => {
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
  test.each(['timeout', 'broken-off', 'too-large', 'redirect', 'led-away'] as const)(
    'after %s a used key was probably added by that try',
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
    'after %s nothing had arrived',
    async (fault) => {
      const { handlers, http } = await atForm();
      http.on('upgrade', { fault });
      await handlers.redeem(key);
      http.on('upgrade', refusal('key-used'));
      expect(await handlers.redeem(key)).toMatchObject({ failure: { afterLostAnswer: false } });
    },
  );

  test('a cancelled redeem counts as one, and its own late answer is ignored', async () => {
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

  test('15 s without an answer is one', async () => {
    const { handlers, http, clock } = await atForm();
    http.on('upgrade', 'never');
    const redeeming = handlers.redeem(key);
    await clock.advance(15_000);
    expect(await redeeming).toMatchObject({ failure: { code: 'timeout' } });
    http.on('upgrade', refusal('key-used'));
    expect(await handlers.redeem(key)).toMatchObject({ failure: { afterLostAnswer: true } });
  });
});

describe('without a subscription', () => {
  test('an ordinary sign-in with the held password follows: it signs in, not the redeem', async () => {
    const { handlers, http, at, clock } = await atNoSubscription();
    http.on('login', { success: true, info: infoOf('anna') });
    expect(await handlers.redeem(key)).toMatchObject({ ok: true });
    at('no-subscription');
    await clock.advance(0);
    at('ready');
    expect(http.types()).toEqual(['upgrade', 'login']);
    expect(http.sent[1]?.params['pass']).toBe(anna.password);
  });

  test('a refused redeem is followed by nothing', async () => {
    const { handlers, http, at, clock } = await atNoSubscription();
    http.on('upgrade', refusal('key-unknown'));
    await handlers.redeem(key);
    await clock.advance(60_000);
    at('no-subscription');
    expect(http.types()).toEqual(['upgrade']);
  });

  test('the key was for something else: the screen stays as it is', async () => {
    const { handlers, clock, at, view } = await atNoSubscription();
    await handlers.redeem(key);
    const { revision } = view.published.at(-1) ?? {};
    await clock.advance(60_000);
    at('no-subscription');
    expect(view.published.at(-1)?.revision).toBe(revision);
  });

  test('trouble on the way of that sign-in is a notice, told once; Retry signs in', async () => {
    const { handlers, http, clock, at, session } = await atNoSubscription();
    http.on('login', { fault: 'offline' });
    await handlers.redeem(key);
    await clock.advance(600);
    at('no-subscription');
    expect(session().notice).toMatchObject({ kind: 'failure', failure: { code: 'offline' } });
    expect(http.types()).toEqual(['upgrade', 'login']);
    http.on('login', { success: true, info: infoOf('anna') });
    await handlers.retry({});
    at('ready');
    expect(session().notice).toBeNull();
  });

  test('the password is forgotten meanwhile: the form, with the name', async () => {
    const { handlers, clock, at } = await atNoSubscription();
    await clock.advance(600_000);
    expect(await handlers.redeem(key)).toMatchObject({ ok: true });
    await clock.advance(0);
    expect(at('signed-out').username).toBe('anna');
  });

  test('that sign-in gives way to the next command, and comes after it', async () => {
    const { handlers, http, clock, at } = await atNoSubscription();
    const release = http.hold('login');
    await handlers.redeem(key);
    await clock.advance(0);
    expect(await handlers.redeem({ ...key, key: 'SECOND' })).toMatchObject({ ok: true });
    http.on('login', { success: true, info: infoOf('anna') });
    release({ success: true, info: infoOf('anna') });
    await clock.advance(0);
    at('ready');
    expect(http.types()).toEqual(['upgrade', 'login', 'init', 'upgrade', 'login']);
  });

  test('another account than the one on the screen is refused before anything is sent', async () => {
    const { handlers, http } = await atNoSubscription();
    expect(await handlers.redeem({ ...key, username: 'bob' })).toMatchObject({
      failure: { code: 'invalid-input', fields: ['username'] },
    });
    expect(http.types()).toEqual([]);
  });
});

describe('while the sign-in after a redeem asks for a code', () => {
  async function atCodeAfterRedeem(): Promise<Harness> {
    const harness = await atNoSubscription();
    harness.http.on('login', ({ params }) =>
      params['code'] === undefined
        ? refusal('code-needed')
        : { success: true, info: infoOf('anna') },
    );
    expect(await harness.handlers.redeem(key)).toMatchObject({ ok: true });
    await harness.clock.advance(0);
    harness.at('code-needed');
    return harness;
  }

  test('another key can be redeemed, for the same account; the code step is still there', async () => {
    const { handlers, http, at, clock } = await atCodeAfterRedeem();
    expect(await handlers.redeem({ ...key, key: 'SECOND' })).toMatchObject({ ok: true });
    await clock.advance(0);
    at('code-needed');
    expect(http.sent.at(-1)?.params).toMatchObject({ type: 'upgrade', key: 'SECOND' });
    await handlers.submitCode({ code: '123456' });
    at('ready');
  });

  test('not for another account', async () => {
    const { handlers, http } = await atCodeAfterRedeem();
    const before = http.types();
    expect(await handlers.redeem({ username: 'bob', key: 'SECOND' })).toMatchObject({
      failure: { code: 'invalid-input', fields: ['username'] },
    });
    expect(http.types()).toEqual(before);
  });
});

describe('signed in', () => {
  test('a check follows and refreshes what is owned', async () => {
    const { handlers, http, clock, at } = await atReady();
    http.on('check', { success: true, info: infoOf('anna', 3_900_000_000) });
    expect(await handlers.redeem(key)).toMatchObject({ ok: true });
    await clock.advance(0);
    expect(at('ready').account.subscriptions[0]?.expiresAt).toBe(3_900_000_000_000);
    expect(http.types()).toEqual(['init', 'login', 'upgrade', 'check']);
  });

  test('the session turns out to be gone: session ended, and the form is told', async () => {
    const { handlers, http, at } = await atReady();
    http.on('upgrade', refusal('session-gone'));
    expect(await handlers.redeem(key)).toMatchObject({ failure: { code: 'session-gone' } });
    expect(at('session-ended').username).toBe('anna');
    expect(http.types()).toEqual(['init', 'login', 'upgrade']);
  });

  test('no network is a Result, and ready stays', async () => {
    const { handlers, http, at } = await atReady();
    http.on('upgrade', { fault: 'offline' });
    expect(await handlers.redeem(key)).toMatchObject({ failure: { code: 'offline' } });
    at('ready');
  });

  test('another account is refused', async () => {
    const { handlers } = await atReady();
    expect(await handlers.redeem({ ...key, username: 'Anna' })).toMatchObject({
      failure: { code: 'invalid-input' },
    });
  });
});
