// A pause of the application while a user is signed in: the session stays, but the user has no
// access.
import { expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { startTestService } from '../../packages/service/test/support/service.ts';
import { anna, atReady, checkEveryMs, createHarness } from './harness.ts';
import { form as formOf, nowMs, startRealLoader } from './real-loader.ts';

const paused = refusal('app-paused');

/** Returns a loader that was signed in as anna when a check found the application paused. */
async function atPaused() {
  const harness = await atReady();
  harness.http.on('check', paused);
  await harness.clock.advance(checkEveryMs);
  expect(harness.at('app-paused').suspended?.username).toBe('anna');
  harness.http.sent.length = 0;
  return harness;
}

test('the session continues without a sign-in once the pause ends', async () => {
  const { http, nextRetry, at, changes, handlers, launcher, session } = await atPaused();
  const before = changes();
  for (let tries = 0; tries < 3; tries += 1) await nextRetry();
  expect(changes()).toBe(before);
  at('app-paused');
  http.on('check', { success: true, info: accountInfo('anna') });
  await nextRetry();
  expect(at('ready').account.username).toBe('anna');
  expect(session().nextRetryAt).toBeNull();
  expect(http.types()).toEqual(['check', 'check', 'check', 'check']);
  await handlers.launch({});
  expect(launcher.lines[0]).toContain('"sessionid":"session-1"');
});

test('Check again continues immediately', async () => {
  const { http, at, handlers } = await atPaused();
  expect(await handlers.retry({})).toMatchObject({ ok: true });
  at('app-paused');
  http.on('check', { success: true });
  expect(await handlers.retry({})).toMatchObject({ ok: true });
  at('ready');
  expect(http.types()).toEqual(['check', 'check']);
});

test('Check again shows a changed text of the seller, and keeps the support code of the same one', async () => {
  const { http, at, handlers } = await atPaused();
  const first = at('app-paused').report;
  for (const [message, changes] of [
    ['Back at noon', true],
    ['Back at noon', false],
    ['Back at six', true],
  ] as const) {
    const before = at('app-paused').report;
    http.on('check', refusal('app-paused', { message }));
    await handlers.retry({});
    const { sellerText, reportId } = at('app-paused').report;
    expect(sellerText).toBe(message);
    expect(reportId !== before.reportId).toBe(changes);
  }
  expect(first.sellerText).not.toBe('Back at six');
});

test('Launch is refused during the pause, and starts no program', async () => {
  const { http, at, handlers, launcher } = await atReady();
  http.on('check', paused);
  await handlers.launch({});
  expect(at('app-paused').suspended?.username).toBe('anna');
  expect(launcher.lines).toEqual([]);
  expect(await handlers.launch({})).toMatchObject({ failure: { code: 'out-of-order' } });
  expect(launcher.lines).toEqual([]);
});

test('a pause is found by the check that follows the exit of the program', async () => {
  const { http, at, handlers, launcher, clock } = await atReady();
  await handlers.launch({});
  at('running');
  http.on('check', paused);
  launcher.exit({ exitCode: 0, signal: null });
  await settled();
  await clock.advance(0);
  expect(at('app-paused').suspended?.username).toBe('anna');
});

test.each([
  ['offline', { fault: 'offline' }, 'offline'],
  ['timeout', { fault: 'tls' }, 'tls'],
  ['a busy service', refusal('overloaded', { retryAfter: 5 }), 'overloaded'],
] as const)('a failed check keeps screen and session: %s', async (_name, scripted, code) => {
  const { http, at, handlers, nextRetry } = await atPaused();
  http.on('check', scripted);
  await nextRetry();
  at('app-paused');
  expect(await handlers.retry({})).toMatchObject({ ok: false, failure: { code } });
  at('app-paused');
  http.on('check', { success: true });
  await nextRetry();
  at('ready');
  expect(http.types()).not.toContain('init');
});

test.each(['session-gone', 'not-signed-in'])(
  'the loader signs in again if the service ended the session meanwhile: %s',
  async (reason) => {
    const { http, at, nextRetry, vault } = await atPaused();
    vault.saved = anna;
    http.on('check', refusal(reason));
    await nextRetry();
    expect(at('ready').account.username).toBe('anna');
    expect(http.types()).toEqual(['check', 'init', 'login']);
  },
);

test('the end of the session is reported without a saved sign-in', async () => {
  const { http, at, nextRetry } = await atPaused();
  http.on('check', refusal('session-gone'));
  await nextRetry();
  expect(at('session-ended').username).toBe('anna');
  expect(http.types()).toEqual(['check']);
});

test.each([
  ['banned', 'banned'],
  ['no-subscription', 'no-subscription'],
  ['app-disabled', 'app-disabled'],
] as const)('%s during the pause ends the session', async (reason, kind) => {
  const { http, at, nextRetry, handlers } = await atPaused();
  http.on('check', refusal(reason));
  await nextRetry();
  at(kind);
  http.on('check', { success: true });
  await handlers.retry({});
  expect(http.types()).not.toContain('logout');
  expect(http.types().filter((type) => type === 'check')).toHaveLength(1);
});

test('an answer about another user does not continue the session', async () => {
  const { http, at, handlers } = await atPaused();
  http.on('check', { success: true, info: accountInfo('bob') });
  expect(await handlers.retry({})).toMatchObject({ ok: false, failure: { code: 'bad-reply' } });
  at('app-paused');
});

test.each(['goBack', 'signOut'] as const)('%s ends the session at the service', async (leave) => {
  const { http, at, handlers, clock } = await atPaused();
  http.on('init', paused);
  await handlers[leave]({});
  at('signed-out');
  await clock.advance(0);
  expect(http.types()[0]).toBe('logout');
  expect(http.sent[0]?.params).toMatchObject({ sessionid: 'session-1' });
  http.on('check', { success: true });
  await clock.advance(3_600_000);
  at('signed-out');
  expect(http.types()).not.toContain('check');
});

test('a pause found without a session suspends nothing', async () => {
  const { loader, http, at } = createHarness({ saved: anna });
  http.on('init', paused);
  await loader.start();
  expect(at('app-paused')).not.toHaveProperty('suspended');
});

test('a session continues after its application was paused in the real service', async () => {
  const service = await startTestService({ now: () => nowMs });
  try {
    const user = await service.addUser();
    const loader = await startRealLoader(service);
    await loader.handlers.signIn(formOf(user));
    await service.setApp({ paused: true });
    await loader.handlers.launch({});
    expect(loader.at('app-paused').suspended?.username).toBe(user.username);
    expect(loader.launcher.lines).toEqual([]);
    await service.setApp({ paused: false });
    await loader.handlers.retry({});
    loader.at('ready');
    expect(loader.types.filter((type) => type === 'init' || type === 'login')).toEqual([
      'init',
      'login',
    ]);
    await loader.handlers.launch({});
    loader.at('running');
  } finally {
    await service.close();
  }
});
