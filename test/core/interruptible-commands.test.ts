// A check that the user requested and a Retry yield to other commands, so that a slow answer never
// blocks the window.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { accountInfo } from '../support/fake-http.ts';
import { atForm, atReady, form } from './harness.ts';

const busy = { ok: false, failure: { code: 'busy' } };

describe('a check that the user requested', () => {
  const checking = async () => {
    const harness = await atReady();
    const release = harness.http.hold('check');
    const asked = harness.handlers.retry({});
    await settled();
    expect(harness.session().step).toBe('checking-subscription');
    return { ...harness, release, asked };
  };
  const gaveWay = { ok: false, failure: { code: 'cancelled' } };

  test('yields to Sign out immediately', async () => {
    const { handlers, asked, release, at, session, vault } = await checking();
    expect(await handlers.signOut({})).toEqual({ ok: true, value: null });
    at('signed-out');
    expect(session().step).toBeNull();
    expect(await asked).toMatchObject(gaveWay);
    expect(vault.saved).toBeNull();
    release({ success: true, info: accountInfo('anna') });
    await settled();
    at('signed-out');
    expect(session().notice).toBeNull();
  });

  test('yields to Launch, which performs its own check', async () => {
    const { handlers, asked, launcher, at } = await checking();
    expect(await handlers.launch({})).toEqual({ ok: true, value: null });
    at('running');
    expect(launcher.lines).toHaveLength(1);
    expect(await asked).toMatchObject(gaveWay);
  });

  test('yields to a redeem', async () => {
    const { handlers, asked } = await checking();
    expect(await handlers.redeem({ username: 'anna', key: 'k' })).not.toMatchObject(busy);
    expect(await asked).toMatchObject(gaveWay);
  });

  test('is sent once for repeated presses', async () => {
    const { handlers, asked, release, http, session } = await checking();
    expect(await handlers.retry({})).toMatchObject(busy);
    release({ success: true, info: accountInfo('anna') });
    expect(await asked).toEqual({ ok: true, value: null });
    expect(http.types().filter((type) => type === 'check')).toHaveLength(1);
    expect(session().notice).toMatchObject({ kind: 'checked', changed: false });
  });

  test('yields to Back, and a late answer does not sign in', async () => {
    const { handlers, http, at, clock, walk } = await atForm();
    http.on('login', { fault: 'offline' });
    await handlers.signIn(form);
    at('unreachable');
    http.on('login', { success: true, info: accountInfo('anna') });
    const release = http.hold('login');
    const retrying = handlers.retry({});
    await settled();
    expect(await handlers.goBack({})).toEqual({ ok: true, value: null });
    at('signed-out');
    expect(await retrying).toMatchObject(gaveWay);
    const left = http.sent.filter(({ params }) => params['type'] === 'login').at(-1);
    release({ success: true, info: accountInfo('anna') });
    await clock.advance(60_000);
    at('signed-out');
    expect(walk()).not.toContain('ready');
    http.on('login', { success: true, info: accountInfo('nora') });
    await handlers.signIn({ ...form, username: 'nora' });
    expect(at('ready').account.username).toBe('nora');
    // The service may have signed in the cancelled session, so nobody uses it again.
    const used = http.sent.filter(({ params }) => params['type'] === 'login').at(-1);
    expect(used?.params['sessionid']).not.toBe(left?.params['sessionid']);
  });
});
