// A forgotten password and a change of the user name: their requests, the screens that follow, and
// what happens after a lost answer.
import { describe, expect, test } from 'vitest';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { anna, atForm, atReady, createHarness } from './harness.ts';
import { key, done, failed } from './account-parts.ts';

describe('a forgotten password', () => {
  const parameters = { username: 'anna', email: 'anna@example.com' };

  test('sends the request and does not change the screen', async () => {
    const { handlers, http, at } = await atForm();
    http.on('forgot', { success: true, message: 'sent' });
    expect(await handlers.forgot(parameters)).toEqual(done);
    at('signed-out');
    expect(http.sent[1]?.params).toMatchObject({ type: 'forgot', ...parameters });
  });

  test.each(['forgot-user-unknown', 'email-missing', 'email-wrong', 'mail-unavailable'])(
    'returns %s to the form',
    async (reason) => {
      const { handlers, http, at } = await atForm();
      http.on('forgot', refusal(reason));
      expect(await handlers.forgot(parameters)).toMatchObject(failed(reason));
      at('signed-out');
    },
  );
});

describe('a lost key', () => {
  const parameters = { email: 'anna@example.com' };

  test('sends the e-mail alone and does not change the screen', async () => {
    const { handlers, http, at } = await atForm();
    http.on('lostkey', { success: true, message: 'sent' });
    expect(await handlers.lostKey(parameters)).toEqual(done);
    at('signed-out');
    expect(http.sent[1]?.params).toMatchObject({ type: 'lostkey', ...parameters });
    expect(http.sent[1]?.params).not.toHaveProperty('username');
  });

  test.each(['mail-unavailable', 'rate-limited'])('returns %s to the form', async (reason) => {
    const { handlers, http, at } = await atForm();
    http.on('lostkey', refusal(reason));
    expect(await handlers.lostKey(parameters)).toMatchObject(failed(reason));
    at('signed-out');
  });

  test('shows a paused application, as for a sign-in', async () => {
    const { handlers, http, at } = await atForm();
    http.on('lostkey', refusal('session-gone'));
    http.on('init', refusal('app-paused'));
    await handlers.lostKey(parameters);
    at('app-paused');
  });
});

describe('changing the user name', () => {
  test('signs out and fills in the new name in the form', async () => {
    const { handlers, http, at, session } = await atReady();
    http.on('changeUsername', { success: true, message: 'ok' });
    expect(await handlers.changeUsername({ newUsername: 'anne' })).toEqual(done);
    expect(at('signed-out').username).toBe('anne');
    expect(session().notice).toEqual({ kind: 'name-changed', username: 'anne' });
  });

  test('signs in again if the sign-in is saved, and saves the new name', async () => {
    const { handlers, http, loader, vault, at, session } = createHarness({ saved: anna });
    await loader.start();
    http.on('changeUsername', { success: true, message: 'ok' });
    http.on('login', ({ params }) => ({
      success: true,
      info: accountInfo(params['username'] ?? ''),
    }));
    expect(await handlers.changeUsername({ newUsername: 'anne' })).toEqual(done);
    expect(at('ready').account.username).toBe('anne');
    expect(session().notice).toEqual({ kind: 'name-changed', username: 'anne' });
    await loader.settled();
    expect(vault.saved).toEqual({ ...anna, username: 'anne' });
  });

  test('keeps the saved sign-in if the service reports success but did not change the name', async () => {
    const { handlers, http, loader, vault, at } = createHarness({ saved: anna });
    await loader.start();
    http.on('changeUsername', { success: true, message: 'ok' });
    http.on('login', refusal('bad-credentials'));
    await handlers.changeUsername({ newUsername: 'anne' });
    expect(at('signed-out').failure?.code).toBe('bad-credentials');
    await loader.settled();
    expect(vault.saved).toEqual(anna);
  });

  test.each(['new-username-taken', 'username-too-short', 'username-reserved'])(
    'changes nothing on %s',
    async (reason) => {
      const { handlers, http, at } = await atReady();
      http.on('changeUsername', refusal(reason));
      expect(await handlers.changeUsername({ newUsername: 'anne' })).toMatchObject(failed(reason));
      expect(at('ready').account.username).toBe('anna');
    },
  );

  test('detects after a lost answer that the name is unchanged, by the valid session', async () => {
    const { handlers, http, at } = await atReady();
    http.on('changeUsername', { fault: 'broken-off' });
    http.on('check', { success: true, info: accountInfo('anna') });
    expect(await handlers.changeUsername({ newUsername: 'anne' })).toMatchObject(
      failed('interrupted'),
    );
    expect(at('ready').account.username).toBe('anna');
  });

  test('detects after a lost answer that the name has changed, by the ended session', async () => {
    const { handlers, http, at } = await atReady();
    http.on('changeUsername', { fault: 'broken-off' });
    http.on('check', refusal('session-gone'));
    expect(await handlers.changeUsername({ newUsername: 'anne' })).toEqual(done);
    expect(at('signed-out').username).toBe('anne');
  });

  test('refuses users who signed in with a key alone', async () => {
    const { handlers, http } = await atForm();
    http.on('license', { success: true, info: accountInfo(key) });
    await handlers.signInWithKey({ key, remember: false });
    expect(await handlers.changeUsername({ newUsername: 'anne' })).toMatchObject(
      failed('out-of-order'),
    );
    expect(http.types()).not.toContain('changeUsername');
  });
});
