// Several kept sign-ins: leaving for another account, signing out, forgetting, keeping one more; and that whatever happens to one
// of them, the others stay.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { infoOf, refusal } from '../support/fake-http.ts';
import { byPassword, keptAs } from '../support/fake-vault.ts';
import { createHarness, form } from './harness.ts';
import { key, logins, names, shown, startWith, three } from './kept-steps.ts';

describe('using another account', () => {
  test('ends the session, keeps everything, and leads to the empty form', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    await harness.handlers.useAnother({});
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

  test('nobody is signed in by itself afterwards, whatever the screen was', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    await harness.handlers.useAnother({});
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
  test('deletes that one, and the others stay', async () => {
    const { anna: first, bob, key: byKey } = three();
    const harness = await startWith(bob, first, byKey);
    await harness.handlers.signOut({});
    expect(harness.vault.list).toEqual([first, byKey]);
    expect(shown(harness)).toEqual(['anna', 'NWND-••••-91KD']);
  });

  test('who has just left is never offered on the form, however long the file takes', async () => {
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
    for (const { kept } of after) expect(kept.map(({ name }) => name)).toEqual(['anna']);
  });

  test('of somebody who is not kept deletes nothing', async () => {
    const { anna: first, key: byKey } = three();
    const harness = await startWith(byKey, first);
    await harness.handlers.signIn({ username: 'cleo', password: 'x', remember: false });
    await harness.handlers.signOut({});
    expect(harness.vault.list).toEqual([byKey, first]);
  });

  test('of somebody who typed their password deletes what was kept of them', async () => {
    const { anna: first, key: byKey } = three();
    const harness = await startWith(byKey, first);
    await harness.handlers.signIn({ ...form, username: 'Anna' });
    await harness.handlers.signOut({});
    expect(harness.vault.list).toEqual([byKey]);
  });

  test('with a key store that opens nothing: what may be theirs goes', async () => {
    const { anna: first } = three();
    const harness = createHarness({ kept: [first] });
    harness.vault.locked = true;
    await harness.loader.start();
    await harness.handlers.signIn(form);
    await harness.handlers.signOut({});
    expect(harness.vault.list).toEqual([]);
  });
});

describe('forgetting', () => {
  test('removes that one alone, and its name from the form', async () => {
    const { anna: first, bob } = three();
    const harness = createHarness({ kept: [first, bob] });
    harness.http.on('login', refusal('rate-limited', { retryAfter: 30 }));
    await harness.loader.start();
    expect(harness.at('signed-out').username).toBe('anna');
    expect(await harness.handlers.forgetKept({ id: first.id })).toEqual({ ok: true, value: null });
    expect(harness.at('signed-out')).toEqual({ kind: 'signed-out', username: '', failure: null });
    expect(harness.vault.list).toEqual([bob]);
    expect(shown(harness)).toEqual(['bob']);
  });

  test('that does not work names the file, and it is neither offered nor used in this run', async () => {
    const { anna: first, bob } = three();
    const harness = createHarness({ kept: [{ ...first, auto: false }, bob] });
    await harness.loader.start();
    harness.vault.stuck = '/home/anna/kept-sign-ins.json';
    expect(await harness.handlers.forgetKept({ id: first.id })).toMatchObject({
      failure: { code: 'kept-not-removed', file: harness.vault.stuck },
    });
    expect(shown(harness)).toEqual(['bob']);
    expect(await harness.handlers.signInKept({ id: first.id })).toMatchObject({ ok: false });
    expect(logins(harness)).toEqual([]);
    expect(harness.log.text()).not.toContain('/home/anna');
  });

  test('one that is not there changes nothing', async () => {
    const { anna: first, key: byKey } = three();
    const harness = await startWith(byKey, first);
    expect(await harness.handlers.forgetKept({ id: 'f'.repeat(32) })).toMatchObject({ ok: true });
    expect(harness.vault.list).toEqual([byKey, first]);
  });

  test('during a sign-in by it waits, and does not take it back afterwards', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    const release = harness.http.hold('login');
    const choosing = harness.handlers.signInKept({ id: first.id });
    await settled();
    expect(await harness.handlers.forgetKept({ id: first.id })).toMatchObject({
      failure: { code: 'busy' },
    });
    release({ success: true, info: infoOf('anna') });
    await choosing;
    harness.at('ready');
    expect(names(harness)).toContain('anna');
  });

  test('a save that is still under way is over first, and only that one goes', async () => {
    const { key: byKey, bob } = three();
    const harness = await startWith(byKey, bob);
    let open: () => void = () => undefined;
    harness.vault.gate = new Promise((resolve) => (open = resolve));
    await harness.handlers.signIn({ ...form, remember: true });
    harness.at('ready');
    await harness.handlers.useAnother({});
    const forgetting = harness.handlers.forgetKept({ id: bob.id });
    open();
    await forgetting;
    expect(names(harness)).toEqual(['anna', key]);
  });
});

describe('keeping', () => {
  test('a sixth takes the place of the one that was used longest ago', async () => {
    const five = ['e', 'd', 'c', 'b', 'a'].map((name) => keptAs(byPassword(name, 'x'), false));
    const harness = await startWith(...five);
    await harness.handlers.signIn({ ...form, remember: true });
    await settled();
    expect(names(harness)).toEqual(['anna', 'e', 'd', 'c', 'b']);
    expect(shown(harness)).toEqual(['anna', 'e', 'd', 'c', 'b']);
  });

  test('a sign-in that is not to be kept changes nothing', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    await harness.handlers.signIn({ username: 'cleo', password: 'x', remember: false });
    await settled();
    expect(harness.vault.list).toEqual([byKey, first]);
  });

  test('whether it signs in by itself is chosen for each, and the others stay', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    expect(await harness.handlers.signInByItself({ on: false })).toEqual({ ok: true, value: null });
    expect(harness.vault.list).toEqual([{ ...first, auto: false }, bob]);
    expect(harness.session().kept[0]).toMatchObject({ name: 'anna', auto: false });
    const next = await startWith(...harness.vault.list);
    next.at('signed-out');
    expect(logins(next)).toEqual([]);
  });

  test('a choice that could not be saved is told, and stays as it was', async () => {
    const { anna: first } = three();
    const harness = await startWith(first);
    harness.vault.stuck = '/kept';
    expect(await harness.handlers.signInByItself({ on: false })).toMatchObject({
      failure: { code: 'kept-not-changed' },
    });
    expect(harness.session().notice).toMatchObject({ failure: { code: 'kept-not-changed' } });
    expect(harness.session().kept[0]?.auto).toBe(true);
  });

  test('a changed name takes the place of the old one, with the same choice', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    await harness.handlers.signInByItself({ on: false });
    await harness.handlers.changeUsername({ newUsername: 'nora' });
    await settled();
    expect(harness.at('ready').account.username).toBe('nora');
    expect(names(harness)).toEqual(['nora', 'bob']);
    expect(harness.vault.list[0]?.auto).toBe(false);
  });
});

test('without a key store nothing is kept and nothing is offered', async () => {
  const harness = createHarness();
  harness.vault.works = false;
  await harness.loader.start();
  await harness.handlers.signIn({ ...form, remember: true });
  await settled();
  expect([harness.session().kept, harness.vault.list]).toEqual([[], []]);
  expect(harness.session().notice).toMatchObject({ failure: { code: 'vault-unavailable' } });
});
