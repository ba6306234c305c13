// A sign-in that waits for a session that is being opened in the background has its own time limit.
import { expect, test } from 'vitest';
import { atReady, form } from './harness.ts';

test('a sign-in that waits for a hanging init has its own time limit', async () => {
  const { handlers, http, at, clock } = await atReady();
  http.on('init', 'never');
  await handlers.signOut({});
  await clock.advance(14_000);
  const signingIn = handlers.signIn(form);
  await clock.advance(0);
  http.on('init', { success: true, message: '', sessionid: 'session-9' });
  await clock.advance(1_000);
  expect(await signingIn).toEqual({ ok: true, value: null });
  at('ready');
  expect(http.sent.at(-1)?.params['sessionid']).toBe('session-9');
});

test('a sign-in ends at its own time limit, even after an earlier init', async () => {
  const { handlers, http, at, clock } = await atReady();
  http.on('init', 'never');
  await handlers.signOut({});
  await clock.advance(14_000);
  const signingIn = handlers.signIn(form);
  await clock.advance(14_999);
  at('signed-out');
  await clock.advance(1);
  await signingIn;
  expect(at('unreachable').failure.code).toBe('timeout');
});
