// Creating an account with a key: what is sent, which screen follows, and what a lost answer leads to. What the configuration does not
// offer is not asked for.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { infoOf, refusal } from '../support/fake-http.ts';
import { anna, atForm, type Harness } from './harness.ts';
import { key, wanted, done, failed } from './account-parts.ts';

const noLogin = refusal('bad-credentials');

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
