// Several saved sign-ins: which one signs in at the start, choosing one, and switching. A change of
// one sign-in does not affect the others.
import { describe, expect, test } from 'vitest';
import { holdDurationMs } from '../../src/main/core/session/credentials.ts';
import { settled } from '../support/fake-clock.ts';
import { accountInfo, refusal, type RecordedRequest } from '../support/fake-http.ts';
import { savedAs } from '../support/fake-vault.ts';
import { anna, createHarness } from './harness.ts';
import { key, logins, names, shown, startWith, three } from './saved-accounts-parts.ts';

describe('at the start', () => {
  test('only the most recently used sign-in signs in automatically', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(bob, first);
    expect(harness.at('ready').account.username).toBe('bob');
    expect(logins(harness)).toEqual(['bob']);
    expect(shown(harness)).toEqual(['bob', 'anna']);
    expect(names(harness)).toEqual(['bob', 'anna']);
  });

  test('nothing is sent if automatic sign-in is off, and the user chooses an account', async () => {
    const { anna: first, key: byKey } = three();
    const harness = await startWith(byKey, first);
    expect(harness.at('signed-out')).toEqual({ kind: 'signed-out', username: '', failure: null });
    expect(harness.session().savedSignIns).toEqual([
      { id: byKey.id, name: 'NWND-••••-91KD', byKey: true, complete: true, auto: false },
      { id: first.id, name: 'anna', byKey: false, complete: true, auto: true },
    ]);
    expect(harness.http.types()).toEqual(['init']);
  });

  test('snapshot, log and window contain names but no password or key', async () => {
    const { anna: first, bob, key: byKey } = three();
    const harness = await startWith(bob, byKey, first);
    const seen = JSON.stringify(harness.view.published) + harness.log.text();
    for (const secret of [anna.password, 'battery staple', key]) expect(seen).not.toContain(secret);
  });

  test('a rejected password removes only that password', async () => {
    const { anna: first, bob, key: byKey } = three();
    const harness = createHarness({ saved: [bob, first, byKey] });
    harness.http.on('login', refusal('bad-credentials'));
    await harness.loader.start();
    expect(harness.at('signed-out')).toMatchObject({
      username: 'bob',
      failure: { code: 'bad-credentials' },
    });
    expect(harness.vault.list).toEqual([
      { ...bob, method: { ...bob.method, password: null }, auto: false },
      first,
      byKey,
    ]);
    expect(harness.session().savedSignIns[0]).toMatchObject({ name: 'bob', complete: false });
  });

  test('a rejected key is removed completely, and the other sign-ins stay', async () => {
    const { anna: first, bob } = three();
    const byKey = savedAs({ kind: 'key', key });
    const harness = createHarness({ saved: [byKey, first, bob] });
    harness.http.on('license', refusal('key-unknown'));
    await harness.loader.start();
    expect(harness.at('signed-out').failure?.code).toBe('key-unknown');
    expect(names(harness)).toEqual(['anna', 'bob']);
  });
});

describe('choosing a saved sign-in', () => {
  test('signs in with that sign-in and marks it as the most recently used', async () => {
    const { anna: first, bob, key: byKey } = three();
    const harness = await startWith(byKey, first, bob);
    expect(await harness.handlers.signInWithSaved({ id: bob.id })).toEqual({
      ok: true,
      value: null,
    });
    expect(harness.at('ready').account.username).toBe('bob');
    await settled();
    expect(names(harness)).toEqual(['bob', key, 'anna']);
    expect(shown(harness)).toEqual(['bob', 'NWND-••••-91KD', 'anna']);
  });

  test('signs in with a key', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    await harness.handlers.signInWithSaved({ id: byKey.id });
    expect(harness.at('ready').account).toMatchObject({ username: 'NWND-••••-91KD', byKey: true });
    expect(logins(harness)).toEqual([key]);
  });

  test.each(['unknown', 'without a password', 'that does not open'])(
    'sends nothing for an unusable sign-in: %s',
    async (what) => {
      const { key: byKey, anna: first } = three();
      const nameOnly = savedAs({ kind: 'password', username: 'cleo', password: null }, false);
      const harness = await startWith(byKey, first, nameOnly);
      harness.vault.locked = what === 'that does not open';
      const id =
        what === 'unknown'
          ? '0'.repeat(32)
          : what === 'without a password'
            ? nameOnly.id
            : first.id;
      expect(await harness.handlers.signInWithSaved({ id })).toMatchObject({
        failure: { code: 'vault-unreadable' },
      });
      expect(harness.http.types()).toEqual(['init']);
      // An account that could not be opened once is still offered.
      expect(shown(harness)).toHaveLength(3);
      expect(harness.vault.list).toHaveLength(3);
    },
  );

  test('keeps all sign-ins and shows the reason if the attempt is rate-limited', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    harness.http.on('login', refusal('rate-limited', { retryAfter: 30 }));
    await harness.handlers.signInWithSaved({ id: first.id });
    expect(harness.at('signed-out')).toMatchObject({
      username: 'anna',
      failure: { code: 'rate-limited' },
    });
    expect(harness.vault.list).toEqual([byKey, first]);
  });

  test('asks for the code and does not save again with two-factor sign-in', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    harness.http.on('login', ({ params }: RecordedRequest) =>
      params['code'] === undefined
        ? refusal('code-needed')
        : { success: true, info: accountInfo('anna') },
    );
    await harness.handlers.signInWithSaved({ id: first.id });
    harness.at('code-needed');
    await harness.handlers.submitCode({ code: '123456' });
    harness.at('ready');
    await settled();
    expect(harness.vault.list).toEqual([first, byKey]);
  });

  test('keeps all sign-ins on Cancel and ignores the late answer', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    const release = harness.http.hold('login');
    const choosing = harness.handlers.signInWithSaved({ id: first.id });
    await settled();
    await harness.handlers.cancel({});
    expect(await choosing).toMatchObject({ failure: { code: 'cancelled' } });
    release({ success: true, info: accountInfo('anna') });
    await harness.clock.advance(1000);
    expect(harness.at('signed-out').username).toBe('anna');
    expect(harness.vault.list).toEqual([byKey, first]);
  });

  test('does not sign in on an answer about another user', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    harness.http.on('login', { success: true, info: accountInfo('bob') });
    await harness.handlers.signInWithSaved({ id: first.id });
    expect(harness.at('unreachable').failure.code).toBe('bad-reply');
    expect(harness.vault.list).toEqual([byKey, first]);
  });
});

describe('switching accounts', () => {
  test('ends the session, signs the other user in, and keeps both sign-ins', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    harness.http.sent.length = 0;
    await harness.handlers.signInWithSaved({ id: bob.id });
    expect(harness.at('ready').account.username).toBe('bob');
    expect(harness.walk()).toEqual(['starting', 'ready', 'starting', 'ready']);
    const logout = harness.http.sent.find(({ params }) => params['type'] === 'logout');
    const login = harness.http.sent.find(({ params }) => params['type'] === 'login');
    expect(logout?.params['sessionid']).toBe('session-1');
    expect(login?.params['sessionid']).toBe('session-2');
    await settled();
    expect(names(harness)).toEqual(['bob', 'anna']);
  });

  test('keeps the user signed in and shows a message if the other sign-in is unreadable', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    harness.vault.locked = true;
    expect(await harness.handlers.signInWithSaved({ id: bob.id })).toMatchObject({ ok: false });
    expect(harness.at('ready').account.username).toBe('anna');
    expect(harness.session().notice).toMatchObject({ failure: { code: 'vault-unreadable' } });
    expect(harness.http.types()).not.toContain('logout');
  });

  test('asks for the password if the saved one is wrong, and keeps the other sign-in', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    harness.http.on('login', refusal('bad-credentials'));
    await harness.handlers.signInWithSaved({ id: bob.id });
    expect(harness.at('signed-out').username).toBe('bob');
    expect(harness.vault.list[0]).toBe(first);
    expect(harness.vault.list[1]).toMatchObject({ id: bob.id, method: { password: null } });
  });

  test('retries only the chosen user after a network failure', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    harness.http.on('init', { fault: 'offline' });
    await harness.handlers.signInWithSaved({ id: bob.id });
    harness.at('unreachable');
    // The held credentials have expired; the saved ones are used.
    harness.clock.set(harness.clock.now() + holdDurationMs);
    harness.http.on('init', { success: true, sessionid: 's' });
    harness.http.sent.length = 0;
    await harness.handlers.retry({});
    expect(harness.at('ready').account.username).toBe('bob');
    expect(logins(harness)).toEqual(['bob']);
  });

  test('rejects sign-out, removal, "Use another account" and another switch as busy', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    const release = harness.http.hold('login');
    const switching = harness.handlers.signInWithSaved({ id: bob.id });
    await settled();
    const { handlers } = harness;
    for (const racing of [
      handlers.signOut({}),
      handlers.removeSavedSignIn({ id: bob.id }),
      handlers.useAnotherAccount({}),
      handlers.signInWithSaved({ id: first.id }),
    ])
      expect(await racing).toMatchObject({ failure: { code: 'busy' } });
    release({ success: true, info: accountInfo('bob') });
    await switching;
    expect(harness.at('ready').account.username).toBe('bob');
    expect(names(harness).sort()).toEqual(['anna', 'bob']);
    await harness.handlers.signOut({});
    expect(names(harness)).toEqual(['anna']);
  });

  test('does not sign in after Cancel, and keeps both sign-ins', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    const release = harness.http.hold('login');
    const switching = harness.handlers.signInWithSaved({ id: bob.id });
    await settled();
    await harness.handlers.cancel({});
    await switching;
    release({ success: true, info: accountInfo('bob') });
    await harness.clock.advance(60_000);
    expect(harness.at('signed-out').username).toBe('bob');
    expect(harness.vault.list).toEqual([first, bob]);
  });
});
