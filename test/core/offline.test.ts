// Working with an offline pass while the service does not answer (docs/helping.md#working-offline).
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { form } from './harness.ts';
import { createOffline, hourMs, startOffline, startOnline } from './offline-parts.ts';

const dayMs = 24 * hourMs;
const granted = { success: true, info: accountInfo('anna') } as const;

describe('a start without the service', () => {
  test('opens the installed program with the pass of a saved sign-in', async () => {
    const { at, clock, http, session } = await startOffline();
    const { account, offline } = at('ready');
    expect(account.username).toBe('anna');
    expect(account.subscriptions).toMatchObject([{ name: 'Pro', level: '1' }]);
    expect(offline).toEqual({ until: clock.now() + dayMs });
    expect(session().notice).toBeNull();
    // Online is tried first.
    expect(http.types()).toEqual(['init']);
  });

  test('waits four seconds for an answer, and only with a pass', async () => {
    const before = await startOnline();
    const { clock, cut, loader, at, phase } = await before.restart();
    cut('never');
    const start = loader.start();
    await clock.advance(3_999);
    expect(phase().kind).toBe('starting');
    await clock.advance(1);
    await start;
    expect(at('ready').offline).toBeDefined();

    const without = createOffline();
    without.cut('never');
    const other = without.loader.start();
    await without.clock.advance(14_999);
    expect(without.phase().kind).toBe('starting');
    await without.clock.advance(1);
    await other;
    without.at('unreachable');
  });

  test('waits four seconds for each answer', async () => {
    const before = await startOnline();
    const { clock, http, loader, at } = await before.restart();
    const opened = http.hold('init');
    const signedIn = http.hold('login');
    const start = loader.start();
    await clock.advance(3_900);
    opened({ success: true, message: 'Initialized', sessionid: 'slow' });
    await clock.advance(3_900);
    signedIn(granted);
    await start;
    expect(at('ready').offline).toBeUndefined();
  });

  test.each([
    'offline',
    'dns',
    'refused-connection',
    'timeout',
    'tls',
    'proxy-auth',
    'led-away',
    'broken-off',
    'malformed',
  ] as const)('uses the pass after the fault %s, also of the sign-in itself', async (fault) => {
    const before = await startOnline();
    const { loader, http, at } = await before.restart();
    http.on('login', { fault });
    await loader.start();
    expect(at('ready').offline).toBeDefined();
  });

  test('never uses the pass for typed credentials', async () => {
    const { cut, handlers, at, nextRetry } = await startOnline();
    await handlers.useAnotherAccount({});
    cut();
    await handlers.signIn({ ...form, password: 'another password' });
    at('unreachable');
    await handlers.retry({});
    at('unreachable');
    await nextRetry();
    at('unreachable');
  });

  test('a saved account that is selected uses its pass', async () => {
    const { cut, handlers, at, session } = await startOnline();
    await handlers.useAnotherAccount({});
    cut();
    const [saved] = session().savedSignIns;
    await handlers.signInWithSaved({ id: saved?.id ?? '' });
    expect(at('ready').offline).toBeDefined();
  });

  test('without a saved sign-in no pass is requested', async () => {
    const { loader, handlers, http, clock, vault } = createOffline({ saved: [] });
    await loader.start();
    await handlers.signIn(form);
    await clock.advance(2 * hourMs);
    expect(http.sent.filter(({ params }) => params['offline'] !== undefined)).toEqual([]);
    expect(vault.list).toEqual([]);
  });

  test.each([
    ['offline is off', { config: { offline: false } }],
    ['answers are not signed', { service: { publicKey: undefined, allowUnsigned: true } }],
    ['answers have no challenge', { service: { challenge: 'off' } }],
  ])('no pass is requested if %s', async (_, options) => {
    const { http, vault, loader } = createOffline(options);
    await loader.start();
    await loader.settled();
    expect(http.sent.filter(({ params }) => params['offline'] !== undefined)).toEqual([]);
    expect(vault.list[0]?.offline).toBeUndefined();
  });

  test('an unreadable key store has no pass', async () => {
    const before = await startOnline();
    const { loader, cut, vault, phase } = await before.restart();
    vault.locked = true;
    cut();
    await loader.start();
    expect(phase().kind).toBe('unreachable');
  });
});

describe('a user who is offline', () => {
  test('launches the program, which gets the pass, and does nothing else', async () => {
    const { handlers, launcher, at, http, clock } = await startOffline();
    http.sent.length = 0;
    expect(await handlers.launch({})).toEqual({ ok: true, value: null });
    expect(at('running').offline).toEqual({ until: clock.now() + dayMs });
    const line = JSON.parse(launcher.lines[0] ?? '') as Readonly<Record<string, unknown>>; // as the core writes it
    expect(line['sessionid']).toBeNull();
    expect(line['offline']).toEqual(expect.stringMatching(/^[\w-]+\.[\w-]{86}$/));
    expect(line['options']).toEqual({});
    // The launch tried the service first.
    expect(http.types()).toEqual(['init']);
  });

  test('cannot use a command that needs the service', async () => {
    const { handlers } = await startOffline();
    const refused = { ok: false, failure: { code: 'out-of-order' } };
    expect(await handlers.redeem({ username: 'anna', key: 'NWND-7K2M-QX4T-91KD' })).toMatchObject(
      refused,
    );
    expect(await handlers.readComputers({})).toMatchObject(refused);
    expect(await handlers.changeUsername({ newUsername: 'anne' })).toMatchObject(refused);
    expect(await handlers.installProgram({})).toMatchObject(refused);
    expect(await handlers.repairProgram({})).toMatchObject(refused);
  });

  test('is online again within a minute, with one quiet line', async () => {
    const { restore, clock, at, session, http } = await startOffline();
    await clock.advance(10 * 60_000);
    expect(at('ready').offline).toBeDefined();
    expect(session().notice).toBeNull();
    restore();
    http.sent.length = 0;
    await clock.advance(60_000);
    expect(at('ready').offline).toBeUndefined();
    expect(session().notice).toMatchObject({ kind: 'checked', service: 'back' });
    expect(http.types().slice(0, 2)).toEqual(['init', 'login']);
  });

  test('keeps the earlier session, and returns to it', async () => {
    const { cut, restore, clock, at, session, http } = await startOnline();
    const { account } = at('ready');
    cut();
    await clock.advance(3 * 60_000);
    expect(at('ready')).toMatchObject({ account, offline: {} });
    expect(session().notice).toBeNull();
    restore();
    http.sent.length = 0;
    await clock.advance(60_000);
    expect(at('ready').offline).toBeUndefined();
    expect(http.types()).not.toContain('login');
    expect(session().notice).toMatchObject({ kind: 'checked', service: 'back' });
  });

  test('launches after a fault of the check', async () => {
    const { cut, handlers, launcher, at, clock } = await startOnline();
    cut('never');
    const launched = handlers.launch({});
    await clock.advance(4_000);
    expect(await launched).toEqual({ ok: true, value: null });
    expect(at('running').offline).toBeDefined();
    expect(launcher.lines).toHaveLength(1);
  });

  test('stays offline if a code is needed, until the user presses Retry', async () => {
    const { restore, http, clock, at, handlers, phase } = await startOffline();
    restore();
    http.on('login', refusal('code-needed'));
    http.on('check', refusal('not-signed-in'));
    await clock.advance(60_000);
    expect(at('ready').offline).toMatchObject({ needsCode: true });
    http.sent.length = 0;
    await clock.advance(10 * 60_000);
    expect(http.sent).toEqual([]);
    await handlers.retry({});
    expect(phase()).toEqual({ kind: 'code-needed', username: 'anna' });
    http.on('login', granted);
    await handlers.submitCode({ code: '123456' });
    expect(at('ready').offline).toBeUndefined();
  });

  test('sees after Retry that the service is still unreachable', async () => {
    const { handlers, session, at } = await startOffline();
    await handlers.retry({});
    expect(at('ready').offline).toBeDefined();
    expect(session().notice).toMatchObject({ kind: 'checked', service: 'unreachable' });
  });

  test('sees when the pass has ended, also after a restart', async () => {
    const { clock, at, handlers, restart } = await startOffline();
    const { until } = at('ready').offline ?? { until: 0 };
    await clock.advance(until - clock.now() - 1);
    at('ready');
    await clock.advance(1);
    expect(at('unreachable')).toMatchObject({
      offlineEndedAt: until,
      failure: { code: 'offline' },
    });
    expect(await handlers.launch({})).toMatchObject({ failure: { code: 'out-of-order' } });
    const again = await restart();
    again.cut();
    await again.loader.start();
    expect(again.at('unreachable')).toMatchObject({ offlineEndedAt: until });
    again.restore();
    await again.nextRetry();
    expect(again.at('ready').offline).toBeUndefined();
  });

  test('keeps the running program after the end of the pass', async () => {
    const { clock, handlers, launcher, at } = await startOffline();
    await handlers.launch({});
    await clock.advance(2 * dayMs);
    at('running');
    launcher.exit({ exitCode: 0, signal: null });
    await settled();
    await clock.advance(0);
    expect(at('unreachable').offlineEndedAt).toBeDefined();
  });
});
