// The end of the program: it aborts every request in flight, and cancels all scheduled work.
import { expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { atForm, atReady, createHarness, type Harness, form, checkEveryMs } from './harness.ts';

/** Stops the loader, and expects that this aborts the latest request of `type`. */
async function expectAborted({ loader, http, clock, view }: Harness, type: string) {
  const call = http.sent.filter(({ params }) => params['type'] === type).at(-1);
  expect(call?.signal.aborted).toBe(false);
  const [published, sent] = [view.published.length, http.sent.length];
  loader.stop();
  expect(call?.signal.aborted).toBe(true);
  await settled();
  expect(clock.pending()).toBe(0);
  await clock.advance(24 * 3_600_000);
  expect(view.published.length).toBe(published);
  expect(http.sent.length).toBe(sent);
}

test('stop aborts the start', async () => {
  const harness = createHarness();
  harness.http.on('init', 'never');
  void harness.loader.start();
  await settled();
  await expectAborted(harness, 'init');
});

test('stop aborts a command, which then fails as cancelled', async () => {
  const harness = await atForm();
  harness.http.on('login', 'never');
  const signingIn = harness.handlers.signIn(form);
  await settled();
  await expectAborted(harness, 'login');
  expect(await signingIn).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
});

test('stop aborts a background check', async () => {
  const harness = await atReady();
  harness.http.on('check', 'never');
  await harness.clock.advance(checkEveryMs);
  await expectAborted(harness, 'check');
});

test('stop aborts a logout in the background', async () => {
  const harness = await atReady();
  harness.http.on('logout', 'never');
  await harness.handlers.signOut({});
  await settled();
  await expectAborted(harness, 'logout');
});

test('stop aborts a session that is being opened in advance', async () => {
  const harness = await atReady();
  harness.http.on('init', 'never');
  await harness.handlers.signOut({});
  await settled();
  await expectAborted(harness, 'init');
});

test('stop cancels a scheduled check and a scheduled retry', async () => {
  const ready = await atReady();
  const unreachable = createHarness();
  unreachable.http.on('init', { fault: 'offline' });
  await unreachable.loader.start();
  unreachable.at('unreachable');
  for (const { loader, clock } of [ready, unreachable]) {
    expect(clock.pending()).toBeGreaterThan(0);
    loader.stop();
    await settled();
    expect(clock.pending()).toBe(0);
  }
});
