// Signing out, a session that has ended, and Retry while signed in.
import { describe, expect, test } from 'vitest';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { anna, atForm, atReady, createHarness, form, checkEveryMs } from './harness.ts';

describe('signing out', () => {
  test('shows the form immediately, logs out, removes the saved sign-in, and opens a new session', async () => {
    const { loader, handlers, http, vault, at, clock } = createHarness({ saved: anna });
    await loader.start();
    at('ready');
    http.sent.length = 0;
    const release = http.hold('logout');
    expect(await handlers.signOut({})).toEqual({ ok: true, value: null });
    expect(at('signed-out')).toEqual({ kind: 'signed-out', username: 'anna', failure: null });
    expect(vault.saved).toBeNull();
    expect(http.types()).toEqual(['logout', 'init']);
    expect(http.sent[0]?.params['sessionid']).toBe('session-1');
    await handlers.signIn(form);
    at('ready');
    expect(http.types()).toEqual(['logout', 'init', 'login']);
    expect(http.sent[2]?.params['sessionid']).toBe('session-2');
    release({ success: true });
    await clock.advance(5000);
    at('ready');
  });

  test.each([
    ['keeps the user name for the form', {}, 'anna'],
    ['empties the form with "keepname": false', { keepname: false }, ''],
  ])('%s', async (_title, config, username) => {
    const { loader, handlers, at } = createHarness({ saved: anna, config });
    await loader.start();
    await handlers.signOut({});
    expect(at('signed-out').username).toBe(username);
  });

  test('shows the form without a network, and the next sign-in reports it', async () => {
    const { handlers, http, at, clock } = await atReady();
    http.on('logout', { fault: 'offline' });
    http.on('init', { fault: 'offline' });
    await handlers.signOut({});
    await clock.advance(60_000);
    expect(at('signed-out').failure).toBeNull();
    await handlers.signIn(form);
    expect(at('unreachable').failure.code).toBe('offline');
    http.on('init', { success: true, sessionid: 's' });
    await handlers.retry({});
    at('ready');
  });

  test('aborts a logout without an answer after 5 s', async () => {
    const { handlers, http, clock } = await atReady();
    http.on('logout', 'never');
    await handlers.signOut({});
    const sent = http.sent.find(({ params }) => params['type'] === 'logout');
    await clock.advance(5000);
    expect(sent?.signal.aborted).toBe(true);
  });

  test('removes a sign-in that an earlier save is still writing', async () => {
    const { handlers, vault, clock, at } = await atForm();
    let open: () => void = () => undefined;
    vault.gate = new Promise((resolve) => (open = resolve));
    await handlers.signIn({ ...anna, remember: true });
    const signingOut = handlers.signOut({});
    open();
    await signingOut;
    await clock.advance(0);
    at('signed-out');
    expect(vault.saved).toBeNull();
  });

  test('does not block the form if the key store hangs', async () => {
    const { handlers, vault, clock, at } = await atReady();
    vault.gate = new Promise(() => undefined);
    const signingOut = handlers.signOut({});
    at('signed-out');
    await clock.advance(15_000);
    await signingOut;
    await handlers.signIn(form);
    at('ready');
  });

  test('removes the saved sign-in from a full-screen state', async () => {
    const { loader, handlers, http, vault, at } = createHarness({ saved: anna });
    http.on('login', refusal('banned'));
    await loader.start();
    at('banned');
    await handlers.signOut({});
    at('signed-out');
    expect(vault.saved).toBeNull();
  });
});

describe('a session that has ended', () => {
  const ended = async (options = {}) => {
    const harness = await atReady(options);
    harness.http.on('check', refusal('session-gone'));
    await harness.handlers.retry({});
    harness.at('session-ended');
    harness.http.sent.length = 0;
    return harness;
  };

  test('shows the form with the name on Retry without a saved sign-in', async () => {
    const { handlers, http, at } = await ended();
    await handlers.retry({});
    expect(at('signed-out').username).toBe('anna');
    expect(http.types()).toEqual(['init']);
    expect(JSON.stringify(http.sent)).not.toContain(anna.password);
  });

  test('signs in on Retry with a saved sign-in', async () => {
    const { handlers, vault, at } = await ended();
    vault.saved = anna;
    await handlers.retry({});
    at('ready');
  });
});

describe('Retry while ready', () => {
  test('refreshes the account', async () => {
    const { handlers, http, at } = await atReady();
    http.on('check', { success: true, info: accountInfo('anna', '3999999999') });
    expect(await handlers.retry({})).toEqual({ ok: true, value: null });
    expect(at('ready').account.subscriptions[0]?.expiresAt).toBe(3_999_999_999_000);
  });

  test.each([
    ['offline', 'offline'],
    ['timeout', 'timeout'],
    ['broken-off', 'interrupted'],
  ] as const)('shows %s as a notice until it succeeds', async (fault, code) => {
    const { handlers, http, at, session } = await atReady();
    http.on('check', { fault });
    expect(await handlers.retry({})).toEqual({ ok: true, value: null });
    at('ready');
    expect(session().notice).toMatchObject({ kind: 'failure', failure: { code } });
    http.on('check', { success: true, info: accountInfo('anna', '3999999999') });
    await handlers.retry({});
    expect(session().notice).toMatchObject({ kind: 'checked', changed: true });
  });

  test.each([
    [{ success: true, info: accountInfo('anna') }, false],
    [{ success: true, info: accountInfo('anna', 3_999_999_999) }, true],
    [{ success: true }, null],
  ])('reports its result: %o', async (scripted, changed) => {
    const { handlers, http, session, clock } = await atReady();
    http.on('check', scripted);
    await handlers.retry({});
    expect(session().notice).toMatchObject({ kind: 'checked', at: clock.now(), changed });
    await handlers.retry({});
    expect(session().notice).toMatchObject({ changed: changed === null ? null : false });
  });

  test('clears its notice after a later successful check', async () => {
    const { handlers, session, clock } = await atReady();
    await handlers.retry({});
    await clock.advance(checkEveryMs);
    expect(session().notice).toBeNull();
  });
});

test('a dismissal affects only the notice that the page has shown', async () => {
  const { handlers, launcher, clock, session } = await atReady();
  await handlers.launch({});
  const seen = session().revision;
  launcher.exit({ exitCode: 3, signal: null });
  await clock.advance(0);
  await handlers.dismissNotice({ revision: seen });
  expect(session().notice).not.toBeNull();
  await handlers.dismissNotice({ revision: session().revision });
  expect(session().notice).toBeNull();
});
