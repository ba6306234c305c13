// The result of "Check again" compares everything that the home screen shows.
import { expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { atProgram, releaseOf } from './delivery-harness.ts';
import { accountInfo } from '../support/fake-http.ts';

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
