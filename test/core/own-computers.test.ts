// The computers, sessions and password of a signed-in user, and why a session ended.
import { describe, expect, test } from 'vitest';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { anna, atForm, atReady, createHarness, form } from './harness.ts';

const sentOf =
  (harness: { http: { sent: readonly { params: Record<string, string> }[] } }) => (type: string) =>
    harness.http.sent.map(({ params }) => params).filter((one) => one['type'] === type);

test('the account has the seats, removals and known abilities that the service reports', async () => {
  const harness = await atForm();
  const facts = {
    computers: { used: 1, allowed: 2 },
    resets: { left: 1, next: 1_796_000_000 },
    can: ['changepassword', 'computers', 'time-travel'],
  };
  harness.http.on('login', { success: true, info: { ...accountInfo('anna'), ...facts } });
  await harness.handlers.signIn(form);
  expect(harness.at('ready').account).toMatchObject({
    computers: { used: 1, allowed: 2 },
    resets: { left: 1, nextAt: 1_796_000_000_000 },
    can: ['computers', 'changepassword'],
  });
});

test('the account of an older service has none of them', async () => {
  const { at } = await atReady();
  for (const field of ['computers', 'resets', 'can'])
    expect(at('ready').account).not.toHaveProperty(field);
});

describe('the computers', () => {
  test('are listed with cleaned names, and this one is marked', async () => {
    const { handlers, http } = await atReady();
    const hostile = { id: 'x', name: 'a\u202eb', system: 'Linux', lastSeen: null };
    http.on('computers', {
      success: true,
      computers: [
        { ...hostile, current: true },
        { ...hostile, id: '' },
        { ...hostile, id: 'y' },
      ],
    });
    const noPass = { offlineUntil: null, isSeatHeld: false };
    const computer = { name: 'a b', system: 'Linux', lastSeenAt: null, ...noPass };
    expect(await handlers.readComputers({})).toEqual({
      ok: true,
      value: [
        { id: 'x', ...computer, current: true },
        { id: 'y', ...computer, current: false },
      ],
    });
  });

  test('a new name of this computer is sent now and with every later sign-in', async () => {
    const state = createFakeLocalState();
    const harness = await atReady({ state });
    const sent = sentOf(harness);
    expect(await harness.handlers.renameComputer({ name: 'Studio' })).toMatchObject({
      value: [{ id: 'here', name: 'Studio' }, { name: 'old-laptop' }],
    });
    expect(sent('renamecomputer')).toMatchObject([{ id: 'here', computer: 'Studio' }]);
    const later = await atReady({ state });
    expect(sentOf(later)('login')).toMatchObject([{ computer: 'Studio' }]);
  });

  test('a refused name is not saved', async () => {
    const { handlers, http, parts } = await atReady();
    http.on('renamecomputer', refusal('computer-unknown'));
    expect(await handlers.renameComputer({ name: 'Studio' })).toMatchObject({ ok: false });
    expect(parts.state.get().computerName).toBeNull();
  });
});

describe('the sessions', () => {
  test('are listed, and this one is marked', async () => {
    const { handlers } = await atReady();
    expect(await handlers.readSessions({})).toMatchObject({
      value: [
        { id: 'here', computer: 'studio-pc', version: '1.0', current: true },
        { id: 'laptop', computer: 'old-laptop', lastSeenAt: 1_790_000_000_000, current: false },
      ],
    });
  });

  test.each([
    ['one', { id: 'laptop' }, { id: 'laptop' }],
    ['all others', { id: null }, { all: '1' }],
  ])('ending %s sends its request and returns the list', async (_, input, params) => {
    const harness = await atReady();
    expect(await harness.handlers.endSessions(input)).toMatchObject({ ok: true });
    expect(sentOf(harness)('endsession')).toMatchObject([params]);
    expect(sentOf(harness)('sessions')).toHaveLength(1);
  });

  test('ending one that has already ended is not a failure', async () => {
    const { handlers, http } = await atReady();
    http.on('endsession', refusal('session-unknown'));
    expect(await handlers.endSessions({ id: 'laptop' })).toMatchObject({ ok: true });
  });
});

describe('changing the password', () => {
  const change = { password: anna.password, newPassword: 'other secret words', code: null };

  test('sends the code only if there is one', async () => {
    const harness = await atReady();
    await harness.handlers.changePassword(change);
    await harness.handlers.changePassword({ ...change, code: '123456' });
    const sent = sentOf(harness)('changepassword');
    expect(sent[0]).toMatchObject({ pass: anna.password, newpass: 'other secret words' });
    expect(sent.map((one) => one['code'])).toEqual([undefined, '123456']);
    harness.at('ready');
  });

  test('saves the new password for the saved account of the user, and for no other', async () => {
    const saved = (id: string, username: string, usedAt: number) => ({
      id: id.repeat(32),
      auto: true,
      usedAt,
      method: { kind: 'password', username, password: `words of ${username}` } as const,
    });
    const harness = createHarness({ saved: [saved('a', 'anna', 2), saved('b', 'bob', 1)] });
    await harness.loader.start();
    harness.at('ready');
    await harness.handlers.changePassword(change);
    await harness.loader.settled();
    const { signIns } = await harness.parts.vault.load();
    const passwords = signIns.map(({ method }) =>
      method.kind === 'password' ? [method.username, method.password] : [],
    );
    expect(passwords.sort()).toEqual([
      ['anna', change.newPassword],
      ['bob', 'words of bob'],
    ]);
    expect(signIns.map(({ auto }) => auto)).toEqual([true, true]);
  });

  test('rejects a guessable password without a request', async () => {
    const harness = await atReady({ guesses: 1 });
    expect(await harness.handlers.changePassword(change)).toMatchObject({
      failure: { code: 'password-guessable' },
    });
    expect(sentOf(harness)('changepassword')).toEqual([]);
  });

  test('counts wrong codes in a row, as a sign-in does', async () => {
    const { handlers, http } = await atReady();
    http.on('changepassword', refusal('bad-code'));
    for (const failures of [1, 2])
      expect(await handlers.changePassword({ ...change, code: '123456' })).toMatchObject({
        failure: { code: 'bad-code', failures },
      });
  });

  test.each(['bad-credentials', 'bad-code', 'code-needed'])(
    'stays signed in after %s',
    async (reason) => {
      const { handlers, http, at } = await atReady();
      http.on('changepassword', refusal(reason));
      expect(await handlers.changePassword(change)).toMatchObject({ failure: { code: reason } });
      at('ready');
    },
  );
});

describe('a session that ended elsewhere', () => {
  test.each(['computer-removed', 'password-changed', 'ended-elsewhere', 'session-limit'])(
    'says %s and does not sign in again, even with a saved account',
    async (ended) => {
      const harness = createHarness({ saved: anna });
      await harness.loader.start();
      harness.at('ready');
      harness.http.on('check', refusal('session-gone', { ended }));
      await harness.handlers.retry({});
      expect(harness.at('session-ended').ended).toBe(ended);
      expect(sentOf(harness)('login')).toHaveLength(1);
    },
  );

  test('without a cause signs in again with a saved account', async () => {
    const harness = createHarness({ saved: anna });
    await harness.loader.start();
    harness.http.on('check', refusal('session-gone'));
    await harness.handlers.retry({});
    harness.at('ready');
    expect(sentOf(harness)('login')).toHaveLength(2);
  });

  test('without a cause and a saved account gives no cause', async () => {
    const { handlers, http, at } = await atReady();
    http.on('check', refusal('session-gone', { ended: 'moon-phase' }));
    await handlers.retry({});
    expect(at('session-ended')).not.toHaveProperty('ended');
  });
});
