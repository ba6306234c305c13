// The data of the account screen: current and ended subscriptions, and the date on which this
// computer was linked. Also the removal of a saved sign-in while a user is signed in.
import { describe, expect, test } from 'vitest';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { anna, atForm, atReady, form, type Harness } from './harness.ts';
import { names, startWith, three } from './saved-accounts-parts.ts';

const accountOf = ({ at }: Harness) => at('ready').account;
const seconds = (ms: number) => Math.floor(ms / 1000);

describe('the account', () => {
  test('shows level, start date and ended subscriptions, cleaned for display', async () => {
    const harness = await atForm();
    const now = seconds(harness.clock.now());
    harness.http.on('login', {
      success: true,
      info: {
        username: 'anna',
        subscriptions: [
          { subscription: 'Pro', expiry: now + 1000, level: '2', since: now - 1000 },
          { subscription: 'Plus', expiry: now + 1000, level: ' \u202e ' },
        ],
        lapsed: [
          { subscription: 'Old\u202e', expiry: now - 5, paused: false },
          { subscription: 'Held', paused: true },
        ],
        boundAt: now - 2000,
      },
    });
    await harness.handlers.signIn(form);
    expect(accountOf(harness)).toMatchObject({
      subscriptions: [
        { name: 'Pro', level: '2', startedAt: (now - 1000) * 1000 },
        { name: 'Plus', startedAt: null },
      ],
      lapsed: [
        { name: 'Old', expiresAt: (now - 5) * 1000, paused: false },
        { name: 'Held', expiresAt: null, paused: true },
      ],
      boundAt: (now - 2000) * 1000,
    });
    expect(accountOf(harness).subscriptions[1]).not.toHaveProperty('level');
  });

  test('omits facts that the service does not report, and reports no change', async () => {
    const harness = await atReady();
    expect(Object.keys(accountOf(harness)).sort()).toEqual(['dates', 'subscriptions', 'username']);
    await harness.handlers.retry({});
    expect(harness.session().notice).toMatchObject({ kind: 'checked' });
  });

  test('a check without changes keeps facts that only the sign-in reports', async () => {
    const harness = await atForm();
    const info = { ...accountInfo('anna'), lapsed: [], twofactor: false };
    harness.http.on('login', { success: true, info: { ...info, boundAt: 1_790_000_000 } });
    harness.http.on('check', { success: true, info });
    await harness.handlers.signIn(form);
    await harness.handlers.retry({});
    expect(accountOf(harness).boundAt).toBe(1_790_000_000_000);
    expect(harness.session().notice).toMatchObject({ kind: 'checked', changed: false });
  });

  test('lists a subscription as ended as soon as it ends, and only once after the service reports it', async () => {
    const harness = await atForm();
    const now = seconds(harness.clock.now());
    const subscriptions = [
      { subscription: 'Pro', expiry: now + 999_999 },
      { subscription: 'Day pass', expiry: now + 60 },
    ];
    harness.http.on('login', { success: true, info: { username: 'anna', subscriptions } });
    harness.http.on('check', { success: true });
    await harness.handlers.signIn(form);
    await harness.clock.advance(120_000);
    await harness.handlers.retry({});
    await harness.handlers.retry({});
    const { subscriptions: running, lapsed } = accountOf(harness);
    expect(running.map(({ name }) => name)).toEqual(['Pro']);
    expect(lapsed).toEqual([{ name: 'Day pass', expiresAt: (now + 60) * 1000, paused: false }]);
  });

  test('removes a renewed subscription from the ended ones', async () => {
    const harness = await atForm();
    const now = seconds(harness.clock.now());
    const lapsed = [
      { subscription: 'Plus', expiry: now - 5 },
      { subscription: 'Other', expiry: now - 5 },
    ];
    harness.http.on('login', { success: true, info: { ...accountInfo('anna'), lapsed } });
    harness.http.on('check', 'never');
    const until = now + 86_400;
    harness.http.on('upgrade', {
      success: true,
      redeemed: { subscription: 'Plus', level: '1', seconds: 86_400, until },
    });
    await harness.handlers.signIn(form);
    await harness.handlers.redeem({ username: 'anna', key: 'NWND-1' });
    expect(accountOf(harness).lapsed?.map(({ name }) => name)).toEqual(['Other']);
    expect(accountOf(harness).subscriptions.map(({ name }) => name)).toContain('Plus');
  });
});

describe('removing a saved sign-in while signed in', () => {
  test("removes another user's saved sign-in and keeps that of the signed-in user", async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    expect(await harness.handlers.removeSavedSignIn({ id: bob.id })).toEqual({
      ok: true,
      value: null,
    });
    expect(harness.at('ready').account.username).toBe('anna');
    expect(names(harness)).toEqual(['anna']);
    expect(harness.http.types()).not.toContain('logout');
  });

  test("removes the user's own sign-in, so that an ended session is not renewed", async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    await harness.handlers.removeSavedSignIn({ id: first.id });
    expect(names(harness)).toEqual(['bob']);
    expect(harness.at('ready').account.username).toBe('anna');
    harness.http.on('check', refusal('session-gone'));
    await harness.handlers.retry({});
    expect(harness.at('session-ended').username).toBe(anna.username);
    expect(names(harness)).toEqual(['bob']);
  });

  test('names the file if the removal fails', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    harness.vault.stuck = '/home/anna/kept-sign-ins.json';
    expect(await harness.handlers.removeSavedSignIn({ id: bob.id })).toMatchObject({
      failure: { code: 'kept-not-removed', file: harness.vault.stuck },
    });
    harness.at('ready');
  });

  test('is not possible while the program runs', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    await harness.handlers.launch({});
    harness.at('running');
    expect(await harness.handlers.removeSavedSignIn({ id: bob.id })).toMatchObject({
      failure: { code: 'out-of-order' },
    });
    expect(names(harness)).toEqual(['anna', 'bob']);
  });
});
