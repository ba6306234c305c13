// Creating an account with a key, signing in with a key alone, a forgotten password, another user name: what each sends, which
// screen follows, and what a lost answer leads to. The key never reaches the page whole.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { infoOf, refusal } from '../support/fake-http.ts';
import { anna, atForm, atReady, createHarness, type Harness } from './harness.ts';

const key = 'NWND-7K2M-QX4T-91KD';
const masked = 'NWND-••••-91KD';
const wanted = { ...anna, key, email: null, remember: false };
const done = { ok: true, value: null };
const failed = (code: string) => ({ ok: false, failure: { code } });
const noLogin = refusal('bad-credentials');

/** No snapshot and no line of the log holds the key. */
function expectHidden({ view, log }: Harness): void {
  expect(JSON.stringify(view.published)).not.toContain(key);
  expect(log.text()).not.toContain(key);
}

describe('creating an account', () => {
  test('sends name, password, key and device once, and signs in', async () => {
    const { handlers, http, at } = await atForm();
    http.on('register', { success: true, info: infoOf('anna') });
    expect(await handlers.register(wanted)).toEqual(done);
    expect(at('ready').account.username).toBe('anna');
    expect(http.types()).toEqual(['init', 'register']);
    const sent = http.sent[1];
    expect(sent?.params).toMatchObject({ username: 'anna', pass: anna.password, key });
    expect(sent?.params['hwid']).toHaveLength(64);
    expect(sent?.params).not.toHaveProperty('email');
    expect(sent?.alone).toBe(true);
  });

  test('sends the address where one was given, and keeps the sign-in where that was asked for', async () => {
    const { handlers, http, loader, vault } = await atForm();
    http.on('register', { success: true, info: infoOf('anna') });
    await handlers.register({ ...wanted, email: 'anna@example.com', remember: true });
    await loader.settled();
    expect(http.sent[1]?.params['email']).toBe('anna@example.com');
    expect(vault.kept).toEqual(anna);
  });

  test.each([
    'username-taken',
    'username-too-short',
    'username-reserved',
    'key-unknown',
    'key-used',
    'key-banned',
    'no-plan-for-level',
    'device-id-invalid',
  ])('%s is an answer to the form, and nothing else is sent', async (reason) => {
    const { handlers, http, at } = await atForm();
    http.on('register', refusal(reason));
    expect(await handlers.register(wanted)).toMatchObject(failed(reason));
    at('signed-out');
    expect(http.types()).toEqual(['init', 'register']);
  });

  test.each([
    ['blacklisted', 'banned'],
    ['app-paused', 'app-paused'],
  ] as const)('%s is a screen of its own', async (reason, kind) => {
    const { handlers, http, at } = await atForm();
    http.on('register', refusal(reason));
    await handlers.register(wanted);
    at(kind);
  });

  test('a lost answer is looked into by a sign-in: it had worked', async () => {
    const { handlers, http, at } = await atForm();
    http.on('register', { fault: 'broken-off' });
    http.on('login', { success: true, info: infoOf('anna') });
    expect(await handlers.register(wanted)).toEqual(done);
    at('ready');
    expect(http.types()).toEqual(['init', 'register', 'init', 'login']);
  });

  test('a lost answer that did nothing stays with the form, and the next try looks first', async () => {
    const { handlers, http, at } = await atForm();
    http.on('register', { fault: 'broken-off' });
    http.on('login', noLogin);
    expect(await handlers.register(wanted)).toMatchObject(failed('bad-reply'));
    at('signed-out');
    http.on('register', { success: true, info: infoOf('anna') });
    const before = http.types().length;
    expect(await handlers.register(wanted)).toEqual(done);
    at('ready');
    expect(http.types().slice(before)).toEqual(['login', 'register']);
  });

  test('after an answer that never came the next try signs in, and spends no second key', async () => {
    const { handlers, http, clock, at } = await atForm();
    http.on('register', 'never');
    const first = handlers.register(wanted);
    await settled();
    await clock.advance(15_000);
    expect(await first).toMatchObject(failed('timeout'));
    http.on('login', { success: true, info: infoOf('anna') });
    expect(await handlers.register(wanted)).toEqual(done);
    at('ready');
    expect(http.types().filter((type) => type === 'register')).toHaveLength(1);
  });

  test('another name after a lost answer is asked for straight away', async () => {
    const { handlers, http } = await atForm();
    http.on('register', { fault: 'broken-off' });
    http.on('login', noLogin);
    await handlers.register(wanted);
    http.on('register', { success: true, info: infoOf('anne') });
    const before = http.types().length;
    await handlers.register({ ...wanted, username: 'anne' });
    expect(http.types().slice(before)).not.toContain('login');
  });

  test('an answer that never left this computer is not looked into', async () => {
    const { handlers, http } = await atForm();
    http.on('register', { fault: 'offline' });
    expect(await handlers.register(wanted)).toMatchObject(failed('offline'));
    expect(http.types()).not.toContain('login');
  });

  test('an answer for somebody else signs nobody in', async () => {
    const { handlers, http, at } = await atForm();
    http.on('register', { success: true, info: infoOf('mallory') });
    http.on('login', noLogin);
    expect(await handlers.register(wanted)).toMatchObject(failed('bad-reply'));
    at('signed-out');
  });

  test('a bare success signs nobody in', async () => {
    const { handlers, http, at } = await atForm();
    http.on('register', { success: true, message: 'ok' });
    http.on('login', { success: true, message: 'ok' });
    expect(await handlers.register(wanted)).toMatchObject(failed('bad-reply'));
    at('signed-out');
  });

  test('what is cancelled signs nobody in, even when its answer comes', async () => {
    const { handlers, http, at } = await atForm();
    const answer = http.hold('register');
    const first = handlers.register(wanted);
    await settled();
    await handlers.cancel({});
    answer({ success: true, info: infoOf('anna') });
    expect(await first).toMatchObject(failed('cancelled'));
    await settled();
    at('signed-out');
    http.on('login', { success: true, info: infoOf('anna') });
    expect(await handlers.register(wanted)).toEqual(done);
    expect(http.types().filter((type) => type === 'register')).toHaveLength(1);
  });
});

describe('a key alone', () => {
  test('signs in, is shown masked only, and is kept like a password', async () => {
    const harness = await atForm();
    const { handlers, http, loader, vault, at } = harness;
    http.on('license', { success: true, info: infoOf(key) });
    expect(await handlers.signInWithKey({ key, remember: true })).toEqual(done);
    expect(at('ready').account).toMatchObject({ username: masked, byKey: true });
    await loader.settled();
    expect(vault.list).toMatchObject([{ method: { kind: 'key', key }, auto: true }]);
    expectHidden(harness);
  });

  test('stays masked when the service is asked again', async () => {
    const harness = await atForm();
    const { handlers, http, at } = harness;
    http.on('license', { success: true, info: infoOf(key) });
    http.on('check', { success: true, info: infoOf(key) });
    await handlers.signInWithKey({ key, remember: false });
    await handlers.retry({});
    expect(at('ready').account).toMatchObject({ username: masked, byKey: true });
    expectHidden(harness);
  });

  test('redeems another key under its own name', async () => {
    const { handlers, http } = await atForm();
    http.on('license', { success: true, info: infoOf(key) });
    http.on('upgrade', { success: true, message: 'Upgraded successfully' });
    await handlers.signInWithKey({ key, remember: false });
    const receipt = await handlers.redeem({ username: masked, key: 'NWND-AAAA-BBBB-CCCC' });
    expect(receipt).toMatchObject({ ok: true, value: { username: masked } });
    expect(http.sent.find(({ params }) => params['type'] === 'upgrade')?.params).toMatchObject({
      username: key,
      key: 'NWND-AAAA-BBBB-CCCC',
    });
  });

  test('asks for the code, and Back begins with an empty name', async () => {
    const harness = await atForm();
    const { handlers, http, at } = harness;
    http.on('license', ({ params }) =>
      params['code'] === '123456' ? { success: true, info: infoOf(key) } : refusal('code-needed'),
    );
    await handlers.signInWithKey({ key, remember: false });
    expect(at('code-needed').username).toBe(masked);
    await handlers.goBack({});
    expect(at('signed-out').username).toBe('');
    await handlers.signInWithKey({ key, remember: false });
    expect(await handlers.submitCode({ code: '123456' })).toEqual(done);
    at('ready');
    expectHidden(harness);
  });

  test.each(['key-unknown', 'key-used', 'key-banned', 'rate-limited'])(
    '%s is an answer to the form',
    async (reason) => {
      const harness = await atForm();
      harness.http.on('license', refusal(reason));
      const answer = await harness.handlers.signInWithKey({ key, remember: false });
      expect(answer).toMatchObject(failed(reason));
      harness.at('signed-out');
      expectHidden(harness);
    },
  );

  test('that reached nobody is sent again by Retry, and is masked on that screen', async () => {
    const harness = await atForm();
    const { handlers, http, at } = harness;
    http.on('license', { fault: 'offline' });
    await handlers.signInWithKey({ key, remember: false });
    expect(at('unreachable').username).toBe(masked);
    http.on('license', { success: true, info: infoOf(key) });
    await handlers.retry({});
    at('ready');
    expectHidden(harness);
  });

  test('that is kept is masked too', async () => {
    const harness = createHarness({ kept: { kind: 'key', key } });
    harness.http.on('license', { success: true, info: infoOf(key) });
    await harness.loader.start();
    expect(harness.at('ready').account.username).toBe(masked);
    expectHidden(harness);
  });
});

describe('a forgotten password', () => {
  const asked = { username: 'anna', email: 'anna@example.com' };

  test('asks the service, and moves no screen', async () => {
    const { handlers, http, at } = await atForm();
    http.on('forgot', { success: true, message: 'sent' });
    expect(await handlers.forgot(asked)).toEqual(done);
    at('signed-out');
    expect(http.sent[1]?.params).toMatchObject({ type: 'forgot', ...asked });
  });

  test.each(['forgot-user-unknown', 'email-missing', 'email-wrong', 'mail-unavailable'])(
    '%s is an answer to the form',
    async (reason) => {
      const { handlers, http, at } = await atForm();
      http.on('forgot', refusal(reason));
      expect(await handlers.forgot(asked)).toMatchObject(failed(reason));
      at('signed-out');
    },
  );
});

describe('another user name', () => {
  test('signs out, and the form has it filled in', async () => {
    const { handlers, http, at, session } = await atReady();
    http.on('changeUsername', { success: true, message: 'ok' });
    expect(await handlers.changeUsername({ newUsername: 'anne' })).toEqual(done);
    expect(at('signed-out').username).toBe('anne');
    expect(session().notice).toEqual({ kind: 'name-changed', username: 'anne' });
  });

  test('signs in again where the sign-in is kept, and keeps the new name', async () => {
    const { handlers, http, loader, vault, at, session } = createHarness({ kept: anna });
    await loader.start();
    http.on('changeUsername', { success: true, message: 'ok' });
    http.on('login', ({ params }) => ({ success: true, info: infoOf(params['username'] ?? '') }));
    expect(await handlers.changeUsername({ newUsername: 'anne' })).toEqual(done);
    expect(at('ready').account.username).toBe('anne');
    expect(session().notice).toEqual({ kind: 'name-changed', username: 'anne' });
    await loader.settled();
    expect(vault.kept).toEqual({ ...anna, username: 'anne' });
  });

  test('a service that only says so leaves what is kept as it was', async () => {
    const { handlers, http, loader, vault, at } = createHarness({ kept: anna });
    await loader.start();
    http.on('changeUsername', { success: true, message: 'ok' });
    http.on('login', noLogin);
    await handlers.changeUsername({ newUsername: 'anne' });
    expect(at('signed-out').failure?.code).toBe('bad-credentials');
    await loader.settled();
    expect(vault.kept).toEqual(anna);
  });

  test.each(['new-username-taken', 'username-too-short', 'username-reserved'])(
    '%s changes nothing',
    async (reason) => {
      const { handlers, http, at } = await atReady();
      http.on('changeUsername', refusal(reason));
      expect(await handlers.changeUsername({ newUsername: 'anne' })).toMatchObject(failed(reason));
      expect(at('ready').account.username).toBe('anna');
    },
  );

  test('a lost answer is looked into: the session still stands, so the name is as it was', async () => {
    const { handlers, http, at } = await atReady();
    http.on('changeUsername', { fault: 'broken-off' });
    http.on('check', { success: true, info: infoOf('anna') });
    expect(await handlers.changeUsername({ newUsername: 'anne' })).toMatchObject(
      failed('bad-reply'),
    );
    expect(at('ready').account.username).toBe('anna');
  });

  test('a lost answer is looked into: the session is gone, so the name was changed', async () => {
    const { handlers, http, at } = await atReady();
    http.on('changeUsername', { fault: 'broken-off' });
    http.on('check', refusal('session-gone'));
    expect(await handlers.changeUsername({ newUsername: 'anne' })).toEqual(done);
    expect(at('signed-out').username).toBe('anne');
  });

  test('is not for a key alone', async () => {
    const { handlers, http } = await atForm();
    http.on('license', { success: true, info: infoOf(key) });
    await handlers.signInWithKey({ key, remember: false });
    expect(await handlers.changeUsername({ newUsername: 'anne' })).toMatchObject(
      failed('out-of-order'),
    );
    expect(http.types()).not.toContain('changeUsername');
  });
});

describe('what is not offered', () => {
  const commands = {
    register: ({ handlers }: Harness) => handlers.register(wanted),
    keySignIn: ({ handlers }: Harness) => handlers.signInWithKey({ key, remember: false }),
    forgot: ({ handlers }: Harness) => handlers.forgot({ username: 'anna', email: 'a@b.c' }),
  };

  test.each(['register', 'keySignIn', 'forgot'] as const)(
    '%s, turned off by the seller, sends nothing',
    async (way) => {
      const harness = await atForm({ config: { accounts: { [way]: false } } });
      expect(await commands[way](harness)).toMatchObject(failed('out-of-order'));
      expect(harness.http.types()).toEqual(['init']);
    },
  );

  test.each([
    ['register', 'register'],
    ['keySignIn', 'license'],
    ['forgot', 'forgot'],
  ] as const)('%s that the service does not know is noted for the run', async (way, type) => {
    const harness = await atForm();
    harness.http.on(type, refusal('type-unknown'));
    expect(await commands[way](harness)).toMatchObject(failed('type-unknown'));
    expect(harness.session().lacking).toEqual([way]);
  });
});

test('the clipboard is read when the page asks for it', async () => {
  const { handlers, view } = await atForm();
  view.clipboard = 'NWND';
  expect(await handlers.readClipboard({})).toEqual({ ok: true, value: 'NWND' });
});
