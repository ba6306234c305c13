// Several saved sign-ins: using another account, signing out, removing and saving sign-ins. A
// change of one sign-in does not affect the others.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { byPassword, savedAs } from '../support/fake-vault.ts';
import { createHarness, form } from './harness.ts';
import { key, logins, names, shown, startWith, three } from './saved-accounts-parts.ts';

describe('using another account', () => {
  test('ends the session, keeps all saved sign-ins, and shows the empty form', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    await harness.handlers.useAnotherAccount({});
    expect(harness.at('signed-out')).toEqual({
      kind: 'signed-out',
      username: '',
      failure: null,
      another: true,
    });
    expect(harness.http.types()).toContain('logout');
    expect(harness.vault.list).toEqual([first, bob]);
    await harness.handlers.signIn({ username: 'cleo', password: 'x', remember: true });
    await settled();
    expect(names(harness)).toEqual(['cleo', 'anna', 'bob']);
  });

  test('is not followed by an automatic sign-in on any screen', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    await harness.handlers.useAnotherAccount({});
    harness.http.on('init', refusal('app-paused'));
    harness.http.on('upgrade', refusal('session-gone'));
    await harness.handlers.redeem({ username: 'cleo', key });
    harness.at('app-paused');
    harness.http.on('init', { success: true, sessionid: 's' });
    harness.http.sent.length = 0;
    await harness.handlers.retry({});
    harness.at('signed-out');
    expect(logins(harness)).toEqual([]);
  });
});

describe('signing out', () => {
  test('removes the sign-in of that user and keeps the others', async () => {
    const { anna: first, bob, key: byKey } = three();
    const harness = await startWith(bob, first, byKey);
    await harness.handlers.signOut({});
    expect(harness.vault.list).toEqual([first, byKey]);
    expect(shown(harness)).toEqual(['anna', 'NWND-••••-91KD']);
  });

  test('does not offer the signed-out user, even while the file is still being written', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(bob, first);
    let open: () => void = () => undefined;
    harness.vault.gate = new Promise((resolve) => (open = resolve));
    const leaving = harness.handlers.signOut({});
    harness.at('signed-out');
    expect(shown(harness)).toEqual(['anna']);
    open();
    await leaving;
    const after = harness.view.published.filter(({ phase }) => phase.kind === 'signed-out');
    for (const { savedSignIns } of after)
      expect(savedSignIns.map(({ name }) => name)).toEqual(['anna']);
  });

  test('removes no sign-in if the user has none saved', async () => {
    const { anna: first, key: byKey } = three();
    const harness = await startWith(byKey, first);
    await harness.handlers.signIn({ username: 'cleo', password: 'x', remember: false });
    await harness.handlers.signOut({});
    expect(harness.vault.list).toEqual([byKey, first]);
  });

  test('removes the saved sign-in of a user who typed their password', async () => {
    const { anna: first, key: byKey } = three();
    const harness = await startWith(byKey, first);
    await harness.handlers.signIn({ ...form, username: 'Anna' });
    await harness.handlers.signOut({});
    expect(harness.vault.list).toEqual([byKey]);
  });

  test('removes unreadable sign-ins, which may belong to the user', async () => {
    const { anna: first } = three();
    const harness = createHarness({ saved: [first] });
    harness.vault.locked = true;
    await harness.loader.start();
    await harness.handlers.signIn(form);
    await harness.handlers.signOut({});
    expect(harness.vault.list).toEqual([]);
  });
});

describe('removing a saved sign-in', () => {
  test('removes only that sign-in, and its user name from the form', async () => {
    const { anna: first, bob } = three();
    const harness = createHarness({ saved: [first, bob] });
    harness.http.on('login', refusal('rate-limited', { retryAfter: 30 }));
    await harness.loader.start();
    expect(harness.at('signed-out').username).toBe('anna');
    expect(await harness.handlers.removeSavedSignIn({ id: first.id })).toEqual({
      ok: true,
      value: null,
    });
    expect(harness.at('signed-out')).toEqual({ kind: 'signed-out', username: '', failure: null });
    expect(harness.vault.list).toEqual([bob]);
    expect(shown(harness)).toEqual(['bob']);
  });

  test('reports the file if the removal fails, and does not offer or use the sign-in in this run', async () => {
    const { anna: first, bob } = three();
    const harness = createHarness({ saved: [{ ...first, auto: false }, bob] });
    await harness.loader.start();
    harness.vault.stuck = '/home/anna/kept-sign-ins.json';
    expect(await harness.handlers.removeSavedSignIn({ id: first.id })).toMatchObject({
      failure: { code: 'kept-not-removed', file: harness.vault.stuck },
    });
    expect(shown(harness)).toEqual(['bob']);
    expect(await harness.handlers.signInWithSaved({ id: first.id })).toMatchObject({ ok: false });
    expect(logins(harness)).toEqual([]);
    expect(harness.log.text()).not.toContain('/home/anna');
  });

  test('does nothing for an unknown id', async () => {
    const { anna: first, key: byKey } = three();
    const harness = await startWith(byKey, first);
    expect(await harness.handlers.removeSavedSignIn({ id: 'f'.repeat(32) })).toMatchObject({
      ok: true,
    });
    expect(harness.vault.list).toEqual([byKey, first]);
  });

  test('is rejected as busy during a sign-in with it', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    const release = harness.http.hold('login');
    const choosing = harness.handlers.signInWithSaved({ id: first.id });
    await settled();
    expect(await harness.handlers.removeSavedSignIn({ id: first.id })).toMatchObject({
      failure: { code: 'busy' },
    });
    release({ success: true, info: accountInfo('anna') });
    await choosing;
    harness.at('ready');
    expect(names(harness)).toContain('anna');
  });

  test('waits for a save in flight and removes only the chosen sign-in', async () => {
    const { key: byKey, bob } = three();
    const harness = await startWith(byKey, bob);
    let open: () => void = () => undefined;
    harness.vault.gate = new Promise((resolve) => (open = resolve));
    await harness.handlers.signIn({ ...form, remember: true });
    harness.at('ready');
    await harness.handlers.useAnotherAccount({});
    const forgetting = harness.handlers.removeSavedSignIn({ id: bob.id });
    open();
    await forgetting;
    expect(names(harness)).toEqual(['anna', key]);
  });
});

describe('saving a sign-in', () => {
  test('evicts the least recently used of six', async () => {
    const five = ['e', 'd', 'c', 'b', 'a'].map((name) => savedAs(byPassword(name, 'x'), false));
    const harness = await startWith(...five);
    await harness.handlers.signIn({ ...form, remember: true });
    await settled();
    expect(names(harness)).toEqual(['anna', 'e', 'd', 'c', 'b']);
    expect(shown(harness)).toEqual(['anna', 'e', 'd', 'c', 'b']);
  });

  test('happens only if the user requests it', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    await harness.handlers.signIn({ username: 'cleo', password: 'x', remember: false });
    await settled();
    expect(harness.vault.list).toEqual([byKey, first]);
  });

  test('saves the choice of automatic sign-in for each sign-in separately', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    expect(await harness.handlers.setAutoSignIn({ on: false })).toEqual({ ok: true, value: null });
    expect(harness.vault.list).toEqual([{ ...first, auto: false }, bob]);
    expect(harness.session().savedSignIns[0]).toMatchObject({ name: 'anna', auto: false });
    const next = await startWith(...harness.vault.list);
    next.at('signed-out');
    expect(logins(next)).toEqual([]);
  });

  test('reports a choice that could not be saved', async () => {
    const { anna: first } = three();
    const harness = await startWith(first);
    harness.vault.stuck = '/kept';
    expect(await harness.handlers.setAutoSignIn({ on: false })).toMatchObject({
      failure: { code: 'kept-not-changed' },
    });
    expect(harness.session().notice).toMatchObject({ failure: { code: 'kept-not-changed' } });
    expect(harness.session().savedSignIns[0]?.auto).toBe(true);
  });

  test('replaces the old name with the new one and keeps the choice', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    await harness.handlers.setAutoSignIn({ on: false });
    await harness.handlers.changeUsername({ newUsername: 'nora' });
    await settled();
    expect(harness.at('ready').account.username).toBe('nora');
    expect(names(harness)).toEqual(['nora', 'bob']);
    expect(harness.vault.list[0]?.auto).toBe(false);
  });
});

test('nothing is saved or offered without a key store', async () => {
  const harness = createHarness();
  harness.vault.works = false;
  await harness.loader.start();
  await harness.handlers.signIn({ ...form, remember: true });
  await settled();
  expect([harness.session().savedSignIns, harness.vault.list]).toEqual([[], []]);
  expect(harness.session().notice).toMatchObject({ failure: { code: 'vault-unavailable' } });
});
