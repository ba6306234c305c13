// Several kept sign-ins: who signs in at the start, choosing one, and switching; and that whatever happens to one of them, the
// others stay.
import { describe, expect, test } from 'vitest';
import { heldForMs } from '../../src/main/core/session/credentials.ts';
import { settled } from '../support/fake-clock.ts';
import { infoOf, refusal, type Sent } from '../support/fake-http.ts';
import { keptAs } from '../support/fake-vault.ts';
import { anna, createHarness } from './harness.ts';
import { key, logins, names, shown, startWith, three } from './kept-steps.ts';

describe('at the start', () => {
  test('the one that was used last signs in by itself, and only that', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(bob, first);
    expect(harness.at('ready').account.username).toBe('bob');
    expect(logins(harness)).toEqual(['bob']);
    expect(shown(harness)).toEqual(['bob', 'anna']);
    expect(names(harness)).toEqual(['bob', 'anna']);
  });

  test('not chosen to: who it is to be is asked, and nothing is sent', async () => {
    const { anna: first, key: byKey } = three();
    const harness = await startWith(byKey, first);
    expect(harness.at('signed-out')).toEqual({ kind: 'signed-out', username: '', failure: null });
    expect(harness.session().kept).toEqual([
      { id: byKey.id, name: 'NWND-••••-91KD', byKey: true, complete: true, auto: false },
      { id: first.id, name: 'anna', byKey: false, complete: true, auto: true },
    ]);
    expect(harness.http.types()).toEqual(['init']);
  });

  test('the snapshot, the log and what a window sees hold names, and no password or key', async () => {
    const { anna: first, bob, key: byKey } = three();
    const harness = await startWith(bob, byKey, first);
    const seen = JSON.stringify(harness.view.published) + harness.log.text();
    for (const secret of [anna.password, 'battery staple', key]) expect(seen).not.toContain(secret);
  });

  test('a wrong password costs that one its password, and nobody anything else', async () => {
    const { anna: first, bob, key: byKey } = three();
    const harness = createHarness({ kept: [bob, first, byKey] });
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
    expect(harness.session().kept[0]).toMatchObject({ name: 'bob', complete: false });
  });

  test('a wrong key goes as a whole, and the others stay', async () => {
    const { anna: first, bob } = three();
    const byKey = keptAs({ kind: 'key', key });
    const harness = createHarness({ kept: [byKey, first, bob] });
    harness.http.on('license', refusal('key-unknown'));
    await harness.loader.start();
    expect(harness.at('signed-out').failure?.code).toBe('key-unknown');
    expect(names(harness)).toEqual(['anna', 'bob']);
  });
});

describe('choosing one', () => {
  test('signs in with it, and from then on it is the one that was used last', async () => {
    const { anna: first, bob, key: byKey } = three();
    const harness = await startWith(byKey, first, bob);
    expect(await harness.handlers.signInKept({ id: bob.id })).toEqual({ ok: true, value: null });
    expect(harness.at('ready').account.username).toBe('bob');
    await settled();
    expect(names(harness)).toEqual(['bob', key, 'anna']);
    expect(shown(harness)).toEqual(['bob', 'NWND-••••-91KD', 'anna']);
  });

  test('a key signs in as a key', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    await harness.handlers.signInKept({ id: byKey.id });
    expect(harness.at('ready').account).toMatchObject({ username: 'NWND-••••-91KD', byKey: true });
    expect(logins(harness)).toEqual([key]);
  });

  test.each(['unknown', 'without a password', 'that does not open'])(
    'one %s is not tried',
    async (what) => {
      const { key: byKey, anna: first } = three();
      const nameOnly = keptAs({ kind: 'password', username: 'cleo', password: null }, false);
      const harness = await startWith(byKey, first, nameOnly);
      harness.vault.locked = what === 'that does not open';
      const id =
        what === 'unknown'
          ? '0'.repeat(32)
          : what === 'without a password'
            ? nameOnly.id
            : first.id;
      expect(await harness.handlers.signInKept({ id })).toMatchObject({
        failure: { code: 'vault-unreadable' },
      });
      expect(harness.http.types()).toEqual(['init']);
      // What did not open for once is offered all the same.
      expect(shown(harness)).toHaveLength(3);
      expect(harness.vault.list).toHaveLength(3);
    },
  );

  test('refused for another reason than its secret: everything stays, and the form says why', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    harness.http.on('login', refusal('rate-limited', { retryAfter: 30 }));
    await harness.handlers.signInKept({ id: first.id });
    expect(harness.at('signed-out')).toMatchObject({
      username: 'anna',
      failure: { code: 'rate-limited' },
    });
    expect(harness.vault.list).toEqual([byKey, first]);
  });

  test('with a second factor: the code signs in, and it is not kept anew', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    harness.http.on('login', ({ params }: Sent) =>
      params['code'] === undefined
        ? refusal('code-needed')
        : { success: true, info: infoOf('anna') },
    );
    await harness.handlers.signInKept({ id: first.id });
    harness.at('code-needed');
    await harness.handlers.submitCode({ code: '123456' });
    harness.at('ready');
    await settled();
    expect(harness.vault.list).toEqual([first, byKey]);
  });

  test('cancelled: back, with everything kept, and the late answer changes nothing', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    const release = harness.http.hold('login');
    const choosing = harness.handlers.signInKept({ id: first.id });
    await settled();
    await harness.handlers.cancel({});
    expect(await choosing).toMatchObject({ failure: { code: 'cancelled' } });
    release({ success: true, info: infoOf('anna') });
    await harness.clock.advance(1000);
    expect(harness.at('signed-out').username).toBe('anna');
    expect(harness.vault.list).toEqual([byKey, first]);
  });

  test('an answer about somebody else signs nobody in', async () => {
    const { key: byKey, anna: first } = three();
    const harness = await startWith(byKey, first);
    harness.http.on('login', { success: true, info: infoOf('bob') });
    await harness.handlers.signInKept({ id: first.id });
    expect(harness.at('unreachable').failure.code).toBe('bad-reply');
    expect(harness.vault.list).toEqual([byKey, first]);
  });
});

describe('switching from one to another', () => {
  test('ends the session, signs the other in, and keeps both', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    harness.http.sent.length = 0;
    await harness.handlers.signInKept({ id: bob.id });
    expect(harness.at('ready').account.username).toBe('bob');
    expect(harness.walk()).toEqual(['starting', 'ready', 'starting', 'ready']);
    const logout = harness.http.sent.find(({ params }) => params['type'] === 'logout');
    const login = harness.http.sent.find(({ params }) => params['type'] === 'login');
    expect(logout?.params['sessionid']).toBe('session-1');
    expect(login?.params['sessionid']).toBe('session-2');
    await settled();
    expect(names(harness)).toEqual(['bob', 'anna']);
  });

  test('to one that does not open: who is signed in stays signed in, and is told', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    harness.vault.locked = true;
    expect(await harness.handlers.signInKept({ id: bob.id })).toMatchObject({ ok: false });
    expect(harness.at('ready').account.username).toBe('anna');
    expect(harness.session().notice).toMatchObject({ failure: { code: 'vault-unreadable' } });
    expect(harness.http.types()).not.toContain('logout');
  });

  test('to one with a wrong password: the form asks for it, and the other one is still kept', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    harness.http.on('login', refusal('bad-credentials'));
    await harness.handlers.signInKept({ id: bob.id });
    expect(harness.at('signed-out').username).toBe('bob');
    expect(harness.vault.list[0]).toBe(first);
    expect(harness.vault.list[1]).toMatchObject({ id: bob.id, method: { password: null } });
  });

  test('without a network: nobody is signed in by itself but the one that was chosen', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    harness.http.on('init', { fault: 'offline' });
    await harness.handlers.signInKept({ id: bob.id });
    harness.at('unreachable');
    // What is held is over; what is kept is looked for.
    harness.clock.set(harness.clock.now() + heldForMs);
    harness.http.on('init', { success: true, sessionid: 's' });
    harness.http.sent.length = 0;
    await harness.handlers.retry({});
    expect(harness.at('ready').account.username).toBe('bob');
    expect(logins(harness)).toEqual(['bob']);
  });

  test('signing out, forgetting, leaving and another switch wait until it is done', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    const release = harness.http.hold('login');
    const switching = harness.handlers.signInKept({ id: bob.id });
    await settled();
    const { handlers } = harness;
    for (const racing of [
      handlers.signOut({}),
      handlers.forgetKept({ id: bob.id }),
      handlers.useAnother({}),
      handlers.signInKept({ id: first.id }),
    ])
      expect(await racing).toMatchObject({ failure: { code: 'busy' } });
    release({ success: true, info: infoOf('bob') });
    await switching;
    expect(harness.at('ready').account.username).toBe('bob');
    expect(names(harness).sort()).toEqual(['anna', 'bob']);
    await harness.handlers.signOut({});
    expect(names(harness)).toEqual(['anna']);
  });

  test('cancelled on the way: nobody is signed in, and both are kept', async () => {
    const { anna: first, bob } = three();
    const harness = await startWith(first, bob);
    const release = harness.http.hold('login');
    const switching = harness.handlers.signInKept({ id: bob.id });
    await settled();
    await harness.handlers.cancel({});
    await switching;
    release({ success: true, info: infoOf('bob') });
    await harness.clock.advance(60_000);
    expect(harness.at('signed-out').username).toBe('bob');
    expect(harness.vault.list).toEqual([first, bob]);
  });
});
