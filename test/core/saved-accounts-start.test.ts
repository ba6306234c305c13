// The start with a saved sign-in, and the reading of the device id in the background.
import { describe, expect, test } from 'vitest';
import { holdDurationMs } from '../../src/main/core/session/credentials.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { settled } from '../support/fake-clock.ts';
import { anna, createHarness } from './harness.ts';

describe('with a saved sign-in', () => {
  test('signs in automatically and keeps the sign-in saved', async () => {
    const { loader, vault, at, walk } = createHarness({ saved: anna });
    await loader.start();
    expect(at('ready').account.username).toBe('anna');
    expect(walk()).toEqual(['starting', 'ready']);
    expect(vault.saved).toEqual(anna);
  });

  test.each([
    ['rate-limited', anna],
    ['something-new', anna],
    ['device-id-invalid', anna],
  ])('shows the form with the reason after %s; saved afterwards: %o', async (reason, keptAfter) => {
    const { loader, http, vault, at } = createHarness({ saved: anna });
    http.on('login', refusal(reason));
    await loader.start();
    const form = at('signed-out');
    expect(form.username).toBe('anna');
    expect(form.failure?.code).toBe(reason === 'something-new' ? 'refused' : reason);
    expect(vault.saved).toEqual(keptAfter);
  });

  test('retries a busy service after the requested wait, and signs in', async () => {
    const { loader, http, clock, vault, at, phase } = createHarness({ saved: anna });
    http.on('login', refusal('overloaded', { retryAfter: 30 }));
    await loader.start();
    expect(phase()).toMatchObject({ kind: 'unreachable', failure: { code: 'overloaded' } });
    expect(vault.saved).toEqual(anna);
    const tries = () => http.types().filter((type) => type === 'login').length;
    http.on('login', { success: true, info: accountInfo('anna') });
    await clock.advance(29_999);
    expect(tries()).toBe(1);
    await clock.advance(60_000);
    expect(at('ready').account.username).toBe('anna');
  });

  test('removes a rejected password and keeps the user name in the file and in the form', async () => {
    const { loader, http, vault, at } = createHarness({ saved: anna });
    http.on('login', refusal('bad-credentials'));
    await loader.start();
    expect(at('signed-out')).toMatchObject({
      username: 'anna',
      failure: { code: 'bad-credentials' },
    });
    expect([vault.saved, vault.savedName]).toEqual([null, 'anna']);
  });

  test('does not send a rejected password again in this run if the file is not writable', async () => {
    const { loader, http, handlers, vault, at, clock, session } = createHarness({ saved: anna });
    vault.stuck = '/kept-sign-ins.json';
    http.on('login', refusal('bad-credentials'));
    await loader.start();
    expect(vault.saved).toEqual(anna);
    expect(session().savedSignIns).toMatchObject([{ name: 'anna', complete: false, auto: false }]);
    http.on('login', { fault: 'offline' });
    await handlers.signIn({ username: 'anna', password: 'typed', remember: false });
    // The held credentials have expired, so Retry looks for a saved sign-in.
    clock.set(clock.now() + holdDurationMs);
    await handlers.retry({});
    expect(at('signed-out').username).toBe('anna');
    expect(http.sent.filter(({ params }) => params['pass'] === anna.password)).toHaveLength(1);
  });

  test('fills in the form if only the user name is saved', async () => {
    const { loader, vault, http, at } = createHarness();
    vault.savedName = 'anna';
    await loader.start();
    expect(at('signed-out')).toEqual({ kind: 'signed-out', username: 'anna', failure: null });
    expect(http.types()).toEqual(['init']);
  });

  test('reports an unreadable sign-in in the form and accesses the key store once', async () => {
    const { loader, vault, http, handlers, at } = createHarness();
    vault.saved = anna;
    vault.locked = true;
    http.on('init', { fault: 'offline' });
    await loader.start();
    at('unreachable');
    http.on('init', { success: true, sessionid: 's' });
    await handlers.retry({});
    expect(at('signed-out').failure?.code).toBe('vault-unreadable');
    expect(vault.loads).toBe(1);
  });

  test('clears its message when the form is submitted', async () => {
    const { loader, http, handlers, at } = createHarness({ saved: anna });
    http.on('login', refusal('rate-limited'));
    await loader.start();
    http.on('login', refusal('bad-credentials'));
    await handlers.signIn({ ...anna, username: 'bob', remember: false });
    expect(at('signed-out')).toEqual({ kind: 'signed-out', username: 'bob', failure: null });
  });

  test('asks for the code of an account with two-factor sign-in', async () => {
    const { loader, http, handlers, vault, at } = createHarness({ saved: anna });
    http.on('login', ({ params }) =>
      params['code'] === undefined
        ? refusal('code-needed')
        : {
            success: true,
            info: {
              username: 'anna',
              subscriptions: [{ subscription: 'Pro', expiry: '4000000000' }],
            },
          },
    );
    await loader.start();
    expect(at('code-needed').username).toBe('anna');
    expect(await handlers.submitCode({ code: '123456' })).toMatchObject({ ok: true });
    at('ready');
    expect(vault.saved).toEqual(anna);
  });

  test('removes the password if the service rejects it at the code step', async () => {
    const { loader, http, handlers, vault, at } = createHarness({ saved: anna });
    http.on('login', refusal('code-needed'));
    await loader.start();
    http.on('login', refusal('bad-credentials'));
    await handlers.submitCode({ code: '123456' });
    expect(at('signed-out').failure?.code).toBe('bad-credentials');
    expect(vault.saved).toBeNull();
  });

  test('shows unreachable without a network, keeps the sign-in, and Retry signs in', async () => {
    const { loader, http, handlers, vault, at } = createHarness({ saved: anna });
    http.on('init', { fault: 'offline' });
    await loader.start();
    expect(at('unreachable').failure.code).toBe('offline');
    expect(vault.saved).toEqual(anna);
    http.on('init', { success: true, sessionid: 's' });
    expect(await handlers.retry({})).toEqual({ ok: true, value: null });
    at('ready');
  });

  test("excludes the key store's prompt from its time limit, and can be cancelled", async () => {
    const { loader, vault, clock, at, phase, handlers } = createHarness({ saved: anna });
    let open: () => void = () => undefined;
    vault.gate = new Promise((resolve) => (open = resolve));
    const start = loader.start();
    await clock.advance(60_000);
    expect(phase().kind).toBe('starting');
    open();
    await start;
    at('ready');
    const second = createHarness({ saved: anna });
    second.vault.gate = new Promise(() => undefined);
    const starting = second.loader.start();
    await settled();
    await second.handlers.cancel({});
    await starting;
    second.at('signed-out');
    expect(handlers).toBeDefined();
  });

  test('returns to the form with the user name on Cancel and ignores the late answer', async () => {
    const { loader, http, handlers, at, clock } = createHarness({ saved: anna });
    const release = http.hold('login');
    const start = loader.start();
    await settled();
    await handlers.cancel({});
    await start;
    release({
      success: true,
      info: { username: 'anna', subscriptions: [{ subscription: 'Pro', expiry: 4e9 }] },
    });
    await clock.advance(1000);
    expect(at('signed-out').username).toBe('anna');
  });
});

describe('the device id', () => {
  test('is read soon after the first screen, while the user types', async () => {
    const { loader, hardware, clock } = createHarness();
    await loader.start();
    expect(hardware.readCount).toBe(0);
    await clock.advance(500);
    expect(hardware.readCount).toBe(1);
  });

  test('is not read once the program has stopped', async () => {
    const { loader, hardware, clock } = createHarness();
    await loader.start();
    loader.stop();
    await clock.advance(500);
    expect(hardware.readCount).toBe(0);
  });

  test('is awaited by the sign-in, and a failed read can be retried', async () => {
    const { loader, hardware, handlers, view, at } = createHarness();
    hardware.works = false;
    await loader.start();
    await handlers.signIn({ ...anna, remember: false });
    expect(at('unreachable').failure.code).toBe('hardware-unavailable');
    expect(view.published.some(({ step }) => step === 'reading-device')).toBe(true);
    hardware.works = true;
    await handlers.retry({});
    at('ready');
  });

  test('is sent in full to the service, but never appears in full in a snapshot', async () => {
    const { loader, http, handlers, view, log, at } = createHarness();
    await loader.start();
    http.on('login', refusal('wrong-device'));
    await handlers.signIn({ ...anna, remember: false });
    const hwid = http.sent.at(-1)?.params['hwid'] ?? '';
    expect(hwid).toMatch(/^[0-9a-f]{64}$/);
    expect(at('wrong-device').shortDeviceId).toBe(hwid.slice(0, 8));
    expect(JSON.stringify(view.published) + log.text()).not.toContain(hwid.slice(0, 9));
  });
});
