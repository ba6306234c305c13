// Launching: the check before it, the exact line that the app receives, and the return after its
// exit.
import { describe, expect, test } from 'vitest';
import { fakePublicKey, accountInfo, refusal } from '../support/fake-http.ts';
import { settled } from '../support/fake-clock.ts';
import { atForm, atReady } from './harness.ts';

describe('the launch line', () => {
  test('contains exactly the documented fields', async () => {
    const { handlers, launcher, walk } = await atReady();
    expect(await handlers.launch({})).toEqual({ ok: true, value: null });
    expect(launcher.lines).toEqual([
      `{"v":1,"baseUrl":"https://licenses.example/root","name":"Northwind Studio","ownerid":"nwDemo2026","sessionid":"session-1","publicKey":"${fakePublicKey}","publicKeys":["${fakePublicKey}"],"challenge":"required","method":"GET","options":{}}`,
    ]);
    expect(walk().slice(-3)).toEqual(['ready', 'launching', 'running']);
  });

  test('has no public key if answers are not signed', async () => {
    const service = { publicKey: undefined, allowUnsigned: true, challenge: 'off', method: 'POST' };
    const { handlers, launcher } = await atReady({ service });
    await handlers.launch({});
    expect(JSON.parse(launcher.lines[0] ?? '')).toMatchObject({
      publicKey: null,
      challenge: 'off',
      method: 'POST',
    });
  });
});

describe('the check before a launch', () => {
  test('is sent when the user presses Launch', async () => {
    const { handlers, http, launcher, view } = await atReady();
    const release = http.hold('check');
    const launching = handlers.launch({});
    await settled();
    expect(view.published.at(-1)).toMatchObject({
      phase: { kind: 'launching' },
      step: 'checking-subscription',
    });
    expect(launcher.lines).toEqual([]);
    release({ success: true });
    await launching;
    expect(launcher.lines).toHaveLength(1);
    expect(view.published.map(({ step }) => step)).toContain('starting-app');
  });

  test.each([
    ['session-gone', {}, 'session-ended'],
    ['not-signed-in', {}, 'session-ended'],
    ['words nobody knows', {}, 'session-ended'],
    ['no-subscription', { lapsed: [{ subscription: 'Pro', expiry: 1e9 }] }, 'no-subscription'],
    ['subscription-paused', {}, 'no-subscription'],
    ['banned', { bannedReason: 'x' }, 'banned'],
    ['blacklisted', {}, 'banned'],
    ['wrong-device', {}, 'wrong-device'],
    ['app-paused', {}, 'app-paused'],
    ['app-disabled', {}, 'app-disabled'],
    ['update-required', {}, 'update-required'],
  ] as const)('%s: starts nothing', async (reason, more, kind) => {
    const { handlers, http, launcher, at } = await atReady();
    http.on('check', refusal(reason, more));
    expect(await handlers.launch({})).toEqual({ ok: true, value: null });
    at(kind);
    expect(launcher.lines).toEqual([]);
  });

  test.each([
    ['offline', 'offline'],
    ['timeout', 'timeout'],
    ['broken-off', 'interrupted'],
    ['malformed', 'bad-reply'],
    ['redirect', 'bad-reply'],
    ['led-away', 'captive-portal'],
  ] as const)('%s: returns a failure and leads back to Ready', async (fault, code) => {
    const { handlers, http, launcher, at } = await atReady();
    http.on('check', { fault });
    expect(await handlers.launch({})).toMatchObject({ ok: false, failure: { code } });
    at('ready');
    expect(launcher.lines).toEqual([]);
  });

  test('fails on an answer about another user', async () => {
    const { handlers, http, launcher, at } = await atReady();
    http.on('check', { success: true, info: accountInfo('bob') });
    expect(await handlers.launch({})).toMatchObject({ failure: { code: 'bad-reply' } });
    at('ready');
    expect(launcher.lines).toEqual([]);
  });

  test('blocks the launch if the required subscription has ended', async () => {
    const { handlers, http, launcher, at } = await atReady({
      config: { requiredSubscription: 'Pro' },
    });
    http.on('check', { success: true, info: accountInfo('anna', 1_700_000_000) });
    await handlers.launch({});
    expect(at('no-subscription').cause).toBe('expired');
    expect(launcher.lines).toEqual([]);
  });

  test('uses the known end date if the service only answers "valid"', async () => {
    const harness = await atForm();
    const { http, handlers, clock, launcher, at } = harness;
    http.on('login', { success: true, info: accountInfo('anna', clock.now() / 1000 + 60) });
    await handlers.signIn({ username: 'anna', password: 'p', remember: false });
    at('ready');
    clock.set(clock.now() + 61_000);
    await handlers.launch({});
    expect(at('no-subscription').cause).toBe('expired');
    expect(launcher.lines).toEqual([]);
  });

  test('can be cancelled, and a late answer starts nothing', async () => {
    const { handlers, http, launcher, at, clock } = await atReady();
    const release = http.hold('check');
    const launching = handlers.launch({});
    await settled();
    await handlers.cancel({});
    expect(await launching).toMatchObject({ failure: { code: 'cancelled' } });
    at('ready');
    release({ success: true });
    await clock.advance(0);
    at('ready');
    expect(launcher.lines).toEqual([]);
  });
});

describe('the app', () => {
  test.each(['app-missing', 'app-altered', 'spawn-failed'] as const)(
    '%s: returns a failure and leads back to Ready',
    async (fault) => {
      const { handlers, launcher, at } = await atReady();
      launcher.fault = fault;
      expect(await handlers.launch({})).toMatchObject({ ok: false, failure: { code: fault } });
      at('ready');
    },
  );

  test('leads back to the ready screen if the launcher throws', async () => {
    const { handlers, launcher, at } = await atReady();
    launcher.launch = () => Promise.reject(new Error('broken'));
    await expect(handlers.launch({})).rejects.toThrow('broken');
    at('ready');
    expect(await handlers.retry({})).toMatchObject({ ok: true });
  });

  test('shows its exit code as a notice and triggers a check', async () => {
    const { handlers, http, launcher, clock, at, session } = await atReady();
    await handlers.launch({});
    at('running');
    http.sent.length = 0;
    launcher.exit({ exitCode: 3, signal: null });
    await clock.advance(0);
    at('ready');
    expect(session().notice).toEqual({ kind: 'app-exited', exitCode: 3, signal: null });
    expect(http.types()).toEqual(['check']);
  });

  test('says nothing about the end if the user closed the app', async () => {
    const { handlers, launcher, clock, at, session } = await atReady();
    await handlers.launch({});
    launcher.exit({ exitCode: 0, signal: null });
    await clock.advance(0);
    at('ready');
    expect(session().notice).toBeNull();
  });

  test('is followed by a check, then by the announcement', async () => {
    const { handlers, http, launcher, clock } = await atReady({
      config: { announcementVariable: 'news' },
    });
    await handlers.launch({});
    http.sent.length = 0;
    launcher.exit({ exitCode: 0, signal: null });
    await clock.advance(0);
    expect(http.types()).toEqual(['check', 'var']);
  });

  test('blocks sign-out, second launch and check while it runs', async () => {
    const { handlers, http, clock, at } = await atReady();
    await handlers.launch({});
    http.sent.length = 0;
    for (const result of [
      await handlers.signOut({}),
      await handlers.launch({}),
      await handlers.retry({}),
      await handlers.goBack({}),
    ])
      expect(result).toMatchObject({ ok: false, failure: { code: 'out-of-order' } });
    await clock.advance(3_600_000);
    at('running');
    expect(http.types()).toEqual([]);
  });

  test('lets the user redeem a key while it runs, and changes no session', async () => {
    const { handlers, http, at } = await atReady();
    await handlers.launch({});
    http.sent.length = 0;
    http.on('upgrade', { success: true });
    const redeemed = await handlers.redeem({ username: 'anna', key: 'k' });
    expect(redeemed).toMatchObject({ ok: true, value: { username: 'anna' } });
    expect(at('running').account.dates).toBe('asking');
    http.on('upgrade', refusal('session-gone'));
    expect(await handlers.redeem({ username: 'anna', key: 'k2' })).toMatchObject({
      ok: false,
      failure: { code: 'session-gone' },
    });
    at('running');
    expect(http.types()).toEqual(['upgrade', 'upgrade']);
  });

  test('delays the screen for an ended session until its exit', async () => {
    const { handlers, http, launcher, clock, at } = await atReady();
    await handlers.launch({});
    http.on('check', refusal('session-gone'));
    launcher.exit({ exitCode: null, signal: 'SIGTERM' });
    await clock.advance(0);
    at('session-ended');
  });

  test('clears its notice on the next launch', async () => {
    const { handlers, launcher, clock, session } = await atReady();
    await handlers.launch({});
    launcher.exit({ exitCode: 1, signal: null });
    await clock.advance(0);
    await handlers.launch({});
    expect(session().notice).toBeNull();
  });

  test('cannot be cancelled once it is starting', async () => {
    const { handlers, launcher, at } = await atReady();
    let started: () => void = () => undefined;
    const { launch } = launcher;
    launcher.launch = async (line) => {
      await new Promise<void>((resolve) => (started = resolve));
      return launch(line, null);
    };
    const launching = handlers.launch({});
    await settled();
    expect(await handlers.cancel({})).toEqual({ ok: true, value: null });
    at('launching');
    started();
    expect(await launching).toEqual({ ok: true, value: null });
    at('running');
  });
});
