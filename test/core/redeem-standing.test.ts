// Redeeming a key without a subscription, during the code step of a sign-in, and while signed in.
import { describe, expect, test } from 'vitest';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { anna, atForm, atReady, type Harness, form } from './harness.ts';

const key = { username: 'anna', key: 'NWPRO-1' };

async function atNoSubscription(): Promise<Harness> {
  const harness = await atForm();
  harness.http.on('login', refusal('no-subscription', { lapsed: [] }));
  await harness.handlers.signIn(form);
  harness.at('no-subscription');
  harness.http.sent.length = 0;
  return harness;
}

describe('a redeem without a subscription', () => {
  test('is followed by an ordinary sign-in with the held password', async () => {
    const { handlers, http, at, clock } = await atNoSubscription();
    http.on('login', { success: true, info: accountInfo('anna') });
    expect(await handlers.redeem(key)).toMatchObject({ ok: true });
    at('no-subscription');
    await clock.advance(0);
    at('ready');
    expect(http.types()).toEqual(['upgrade', 'login']);
    expect(http.sent[1]?.params['pass']).toBe(anna.password);
  });

  test('is not followed by a sign-in if it was refused', async () => {
    const { handlers, http, at, clock } = await atNoSubscription();
    http.on('upgrade', refusal('key-unknown'));
    await handlers.redeem(key);
    await clock.advance(60_000);
    at('no-subscription');
    expect(http.types()).toEqual(['upgrade']);
  });

  test('keeps the screen if the key was for another subscription', async () => {
    const { handlers, clock, at, view } = await atNoSubscription();
    await handlers.redeem(key);
    const { revision } = view.published.at(-1) ?? {};
    await clock.advance(60_000);
    at('no-subscription');
    expect(view.published.at(-1)?.revision).toBe(revision);
  });

  test('reports a failure of the following sign-in once as a notice, and Retry signs in', async () => {
    const { handlers, http, clock, at, session } = await atNoSubscription();
    http.on('login', { fault: 'offline' });
    await handlers.redeem(key);
    await clock.advance(600);
    at('no-subscription');
    expect(session().notice).toMatchObject({ kind: 'failure', failure: { code: 'offline' } });
    expect(http.types()).toEqual(['upgrade', 'login']);
    http.on('login', { success: true, info: accountInfo('anna') });
    await handlers.retry({});
    at('ready');
    expect(session().notice).toBeNull();
  });

  test('shows the form with the user name if the held password has expired', async () => {
    const { handlers, clock, at } = await atNoSubscription();
    await clock.advance(600_000);
    expect(await handlers.redeem(key)).toMatchObject({ ok: true });
    await clock.advance(0);
    expect(at('signed-out').username).toBe('anna');
  });

  test('lets a command interrupt the following sign-in, which is repeated', async () => {
    const { handlers, http, clock, at } = await atNoSubscription();
    const release = http.hold('login');
    await handlers.redeem(key);
    await clock.advance(0);
    expect(await handlers.redeem({ ...key, key: 'SECOND' })).toMatchObject({ ok: true });
    http.on('login', { success: true, info: accountInfo('anna') });
    release({ success: true, info: accountInfo('anna') });
    await clock.advance(0);
    at('ready');
    expect(http.types()).toEqual(['upgrade', 'login', 'init', 'upgrade', 'login']);
  });

  test('refuses another account before it sends anything', async () => {
    const { handlers, http } = await atNoSubscription();
    expect(await handlers.redeem({ ...key, username: 'bob' })).toMatchObject({
      failure: { code: 'invalid-input', fields: ['username'] },
    });
    expect(http.types()).toEqual([]);
  });
});

describe('the code step of the sign-in after a redeem', () => {
  async function atCodeAfterRedeem(): Promise<Harness> {
    const harness = await atNoSubscription();
    harness.http.on('login', ({ params }) =>
      params['code'] === undefined
        ? refusal('code-needed')
        : { success: true, info: accountInfo('anna') },
    );
    expect(await harness.handlers.redeem(key)).toMatchObject({ ok: true });
    await harness.clock.advance(0);
    harness.at('code-needed');
    return harness;
  }

  test('accepts another key for the same account, and stays on the screen', async () => {
    const { handlers, http, at, clock } = await atCodeAfterRedeem();
    expect(await handlers.redeem({ ...key, key: 'SECOND' })).toMatchObject({ ok: true });
    await clock.advance(0);
    at('code-needed');
    expect(http.sent.at(-1)?.params).toMatchObject({ type: 'upgrade', key: 'SECOND' });
    await handlers.submitCode({ code: '123456' });
    at('ready');
  });

  test('refuses a key for another account', async () => {
    const { handlers, http } = await atCodeAfterRedeem();
    const before = http.types();
    expect(await handlers.redeem({ username: 'bob', key: 'SECOND' })).toMatchObject({
      failure: { code: 'invalid-input', fields: ['username'] },
    });
    expect(http.types()).toEqual(before);
  });
});

describe('a redeem while signed in', () => {
  test('is followed by a check that refreshes the account', async () => {
    const { handlers, http, clock, at } = await atReady();
    http.on('check', { success: true, info: accountInfo('anna', 3_900_000_000) });
    expect(await handlers.redeem(key)).toMatchObject({ ok: true });
    await clock.advance(0);
    expect(at('ready').account.subscriptions[0]?.expiresAt).toBe(3_900_000_000_000);
    expect(http.types()).toEqual(['init', 'login', 'upgrade', 'check']);
  });

  test('shows the screen for an ended session and returns a failure if the session is gone', async () => {
    const { handlers, http, at } = await atReady();
    http.on('upgrade', refusal('session-gone'));
    expect(await handlers.redeem(key)).toMatchObject({ failure: { code: 'session-gone' } });
    expect(at('session-ended').username).toBe('anna');
    expect(http.types()).toEqual(['init', 'login', 'upgrade']);
  });

  test('returns a failure and stays ready without a network', async () => {
    const { handlers, http, at } = await atReady();
    http.on('upgrade', { fault: 'offline' });
    expect(await handlers.redeem(key)).toMatchObject({ failure: { code: 'offline' } });
    at('ready');
  });

  test('refuses another account', async () => {
    const { handlers } = await atReady();
    expect(await handlers.redeem({ ...key, username: 'Anna' })).toMatchObject({
      failure: { code: 'invalid-input' },
    });
  });
});
