// The automatic launch three seconds after a user has signed in. Nothing else triggers it, and any
// action of the user during the countdown takes precedence.
import { describe, expect, test } from 'vitest';
import { launchAfterMs } from '../../src/main/core/flows/auto-launch.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { settled } from '../support/fake-clock.ts';
import { atProgram } from './delivery-harness.ts';
import { anna, atCode, atForm, createHarness, form, type HarnessOptions } from './harness.ts';

const going: HarnessOptions = { config: { launchWhenSignedIn: true } };

/** Returns a loader in the countdown that follows a sign-in. */
async function atCountdown(options: HarnessOptions = going) {
  const harness = await atForm(options);
  await harness.handlers.signIn(form);
  harness.at('ready');
  return harness;
}

describe('the automatic launch', () => {
  test('is off by default', async () => {
    const { clock, launcher, session } = await atCountdown({});
    expect(session().launchAt).toBeNull();
    await clock.advance(10 * launchAfterMs);
    expect(launcher.lines).toEqual([]);
  });

  test('starts three seconds after the sign-in, with a check of the session, and only once', async () => {
    const { clock, http, launcher, session, at } = await atCountdown();
    expect(session().launchAt).toBe(clock.now() + 3_000);
    await clock.advance(2_999);
    expect(launcher.lines).toEqual([]);
    await clock.advance(1);
    expect(http.types()).toEqual(['init', 'login', 'check']);
    expect(launcher.lines).toHaveLength(1);
    at('running');
    expect(session().launchAt).toBeNull();
    launcher.exit({ exitCode: 0, signal: null });
    await clock.advance(10 * launchAfterMs);
    at('ready');
    expect(launcher.lines).toHaveLength(1);
  });

  test.each<[string, () => ReturnType<typeof atForm>]>([
    [
      'a saved sign-in at the start',
      async () => {
        const harness = createHarness({ ...going, saved: anna });
        await harness.loader.start();
        return harness;
      },
    ],
    [
      'a key alone',
      async () => {
        const harness = await atForm(going);
        harness.http.on('license', { success: true, info: accountInfo('NWND-TEST-0001') });
        await harness.handlers.signInWithKey({ key: 'NWND-TEST-0001', remember: false });
        return harness;
      },
    ],
    [
      'a one-time code',
      async () => {
        const harness = await atCode(going);
        await harness.handlers.submitCode({ code: '123456' });
        return harness;
      },
    ],
    [
      'a retry after an unreachable service',
      async () => {
        const harness = createHarness({ ...going, saved: anna });
        harness.http.on('init', { fault: 'offline' });
        await harness.loader.start();
        harness.at('unreachable');
        harness.http.on('init', { success: true, sessionid: 'session-1' });
        await harness.handlers.retry({});
        return harness;
      },
    ],
  ])('follows %s', async (_, signedIn) => {
    const { clock, launcher, at } = await signedIn();
    at('ready');
    await clock.advance(launchAfterMs);
    expect(launcher.lines).toHaveLength(1);
  });

  test('does not follow an automatic sign-in without a user', async () => {
    const { loader, http, nextRetry, session, at, clock, launcher } = createHarness({
      ...going,
      saved: anna,
    });
    http.on('init', { fault: 'offline' });
    await loader.start();
    http.on('init', { success: true, sessionid: 'session-1' });
    await nextRetry();
    at('ready');
    expect(session().launchAt).toBeNull();
    await clock.advance(10 * launchAfterMs);
    expect(launcher.lines).toEqual([]);
  });

  test('does not follow a check or a changed name', async () => {
    const { clock, handlers, http, launcher, session } = await atForm(going);
    await handlers.signIn({ ...anna, remember: true });
    await settled();
    await handlers.cancel({});
    await handlers.retry({});
    expect(session().launchAt).toBeNull();
    http.on('login', { success: true, info: accountInfo('nora') });
    await handlers.changeUsername({ newUsername: 'nora' });
    expect(http.types().slice(-3)).toEqual(['changeUsername', 'init', 'login']);
    expect(session().launchAt).toBeNull();
    await clock.advance(10 * launchAfterMs);
    expect(launcher.lines).toEqual([]);
  });

  test('is cancelled permanently by Cancel, and the user stays signed in', async () => {
    const { clock, handlers, launcher, session, at } = await atCountdown();
    expect(await handlers.cancel({})).toEqual({ ok: true, value: null });
    at('ready');
    expect(session().launchAt).toBeNull();
    await clock.advance(10 * launchAfterMs);
    expect(launcher.lines).toEqual([]);
    await handlers.launch({});
    expect(launcher.lines).toHaveLength(1);
  });

  test('launches once if Launch is pressed during the countdown', async () => {
    const { clock, handlers, launcher, session } = await atCountdown();
    await handlers.launch({});
    expect(session().launchAt).toBeNull();
    await clock.advance(10 * launchAfterMs);
    expect(launcher.lines).toHaveLength(1);
  });

  test('can be cancelled during the launch, like a launch by the button', async () => {
    const { clock, handlers, http, launcher, at, session } = await atCountdown();
    const release = http.hold('check');
    await clock.advance(launchAfterMs);
    at('launching');
    await handlers.cancel({});
    release({ success: true });
    await clock.advance(10 * launchAfterMs);
    at('ready');
    expect([launcher.lines, session().notice]).toEqual([[], null]);
  });

  test.each(['redeem', 'setAutoSignIn', 'offerTwoFactor', 'signOut'] as const)(
    'is cancelled by %s',
    async (name) => {
      const { clock, handlers, launcher, session } = await atCountdown();
      const inputs = {
        redeem: { username: 'anna', key: 'NWND-TEST-0001' },
        setAutoSignIn: { on: false },
        offerTwoFactor: {},
        signOut: {},
      } as const;
      const done: Promise<unknown> = Promise.resolve(handlers[name](inputs[name] as never)); // its input
      expect(session().launchAt).toBeNull();
      await done;
      await clock.advance(2 * launchAfterMs);
      expect(launcher.lines).toEqual([]);
    },
  );

  test('respects the result of a check during the countdown', async () => {
    const { clock, http, handlers, launcher, session, at } = await atForm(going);
    http.on('login', { success: true, info: accountInfo('anna', clock.now() / 1000 + 0.5) });
    await handlers.signIn(form);
    http.on('check', refusal('no-subscription', { lapsed: [] }));
    await clock.advance(launchAfterMs - 1);
    at('no-subscription');
    expect(session().launchAt).toBeNull();
    await clock.advance(launchAfterMs);
    expect([launcher.lines, session().notice]).toEqual([[], null]);
  });

  test('is cancelled by a link that arrives during the countdown', async () => {
    const { clock, loader, launcher, session } = await atCountdown();
    loader.deepLink({ kind: 'redeem', key: 'NWND-TEST-0001' });
    await clock.advance(2 * launchAfterMs);
    expect([launcher.lines, session().launchAt]).toEqual([[], null]);
  });

  test('does not start while a notice is shown', async () => {
    const { clock, loader, launcher, session } = createHarness({
      ...going,
      saved: anna,
      startNotices: [{ code: 'sandbox-off' }],
    });
    await loader.start();
    await clock.advance(2 * launchAfterMs);
    expect(session().notice).toMatchObject({ failure: { code: 'sandbox-off' } });
    expect([launcher.lines, session().launchAt]).toEqual([[], null]);
  });

  test('shows a failure as a notice', async () => {
    const { clock, launcher, session, at } = await atCountdown();
    launcher.fault = 'app-missing';
    await clock.advance(launchAfterMs);
    at('ready');
    expect(session().notice).toMatchObject({ kind: 'failure', failure: { code: 'app-missing' } });
  });

  test('starts an installed program, but never installs one', async () => {
    const loader = { launchWhenSignedIn: true };
    const there = await atProgram({ installed: 5, loader });
    await there.clock.advance(launchAfterMs);
    there.at('running');
    const missing = await atProgram({ loader });
    expect(missing.program().next).toBe('install');
    await missing.clock.advance(10 * launchAfterMs);
    missing.at('ready');
    expect([missing.launcher.lines, missing.session().tasks]).toEqual([[], []]);
    expect(missing.session()).toMatchObject({ notice: null, launchAt: null });
  });

  test('does not start again after the program exits', async () => {
    const { clock, loader, launcher } = await atCountdown();
    loader.stop();
    await clock.advance(10 * launchAfterMs);
    await settled();
    expect(launcher.lines).toEqual([]);
  });
});
