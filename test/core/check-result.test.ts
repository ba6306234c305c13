// The result of "Check again" compares everything that the home screen shows.
import { expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { atProgram, releaseOf } from './delivery-harness.ts';
import { accountInfo } from '../support/fake-http.ts';
import { anna } from './harness.ts';
import { finish, newer, openLoader, start, update } from './loader-updates-harness.ts';

const loader = { announcementVariable: 'news' };

async function opened() {
  const harness = await atProgram({ installed: 5, loader });
  harness.http.on('check', { success: true, info: accountInfo('anna') });
  harness.http.on('var', { success: true, message: 'News' });
  await harness.handlers.retry({});
  await settled();
  return harness;
}

test('a check without any news says that nothing has changed', async () => {
  const { handlers, session } = await opened();
  await handlers.retry({});
  expect(session().notice).toMatchObject({ kind: 'checked', changed: false });
});

test('a check that finds a new version says that something has changed', async () => {
  const { handlers, session, offer, store } = await opened();
  offer(releaseOf(6, { manifestSha256: 'b'.repeat(64) }));
  store.downloadBytes = 9;
  await handlers.retry({});
  expect(session().notice).toMatchObject({ kind: 'checked', changed: true });
  expect(session().program?.available).toMatchObject({ version: '2.6' });
  await handlers.retry({});
  expect(session().notice).toMatchObject({ kind: 'checked', changed: false });
});

test('a check names the program, the loader and changed subscriptions', async () => {
  const { handlers, session, offer, http } = await opened();
  offer(releaseOf(6, { manifestSha256: 'b'.repeat(64) }));
  await handlers.retry({});
  const found = { subscriptions: false, program: '2.6', loader: null };
  expect(session().notice).toMatchObject({ kind: 'checked', found });
  const info = accountInfo('anna');
  const expiry = String(Math.floor(Date.UTC(2031, 0, 1) / 1000));
  const subscriptions = [{ subscription: 'Pro', expiry, timeleft: 1, level: '1' }];
  http.on('check', { success: true, info: { ...info, subscriptions } });
  await handlers.retry({});
  expect(session().notice).toMatchObject({ found: { ...found, subscriptions: true } });
});

test('a check asks for a newer loader, which is then downloaded', async () => {
  const opening = openLoader(null, { saved: anna });
  await start(opening);
  opening.http.on('check', { success: true, info: accountInfo('anna') });
  opening.offer(newer());
  await opening.handlers.retry({});
  const found = { subscriptions: false, program: null, loader: '1.1.0' };
  expect(opening.session().notice).toMatchObject({ kind: 'checked', found });
  await finish(opening);
  expect(update(opening)).toMatchObject({ version: '1.1.0', how: 'restart' });
});

test('a check shows a new announcement and says that something has changed', async () => {
  const { handlers, session, http, at } = await opened();
  http.on('var', { success: true, message: 'More news' });
  await handlers.retry({});
  expect(at('ready').announcement?.text).toBe('More news');
  expect(session().notice).toMatchObject({ kind: 'checked', changed: true });
});

test('a failure of the release request replaces the result', async () => {
  const { handlers, session, store, http } = await opened();
  await handlers.uninstallProgram({});
  store.program = null;
  http.on('release', { fault: 'timeout' });
  await handlers.retry({});
  expect(session().notice).toMatchObject({ kind: 'failure', failure: { code: 'timeout' } });
});
