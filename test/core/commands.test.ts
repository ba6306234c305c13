// Which commands are allowed when, what happens to concurrent commands, and Cancel.
import { describe, expect, test } from 'vitest';
import { commandNames } from '../../src/shared/commands.ts';
import { settled } from '../support/fake-clock.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { atCode, atForm, atReady, createHarness, type Harness, info, form } from './harness.ts';

const outOfOrder = { ok: false, failure: { code: 'out-of-order' } };
const busy = { ok: false, failure: { code: 'busy' } };

describe('order', () => {
  const calls = {
    signIn: ({ handlers }: Harness) => handlers.signIn(form),
    submitCode: ({ handlers }: Harness) => handlers.submitCode({ code: '123456' }),
    goBack: ({ handlers }: Harness) => handlers.goBack({}),
    redeem: ({ handlers }: Harness) => handlers.redeem({ username: 'anna', key: 'k' }),
    launch: ({ handlers }: Harness) => handlers.launch({}),
    retry: ({ handlers }: Harness) => handlers.retry({}),
    signOut: ({ handlers }: Harness) => handlers.signOut({}),
  };

  test.each([
    ['signed-out', () => atForm(), ['submitCode', 'goBack', 'launch', 'retry']],
    ['code-needed', () => atCode(), ['signIn', 'launch', 'retry']],
    ['ready', () => atReady(), ['signIn', 'submitCode', 'goBack']],
  ] as const)('a command that is not allowed changes nothing in %s', async (kind, reach, names) => {
    const harness = await reach();
    const before = harness.session();
    for (const name of names) expect(await calls[name](harness)).toMatchObject(outOfOrder);
    expect(harness.session()).toEqual(before);
    harness.at(kind);
  });

  test('only read-only commands are answered before the start', async () => {
    const harness = createHarness();
    for (const call of Object.values(calls)) expect(await call(harness)).toMatchObject(outOfOrder);
    expect(await harness.handlers.describe({})).toEqual({ ok: true, value: info });
    expect(harness.http.sent).toEqual([]);
  });

  test('every command has a handler', () => {
    expect(Object.keys(createHarness().handlers).sort()).toEqual([...commandNames].sort());
  });

  test('a second command is rejected as busy, except for read-only commands and Cancel', async () => {
    const harness = await atForm();
    const { handlers, http, at } = harness;
    const release = http.hold('login');
    const first = handlers.signIn(form);
    await settled();
    for (const call of Object.values(calls)) expect(await call(harness)).toMatchObject(busy);
    expect(await handlers.getSession({})).toMatchObject({
      ok: true,
      value: { step: 'signing-in' },
    });
    expect(await handlers.describe({})).toMatchObject({ ok: true });
    expect(await handlers.dismissNotice({ revision: 0 })).toMatchObject({ ok: true });
    release({ success: true, info: accountInfo('anna') });
    expect(await first).toEqual({ ok: true, value: null });
    at('ready');
    expect(http.types()).toEqual(['init', 'login']);
  });

  test('two simultaneous clicks send one request', async () => {
    const { handlers, http } = await atForm();
    const [first, second] = await Promise.all([handlers.signIn(form), handlers.signIn(form)]);
    expect(first).toMatchObject({ ok: true });
    expect(second).toMatchObject(busy);
    expect(http.types()).toEqual(['init', 'login']);
  });
});

describe('Cancel', () => {
  test('returns a sign-in to the form, drops the password and ignores a late success', async () => {
    const { handlers, http, clock, at, walk, session } = await atForm();
    const release = http.hold('login');
    const signingIn = handlers.signIn(form);
    await settled();
    expect(await handlers.cancel({})).toEqual({ ok: true, value: null });
    expect(await signingIn).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(session().step).toBeNull();
    expect(http.sent.at(-1)?.signal.aborted).toBe(true);
    release({ success: true, info: accountInfo('anna') });
    await clock.advance(60_000);
    at('signed-out');
    expect(walk()).not.toContain('ready');
    expect(clock.pending()).toBe(0); // the timer of the held password is stopped too
  });

  test('drops a session that the cancelled sign-in may have signed in', async () => {
    const { handlers, http, at } = await atForm();
    http.hold('login');
    void handlers.signIn(form);
    await settled();
    await handlers.cancel({});
    await handlers.signIn(form);
    at('ready');
    expect(http.sent.map(({ params }) => [params['type'], params['sessionid']])).toEqual([
      ['init', undefined],
      ['login', 'session-1'],
      ['init', undefined],
      ['login', 'session-2'],
    ]);
  });

  test('does not affect a sign-in started at the same moment', async () => {
    const { handlers, http, launcher, at } = await atForm();
    http.hold('login');
    void handlers.signIn(form);
    await settled();
    const cancelled = handlers.cancel({});
    const again = handlers.signIn(form);
    await cancelled;
    await again;
    at('ready');
    await handlers.launch({});
    expect(launcher.lines[0]).toContain('"sessionid":"session-2"');
  });

  test('works while the device id is being read', async () => {
    const { loader, handlers, hardware, http, at } = createHarness();
    hardware.gate = new Promise(() => undefined);
    await loader.start();
    const signingIn = handlers.signIn(form);
    await settled();
    await handlers.cancel({});
    expect(await signingIn).toMatchObject({ failure: { code: 'cancelled' } });
    at('signed-out');
    expect(http.types()).toEqual(['init']);
  });

  test('works while the session is being reopened', async () => {
    const { handlers, http, at } = await atForm();
    http.on('login', refusal('session-gone'));
    http.on('init', 'never');
    const signingIn = handlers.signIn(form);
    await settled();
    await handlers.cancel({});
    expect(await signingIn).toMatchObject({ failure: { code: 'cancelled' } });
    at('signed-out');
  });

  test('returns a code check to the code screen and keeps the password', async () => {
    const { handlers, http, at } = await atCode();
    const release = http.hold('login');
    const checking = handlers.submitCode({ code: '123456' });
    await settled();
    expect(await handlers.goBack({})).toMatchObject(busy);
    await handlers.cancel({});
    expect(await checking).toMatchObject({ failure: { code: 'cancelled' } });
    at('code-needed');
    release({ success: true, info: accountInfo('anna') });
    await settled();
    at('code-needed');
    await handlers.submitCode({ code: '123456' });
    at('ready');
  });

  test('keeps the screen during a retry, and the next retry still has the password', async () => {
    const { handlers, http, at } = await atForm();
    http.on('login', { fault: 'offline' });
    await handlers.signIn(form);
    http.on('login', { success: true, info: accountInfo('anna') });
    http.hold('init');
    const retrying = handlers.retry({});
    await settled();
    await handlers.cancel({});
    expect(await retrying).toMatchObject({ failure: { code: 'cancelled' } });
    at('unreachable');
    await handlers.retry({});
    at('ready');
  });

  test('has no effect once the sign-in has succeeded', async () => {
    const { handlers, launcher, view, at } = await atForm();
    view.onPublish = ({ phase }) => {
      if (phase.kind === 'ready') void handlers.cancel({});
    };
    expect(await handlers.signIn(form)).toEqual({ ok: true, value: null });
    at('ready');
    await handlers.launch({});
    expect(launcher.lines[0]).toContain('"sessionid":"session-1"');
  });

  test('does nothing if no command runs', async () => {
    const { handlers, session } = await atReady();
    const before = session();
    expect(await handlers.cancel({})).toEqual({ ok: true, value: null });
    expect(session()).toEqual(before);
  });
});
