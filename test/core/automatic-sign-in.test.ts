// What the loader does automatically: which credentials it sends in a retry, and the renewal of a
// session that has ended.
import { describe, expect, test } from 'vitest';
import { minSignInIntervalMs } from '../../src/main/core/flows/resume.ts';
import { settled } from '../support/fake-clock.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { anna, atCode, atForm, atReady, createHarness, form, checkEveryMs } from './harness.ts';

const granted = { success: true, info: accountInfo('anna') } as const;
const away = { fault: 'offline' } as const;
const back = { success: true, sessionid: 'back' } as const;

describe('an automatic retry', () => {
  test.each([
    ['unreachable', away],
    ['app-paused', refusal('app-paused')],
  ] as const)('sends no input of the form on the screen %s', async (kind, scripted) => {
    const { handlers, http, at, nextRetry } = await atForm();
    http.on('login', scripted);
    http.on('init', scripted);
    await handlers.signIn(form);
    at(kind);
    http.sent.length = 0;
    await nextRetry();
    at(kind);
    http.on('init', back);
    await nextRetry();
    expect(at('signed-out').username).toBe('anna');
    expect(http.types()).toEqual(['init', 'init']);
    expect(http.sent.map(({ url }) => decodeURIComponent(url)).join()).not.toContain('sesame');
    http.on('login', granted);
    await handlers.signIn(form);
    at('ready');
  });

  test('stays on the screen while the application is still paused', async () => {
    const { handlers, http, at, nextRetry } = await atForm();
    http.on('login', refusal('app-paused'));
    await handlers.signIn(form);
    http.on('init', refusal('app-paused'));
    for (let tries = 0; tries < 15; tries += 1) {
      await nextRetry();
      at('app-paused');
    }
  });

  test('differs from Retry, which sends the same credentials', async () => {
    const { handlers, http, at } = await atForm();
    http.on('login', away);
    await handlers.signIn(form);
    http.on('login', granted);
    await handlers.retry({});
    at('ready');
  });

  test('sends a saved sign-in', async () => {
    const { loader, http, at, nextRetry } = createHarness({ saved: anna });
    http.on('init', away);
    await loader.start();
    http.on('init', back);
    await nextRetry();
    at('ready');
  });

  test('sends a password that the service accepted in this run before it requested the code', async () => {
    const { handlers, http, at, nextRetry } = await atCode();
    http.on('login', away);
    await handlers.submitCode({ code: '123456' });
    at('unreachable');
    http.on('login', refusal('code-needed'));
    await nextRetry();
    expect(at('code-needed').username).toBe('anna');
    expect(http.sent.at(-1)?.params).toMatchObject({ type: 'login', pass: anna.password });
  });

  test("does not send another user's saved sign-in", async () => {
    const { loader, handlers, http, vault, at, clock, nextRetry } = createHarness({ saved: anna });
    http.on('login', refusal('rate-limited'));
    await loader.start();
    http.on('login', away);
    http.on('init', away);
    await handlers.signIn({ username: 'bob', password: 'other words', remember: false });
    at('unreachable');
    await clock.advance(700_000); // the password that bob typed has expired
    http.sent.length = 0;
    http.on('init', back);
    await nextRetry();
    expect(at('signed-out').username).toBe('bob');
    expect(http.types()).toEqual(['init']);
    expect(vault.saved).toEqual(anna);
  });

  test('returns to the form only once the device id is available', async () => {
    const { loader, handlers, hardware, at, nextRetry } = createHarness();
    hardware.works = false;
    await loader.start();
    await handlers.signIn(form);
    await nextRetry();
    at('unreachable');
    hardware.works = true;
    await nextRetry();
    at('signed-out');
  });
});

describe('an ended session', () => {
  const ended = refusal('session-gone');

  /** The first `check` reports an ended session; later checks report a valid one. */
  async function withEndedSession(kept = anna) {
    const harness = await atReady();
    harness.vault.saved = kept;
    harness.http.sent.length = 0;
    let checks = 0;
    harness.http.on('check', () => ((checks += 1) === 1 ? ended : { success: true }));
    return harness;
  }

  test.each(['session-gone', 'not-signed-in'])(
    '%s: is renewed automatically without a change of the screen',
    async (reason) => {
      const { http, clock, at, changes } = await withEndedSession();
      http.on('check', refusal(reason));
      http.on('login', { success: true, info: accountInfo('anna', 3_900_000_000) });
      const before = changes();
      await clock.advance(checkEveryMs);
      expect(at('ready').account.subscriptions[0]?.expiresAt).toBe(3_900_000_000_000);
      expect(http.types()).toEqual(['check', 'init', 'login']);
      expect(changes()).toBe(before + 1);
    },
  );

  test('is renewed on Launch, which continues with the new session', async () => {
    const { handlers, launcher, at } = await withEndedSession();
    expect(await handlers.launch({})).toEqual({ ok: true, value: null });
    at('running');
    expect(launcher.lines[0]).toContain('"sessionid":"session-2"');
  });

  test('is renewed on a redeem, which uses the new session', async () => {
    const { handlers, http, at } = await withEndedSession();
    let tries = 0;
    http.on('upgrade', () => ((tries += 1) === 1 ? ended : { success: true }));
    expect(await handlers.redeem({ username: 'anna', key: 'NWPRO-1' })).toMatchObject({ ok: true });
    at('ready');
    expect(http.types().slice(0, 4)).toEqual(['upgrade', 'init', 'login', 'upgrade']);
  });

  test('asks for the code if two-factor sign-in is on', async () => {
    const { http, clock, at } = await withEndedSession();
    http.on('login', refusal('code-needed'));
    await clock.advance(checkEveryMs);
    expect(at('code-needed').username).toBe('anna');
  });

  test('shows the form and removes the saved password if the password was changed', async () => {
    const { http, clock, at, vault } = await withEndedSession();
    http.on('login', refusal('bad-credentials'));
    await clock.advance(checkEveryMs);
    expect(at('signed-out').failure?.code).toBe('bad-credentials');
    expect(vault.saved).toBeNull();
  });

  test('shows unreachable if the service fails in between, and signs in later', async () => {
    const { http, clock, at, nextRetry } = await withEndedSession();
    http.on('login', away);
    await clock.advance(checkEveryMs);
    at('unreachable');
    http.on('login', granted);
    await nextRetry();
    at('ready');
  });

  test.each([
    ['nothing', null],
    ['the sign-in of another user', { username: 'bob', password: 'x' }],
  ])('is shown to the user if %s is saved', async (_name, kept) => {
    const { http, clock, at, vault } = await withEndedSession();
    vault.saved = kept;
    await clock.advance(checkEveryMs);
    expect(at('session-ended').username).toBe('anna');
    expect(http.types()).toEqual(['check']);
    expect(vault.saved).toEqual(kept);
  });

  test('is renewed only once if it ends again soon, as with two computers', async () => {
    const { http, clock, at } = await withEndedSession();
    http.on('check', ended);
    await clock.advance(checkEveryMs);
    at('ready');
    await clock.advance(checkEveryMs);
    at('session-ended');
    expect(http.types().filter((type) => type === 'login')).toHaveLength(1);
  });

  test('is renewed again later', async () => {
    const { http, clock, at } = await withEndedSession();
    await clock.advance(checkEveryMs);
    await clock.advance(minSignInIntervalMs);
    http.on('check', ended);
    await clock.advance(checkEveryMs);
    at('ready');
    expect(http.types().filter((type) => type === 'login')).toHaveLength(2);
  });

  test('is renewed by a command that interrupts an automatic renewal', async () => {
    const { http, clock, handlers, at, launcher } = await withEndedSession();
    http.on('check', ended);
    http.hold('login');
    await clock.advance(checkEveryMs);
    expect(http.types()).toEqual(['check', 'init', 'login']);
    http.on('login', granted);
    await handlers.launch({});
    await settled();
    at('running');
    expect(launcher.lines[0]).toContain('"sessionid":"session-3"');
  });
});
