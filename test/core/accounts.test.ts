// Creating an account with a key: its request, the screen that follows, and what happens after a
// lost answer. The loader sends no request for features that are turned off.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { anna, atForm, form, type Harness } from './harness.ts';
import { minGuesses } from '../../src/main/core/flows/guessable.ts';
import { key, wanted, done, failed } from './account-parts.ts';

const noLogin = refusal('bad-credentials');

describe('creating an account', () => {
  test('sends name, password, key and device once, signs in and reports the account', async () => {
    const { handlers, http, at, session, view } = await atForm();
    http.on('register', { success: true, info: accountInfo('anna') });
    expect(await handlers.register(wanted)).toEqual(done);
    // The home screen must not flash before the screen of the new account.
    const ready = view.published.filter(({ phase }) => phase.kind === 'ready');
    expect(ready.filter(({ notice }) => notice === null)).toEqual([]);
    expect(at('ready').account.username).toBe('anna');
    expect(session().notice).toEqual({ kind: 'account-created', username: 'anna' });
    expect(http.types()).toEqual(['init', 'register']);
    const sent = http.sent[1];
    expect(sent?.params).toMatchObject({ username: 'anna', pass: anna.password, key });
    expect(sent?.params['hwid']).toHaveLength(64);
    expect(sent?.params).not.toHaveProperty('email');
    expect(sent?.newConnection).toBe(true);
  });

  test('sends the e-mail address if given, and saves the sign-in if requested', async () => {
    const { handlers, http, loader, vault } = await atForm();
    http.on('register', { success: true, info: accountInfo('anna') });
    await handlers.register({ ...wanted, email: 'anna@example.com', remember: true });
    await loader.settled();
    expect(http.sent[1]?.params['email']).toBe('anna@example.com');
    expect(vault.saved).toEqual(anna);
  });

  test('refuses a password that is guessable in seconds, and sends and saves nothing', async () => {
    const { handlers, http, at, loader, vault } = await atForm({ guesses: minGuesses - 1 });
    const parameters = { ...wanted, remember: true };
    expect(await handlers.register(parameters)).toMatchObject(failed('password-guessable'));
    at('signed-out');
    await loader.settled();
    expect(http.types()).toEqual(['init']);
    expect(vault.saved).toBeNull();
  });

  test('signs in with a guessable password that the account already has', async () => {
    const { handlers, http, at } = await atForm({ guesses: 1 });
    http.on('login', { success: true, info: accountInfo('anna') });
    expect(await handlers.signIn(form)).toEqual(done);
    at('ready');
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
  ])('returns %s to the form and sends nothing else', async (reason) => {
    const { handlers, http, at } = await atForm();
    http.on('register', refusal(reason));
    expect(await handlers.register(wanted)).toMatchObject(failed(reason));
    at('signed-out');
    expect(http.types()).toEqual(['init', 'register']);
  });

  test.each([
    ['blacklisted', 'banned'],
    ['app-paused', 'app-paused'],
  ] as const)('shows a screen for %s', async (reason, kind) => {
    const { handlers, http, at } = await atForm();
    http.on('register', refusal(reason));
    await handlers.register(wanted);
    at(kind);
  });

  test('signs in after a lost answer if the account was created', async () => {
    const { handlers, http, at } = await atForm();
    http.on('register', { fault: 'broken-off' });
    http.on('login', { success: true, info: accountInfo('anna') });
    expect(await handlers.register(wanted)).toEqual(done);
    at('ready');
    expect(http.types()).toEqual(['init', 'register', 'init', 'login']);
  });

  test('stays on the form if an answer is lost and no account exists; the next attempt signs in first', async () => {
    const { handlers, http, at } = await atForm();
    http.on('register', { fault: 'broken-off' });
    http.on('login', noLogin);
    expect(await handlers.register(wanted)).toMatchObject(failed('interrupted'));
    at('signed-out');
    http.on('register', { success: true, info: accountInfo('anna') });
    const before = http.types().length;
    expect(await handlers.register(wanted)).toEqual(done);
    at('ready');
    expect(http.types().slice(before)).toEqual(['login', 'register']);
  });

  test('signs in on the next attempt after a lost answer, without using a second key', async () => {
    const { handlers, http, clock, at } = await atForm();
    http.on('register', 'never');
    const first = handlers.register(wanted);
    await settled();
    await clock.advance(15_000);
    expect(await first).toMatchObject(failed('timeout'));
    http.on('login', { success: true, info: accountInfo('anna') });
    expect(await handlers.register(wanted)).toEqual(done);
    at('ready');
    expect(http.types().filter((type) => type === 'register')).toHaveLength(1);
  });

  test('registers another user name after a lost answer without signing in first', async () => {
    const { handlers, http } = await atForm();
    http.on('register', { fault: 'broken-off' });
    http.on('login', noLogin);
    await handlers.register(wanted);
    http.on('register', { success: true, info: accountInfo('anne') });
    const before = http.types().length;
    await handlers.register({ ...wanted, username: 'anne' });
    expect(http.types().slice(before)).not.toContain('login');
  });

  test('does not attempt a sign-in if the request never left this computer', async () => {
    const { handlers, http } = await atForm();
    http.on('register', { fault: 'offline' });
    expect(await handlers.register(wanted)).toMatchObject(failed('offline'));
    expect(http.types()).not.toContain('login');
  });

  test('does not sign in on an answer about another user', async () => {
    const { handlers, http, at } = await atForm();
    http.on('register', { success: true, info: accountInfo('mallory') });
    http.on('login', noLogin);
    expect(await handlers.register(wanted)).toMatchObject(failed('bad-reply'));
    at('signed-out');
  });

  test('does not sign in on a success without facts about the account', async () => {
    const { handlers, http, at } = await atForm();
    http.on('register', { success: true, message: 'ok' });
    http.on('login', { success: true, message: 'ok' });
    expect(await handlers.register(wanted)).toMatchObject(failed('bad-reply'));
    at('signed-out');
  });

  test('does not sign in after Cancel, even if the answer arrives', async () => {
    const { handlers, http, at } = await atForm();
    const answer = http.hold('register');
    const first = handlers.register(wanted);
    await settled();
    await handlers.cancel({});
    answer({ success: true, info: accountInfo('anna') });
    expect(await first).toMatchObject(failed('cancelled'));
    await settled();
    at('signed-out');
    http.on('login', { success: true, info: accountInfo('anna') });
    expect(await handlers.register(wanted)).toEqual(done);
    expect(http.types().filter((type) => type === 'register')).toHaveLength(1);
  });
});

describe('features that are not offered', () => {
  const commands = {
    register: ({ handlers }: Harness) => handlers.register(wanted),
    keySignIn: ({ handlers }: Harness) => handlers.signInWithKey({ key, remember: false }),
    forgot: ({ handlers }: Harness) => handlers.forgot({ username: 'anna', email: 'a@b.c' }),
    lostKey: ({ handlers }: Harness) => handlers.lostKey({ email: 'a@b.c' }),
  };

  test.each(['register', 'keySignIn', 'forgot', 'lostKey'] as const)(
    '%s sends nothing if the seller turned it off',
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
    ['lostKey', 'lostkey'],
  ] as const)(
    '%s is hidden for the rest of the run if the service does not know it',
    async (way, type) => {
      const harness = await atForm();
      harness.http.on(type, refusal('type-unknown'));
      expect(await commands[way](harness)).toMatchObject(failed('type-unknown'));
      expect(harness.session().unsupported).toEqual([way]);
    },
  );
});

test('the clipboard is read only when the page requests it', async () => {
  const { handlers, view } = await atForm();
  view.clipboard = 'NWND';
  expect(await handlers.readClipboard({})).toEqual({ ok: true, value: 'NWND' });
});
