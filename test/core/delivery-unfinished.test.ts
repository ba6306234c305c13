// An installation that an earlier run left unfinished: it is shown as paused after the next
// sign-in, if it can be resumed.
import { expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { anna } from './harness.ts';
import {
  atProgram,
  createDeliveryHarness,
  done,
  newestRun,
  releaseOf,
  taskOf,
} from './delivery-harness.ts';

const left = { manifestSha256: 'b'.repeat(64), doneBytes: 40, totalBytes: 100 };

test('an unfinished installation is shown as paused and resumes on request', async () => {
  const harness = await atProgram({ left });
  expect(harness.store.runs).toHaveLength(0);
  expect(taskOf(harness)).toMatchObject({
    kind: 'install',
    state: 'paused',
    done: 40,
    total: 100,
    failure: null,
  });
  expect(await harness.handlers.resumeTask({ id: taskOf(harness).id })).toEqual(done);
  await settled();
  expect(newestRun(harness)).toMatchObject({ kind: 'install', offer: { sequence: 5 } });
  harness.store.completeRun();
  await settled();
  expect(harness.session().tasks).toEqual([]);
  expect(harness.program().next).toBe('launch');
});

test('an unfinished update is shown as paused beside Launch', async () => {
  const harness = await atProgram({ installed: 4, left });
  expect(taskOf(harness)).toMatchObject({ kind: 'update', state: 'paused' });
  expect(harness.program()).toMatchObject({ next: 'launch', available: { version: '2.5' } });
  await harness.handlers.resumeTask({ id: taskOf(harness).id });
  await settled();
  expect(newestRun(harness).kind).toBe('install');
});

test('an unfinished repair is shown as paused and marks the program as damaged', async () => {
  const harness = await atProgram({
    installed: 5,
    left: { ...left, manifestSha256: 'a'.repeat(64), totalBytes: null },
  });
  expect(taskOf(harness)).toMatchObject({ kind: 'repair', state: 'paused', total: null });
  expect(harness.program().next).toBe('repair');
  await harness.handlers.resumeTask({ id: taskOf(harness).id });
  await settled();
  expect(newestRun(harness).kind).toBe('repair');
});

test('Cancel removes the unfinished files', async () => {
  const harness = await atProgram({ left });
  await harness.handlers.cancelTask({ id: taskOf(harness).id });
  await settled();
  expect(harness.store.discarded()).toBe(1);
  expect(harness.session().tasks).toEqual([]);
  expect(harness.program().next).toBe('install');
});

test.each([
  ['nothing is offered', { offered: null }],
  ['nothing newer is offered', { installed: 5, offered: releaseOf(5) }],
])('unfinished files are removed with a notice if %s', async (_, options) => {
  const { session, store } = await atProgram({ ...options, left });
  expect(session().tasks).toEqual([]);
  expect(store.discarded()).toBe(1);
  expect(session().notice).toEqual({ kind: 'download-removed', freedBytes: 40 });
});

test('an unfinished installation stays paused if the service does not answer', async () => {
  const harness = createDeliveryHarness({ left });
  harness.http.on('release', { fault: 'offline' });
  await harness.loader.start();
  await harness.handlers.signIn({ ...anna, remember: false });
  await harness.clock.advance(0);
  expect(taskOf(harness)).toMatchObject({ kind: 'install', state: 'paused', done: 40 });
  // Without an answer, the unfinished files stay.
  expect(harness.store.discarded()).toBe(0);
});

test('a cancelled task is not restored by later checks', async () => {
  const harness = await atProgram({ left });
  await harness.handlers.cancelTask({ id: taskOf(harness).id });
  await harness.clock.advance(5 * 60_000);
  expect(harness.session().tasks).toEqual([]);
  await harness.handlers.signOut({});
  await harness.handlers.signIn({ ...anna, remember: false });
  await harness.clock.advance(0);
  await settled();
  expect(taskOf(harness)).toMatchObject({ kind: 'install', state: 'paused' });
});
