// The one-time code, the ten minutes for which a password is held, and saving it in the key store.
import { describe, expect, test } from 'vitest';
import { holdDurationMs } from '../../src/main/core/session/credentials.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { anna, atCode, atForm, createHarness, form } from './harness.ts';

describe('the one-time code', () => {
  test('is sent with the same credentials', async () => {
    const { http, handlers, at } = await atCode();
    expect(await handlers.submitCode({ code: '123456' })).toEqual({ ok: true, value: null });
    at('ready');
    expect(http.sent.at(-1)?.params).toMatchObject({
      username: 'anna',
      pass: anna.password,
      code: '123456',
    });
  });

  test('counts wrong codes and reports the clock difference', async () => {
    const { handlers, at } = await atCode({ clockOffsetMs: 95_000 });
    for (const failures of [1, 2, 3])
      expect(await handlers.submitCode({ code: '000000' })).toMatchObject({
        ok: false,
        failure: { code: 'bad-code', failures, clockOffsetMs: 95_000 },
      });
    at('code-needed');
  });

  test.each(['something-new', 'code-needed'])(
    '%s after a code is reported as a code that was not accepted',
    async (reason) => {
      const { http, handlers, at } = await atCode();
      http.on('login', refusal(reason));
      expect(await handlers.submitCode({ code: '000000' })).toMatchObject({
        failure: { code: 'bad-code' },
      });
      at('code-needed');
    },
  );

  test('returns a rate limit to the form as a failure', async () => {
    const { http, handlers, at } = await atCode();
    http.on('login', refusal('rate-limited', { retryAfter: 5 }));
    expect(await handlers.submitCode({ code: '000000' })).toMatchObject({
      failure: { code: 'rate-limited' },
    });
    at('code-needed');
  });

  test('shows unreachable without a network, and Retry asks for a new code', async () => {
    const { http, handlers, at } = await atCode();
    const before = http.sent.at(-1)?.params['pass'];
    http.on('login', { fault: 'offline' });
    await handlers.submitCode({ code: '123456' });
    at('unreachable');
    http.on('login', refusal('code-needed'));
    await handlers.retry({});
    at('code-needed');
    expect(http.sent.at(-1)?.params).toMatchObject({ pass: before });
    expect(http.sent.at(-1)?.params).not.toHaveProperty('code');
  });

  test('drops the password on Back', async () => {
    const { handlers, http, clock, at } = await atCode();
    const pending = clock.pending();
    await handlers.goBack({});
    expect(clock.pending()).toBe(pending - 1); // its timer is cancelled
    expect(at('signed-out')).toEqual({ kind: 'signed-out', username: 'anna', failure: null });
    expect(await handlers.submitCode({ code: '123456' })).toMatchObject({
      failure: { code: 'out-of-order' },
    });
    expect(http.types()).toEqual(['init', 'login']);
  });
});

describe('the end of the ten minutes for a held password', () => {
  test('returns the code screen to the form with the reason and the user name', async () => {
    const { clock, at } = await atCode();
    await clock.advance(holdDurationMs - 1);
    at('code-needed');
    await clock.advance(1);
    expect(at('signed-out')).toMatchObject({ username: 'anna', failure: { code: 'out-of-order' } });
  });

  test('takes effect after a sleep of the computer, and the password is not sent afterwards', async () => {
    const { clock, http, handlers, at } = await atCode();
    clock.set(clock.now() + holdDurationMs);
    expect(await handlers.submitCode({ code: '123456' })).toMatchObject({
      failure: { code: 'out-of-order' },
    });
    expect(at('signed-out').username).toBe('anna');
    expect(http.types()).toEqual(['init', 'login']);
  });

  test('does not prevent a correct code in flight from signing in', async () => {
    const { clock, http, handlers, at } = await atCode();
    await clock.advance(holdDurationMs - 1000);
    const release = http.hold('login');
    const checking = handlers.submitCode({ code: '123456' });
    await clock.advance(2000);
    at('code-needed');
    release({ success: true, info: accountInfo('anna') });
    await checking;
    at('ready');
  });

  test('returns to the form if the credentials expire while a wrong code is checked', async () => {
    const { clock, http, handlers, at } = await atCode();
    await clock.advance(holdDurationMs - 1000);
    const release = http.hold('login');
    const checking = handlers.submitCode({ code: '000000' });
    await clock.advance(2000);
    release(refusal('bad-code'));
    expect(await checking).toMatchObject({ failure: { code: 'bad-code' } });
    expect(at('signed-out').username).toBe('anna');
  });

  test('keeps a full-screen state, from which Retry shows the form', async () => {
    const { http, handlers, clock, at } = await atForm();
    http.on('login', refusal('no-subscription'));
    await handlers.signIn(form);
    await clock.advance(holdDurationMs);
    at('no-subscription');
    await handlers.retry({});
    expect(at('signed-out').username).toBe('anna');
    expect(http.types()).toEqual(['init', 'login']);
  });
});

describe('remember me', () => {
  test('saves user name and password only after a full success', async () => {
    const { http, handlers, vault, at, clock } = await atForm();
    http.on('login', refusal('bad-credentials'));
    await handlers.signIn({ ...anna, remember: true });
    expect(vault.saved).toBeNull();
    http.on('login', ({ params }) =>
      params['code'] === '123456'
        ? { success: true, info: accountInfo('anna') }
        : refusal('code-needed'),
    );
    await handlers.signIn({ ...anna, remember: true });
    at('code-needed');
    expect(vault.saved).toBeNull();
    await handlers.submitCode({ code: '123456' });
    await clock.advance(0);
    expect(vault.saved).toEqual(anna);
  });

  test('is off by default', async () => {
    const { handlers, vault, clock, at } = await atForm();
    await handlers.signIn(form);
    await clock.advance(0);
    at('ready');
    expect(vault.saved).toBeNull();
  });

  test('shows a notice if the key store is unavailable, and stays signed in', async () => {
    const { handlers, vault, clock, at, session } = await atForm();
    vault.works = false;
    await handlers.signIn({ ...anna, remember: true });
    await clock.advance(0);
    at('ready');
    expect(session().notice).toMatchObject({
      kind: 'failure',
      failure: { code: 'vault-unavailable' },
    });
  });

  test('shows a notice if the key store fails', async () => {
    const { handlers, vault, clock, at, session, log } = await atForm();
    vault.gate = Promise.reject(new Error('the key store fell over'));
    await handlers.signIn({ ...anna, remember: true });
    await clock.advance(0);
    at('ready');
    expect(session().notice).toMatchObject({ failure: { code: 'vault-unavailable' } });
    expect(log.text()).not.toContain(anna.password);
  });

  test('does not delay Ready', async () => {
    const { handlers, vault, at } = await atForm();
    vault.gate = new Promise(() => undefined);
    await handlers.signIn({ ...anna, remember: true });
    at('ready');
  });

  test('reports a file of saved sign-ins that a sign-out cannot remove, and does not use it again', async () => {
    const { loader, handlers, http, vault, at, clock, session, log } = createHarness({
      saved: anna,
    });
    await loader.start();
    at('ready');
    vault.stuck = '/home/anna/kept-sign-ins.json';
    await handlers.signOut({});
    at('signed-out');
    expect(session().notice).toMatchObject({
      kind: 'failure',
      failure: { code: 'kept-not-removed', file: vault.stuck },
    });
    expect(log.text()).not.toContain('/home/anna');
    http.sent.length = 0;
    http.on('login', { fault: 'offline' });
    await handlers.signIn({ ...form, password: 'another' });
    at('unreachable');
    // The held credentials have expired, so Retry looks for a saved sign-in.
    clock.set(clock.now() + holdDurationMs);
    await handlers.retry({});
    expect(at('signed-out').username).toBe('anna');
    expect(JSON.stringify(http.sent)).not.toContain(anna.password);
  });
});
