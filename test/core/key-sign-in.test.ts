// Signing in with a key alone: it works like a password, and the page never receives the full key.
import { describe, expect, test } from 'vitest';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { atForm, createHarness } from './harness.ts';
import { key, masked, done, failed, expectHidden } from './account-parts.ts';

describe('a key alone', () => {
  test('signs in, is shown only in masked form, and is saved like a password', async () => {
    const harness = await atForm();
    const { handlers, http, loader, vault, at } = harness;
    http.on('license', { success: true, info: accountInfo(key) });
    expect(await handlers.signInWithKey({ key, remember: true })).toEqual(done);
    expect(at('ready').account).toMatchObject({ username: masked, byKey: true });
    await loader.settled();
    expect(vault.list).toMatchObject([{ method: { kind: 'key', key }, auto: true }]);
    expectHidden(harness);
  });

  test('signs in if the stored key has other dashes and spaces, but with no other key', async () => {
    const stored = key.replaceAll('-', ' \u2013 ').toLowerCase();
    const harness = await atForm();
    const { handlers, http, at } = harness;
    http.on('license', { success: true, info: accountInfo(stored) });
    http.on('check', { success: true, info: accountInfo(stored) });
    expect(await handlers.signInWithKey({ key, remember: false })).toEqual(done);
    await handlers.retry({});
    expect(at('ready').account).toMatchObject({ username: masked, byKey: true });
    // The stored key is the name of the user at the service.
    http.on('upgrade', { success: true, message: 'Upgraded successfully' });
    await handlers.redeem({ username: masked, key: 'NWND-AAAA-BBBB-CCCC' });
    const upgrades = http.sent.filter(({ params }) => params['type'] === 'upgrade');
    expect(upgrades.map(({ params }) => params['username'])).toEqual([stored]);
    const other = await atForm();
    other.http.on('license', { success: true, info: accountInfo(key.replaceAll('-', '.')) });
    await other.handlers.signInWithKey({ key, remember: false });
    expect(other.at('unreachable').failure.code).toBe('bad-reply');
  });

  test('stays masked after a check', async () => {
    const harness = await atForm();
    const { handlers, http, at } = harness;
    http.on('license', { success: true, info: accountInfo(key) });
    http.on('check', { success: true, info: accountInfo(key) });
    await handlers.signInWithKey({ key, remember: false });
    await handlers.retry({});
    expect(at('ready').account).toMatchObject({ username: masked, byKey: true });
    expectHidden(harness);
  });

  test('redeems another key for the account that has the key as its name', async () => {
    const { handlers, http } = await atForm();
    http.on('license', { success: true, info: accountInfo(key) });
    http.on('upgrade', { success: true, message: 'Upgraded successfully' });
    await handlers.signInWithKey({ key, remember: false });
    const receipt = await handlers.redeem({ username: masked, key: 'NWND-AAAA-BBBB-CCCC' });
    expect(receipt).toMatchObject({ ok: true, value: { username: masked } });
    expect(http.sent.find(({ params }) => params['type'] === 'upgrade')?.params).toMatchObject({
      username: key,
      key: 'NWND-AAAA-BBBB-CCCC',
    });
  });

  test('asks for the code, and Back shows an empty name', async () => {
    const harness = await atForm();
    const { handlers, http, at } = harness;
    http.on('license', ({ params }) =>
      params['code'] === '123456'
        ? { success: true, info: accountInfo(key) }
        : refusal('code-needed'),
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
    'returns %s to the form',
    async (reason) => {
      const harness = await atForm();
      harness.http.on('license', refusal(reason));
      const answer = await harness.handlers.signInWithKey({ key, remember: false });
      expect(answer).toMatchObject(failed(reason));
      harness.at('signed-out');
      expectHidden(harness);
    },
  );

  test('is sent again on Retry after a network failure, and is masked on the failure screen', async () => {
    const harness = await atForm();
    const { handlers, http, at } = harness;
    http.on('license', { fault: 'offline' });
    await handlers.signInWithKey({ key, remember: false });
    expect(at('unreachable').username).toBe(masked);
    http.on('license', { success: true, info: accountInfo(key) });
    await handlers.retry({});
    at('ready');
    expectHidden(harness);
  });

  test('is masked in the list of saved sign-ins', async () => {
    const harness = createHarness({ saved: { kind: 'key', key } });
    harness.http.on('license', { success: true, info: accountInfo(key) });
    await harness.loader.start();
    expect(harness.at('ready').account.username).toBe(masked);
    expectHidden(harness);
  });
});
