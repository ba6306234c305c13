// What the loader does with the subscriptions that a sign-in reports.
import { describe, expect, test } from 'vitest';
import { type Scripted } from '../support/fake-http.ts';
import { anna, atForm, form } from './harness.ts';

describe('subscriptions', () => {
  const list = (...entries: object[]): Scripted => ({
    success: true,
    info: { username: 'anna', subscriptions: entries },
  });

  test('may end after the year 9999, and count as lifetime from 20 years ahead', async () => {
    const { http, handlers, at, clock } = await atForm();
    const nowSeconds = clock.now() / 1000;
    http.on(
      'login',
      list(
        { subscription: 'Far', expiry: '99999999999999' },
        { subscription: 'Twenty', expiry: nowSeconds + 20 * 365 * 86_400 },
        { subscription: 'Month', expiry: String(nowSeconds + 86_400), since: nowSeconds - 5 },
        { subscription: 'Silent' },
      ),
    );
    await handlers.signIn(form);
    const { subscriptions } = at('ready').account;
    expect(subscriptions.map(({ name, lifetime }) => [name, lifetime])).toEqual([
      ['Far', true],
      ['Twenty', true],
      ['Month', false],
      ['Silent', false],
    ]);
    expect(new Date(subscriptions[0]?.expiresAt ?? NaN).toISOString()).toBe(
      '9999-12-31T23:59:59.000Z',
    );
    expect(subscriptions[2]).toEqual({
      name: 'Month',
      expiresAt: clock.now() + 86_400_000,
      startedAt: clock.now() - 5000,
      lifetime: false,
    });
    expect(subscriptions[3]?.expiresAt).toBeNull();
  });

  test('with the same name are shown once, with the latest end', async () => {
    const { http, handlers, at } = await atForm();
    http.on(
      'login',
      list(
        { subscription: 'Pro', expiry: 3e9 },
        { subscription: 'Pro', expiry: 4e9 },
        { subscription: 'Pro', expiry: 3.5e9 },
      ),
    );
    await handlers.signIn(form);
    expect(at('ready').account.subscriptions.map(({ expiresAt }) => expiresAt)).toEqual([4e12]);
  });

  test("end by the service's clock, not by this computer's", async () => {
    const inADay = 86_400_000;
    const { http, handlers, at, clock } = await atForm({ clockOffsetMs: 10 * inADay });
    http.on('login', list({ subscription: 'Pro', expiry: (clock.now() - 9 * inADay) / 1000 }));
    await handlers.signIn(form);
    at('ready');
  });

  test('do not sign the user in if all have ended, and the session is dropped', async () => {
    const { http, handlers, at, clock } = await atForm();
    http.on('login', list({ subscription: 'Pro', expiry: clock.now() / 1000 - 1 }));
    await handlers.signIn(form);
    expect(at('no-subscription')).toMatchObject({
      cause: 'expired',
      lapsed: [{ name: 'Pro', paused: false }],
    });
    await clock.advance(0);
    expect(http.types()).toContain('logout');
  });

  test.each([
    [[{ subscription: 'Basic', expiry: 4e9 }], 'never'],
    [
      [
        { subscription: 'Basic', expiry: 4e9 },
        { subscription: 'Pro', expiry: 1e9 },
      ],
      'expired',
    ],
  ])('do not sign the user in without the required subscription: %o', async (entries, cause) => {
    const { http, handlers, at, vault } = await atForm({ config: { requiredSubscription: 'Pro' } });
    http.on('login', list(...entries));
    await handlers.signIn({ ...anna, remember: true });
    expect(at('no-subscription').cause).toBe(cause);
    expect(vault.saved).toBeNull();
  });
});
