// Running tasks do not block other actions: a sign-out, the end of a session, a launch or quitting.
import { describe, expect, test } from 'vitest';
import { progressEveryMs } from '../../src/main/core/tasks.ts';
import { fail, ok } from '../../src/shared/failure.ts';
import { settled } from '../support/fake-clock.ts';
import { createFakeTask } from '../support/fake-task.ts';
import { failureOf } from '../screens/samples.ts';
import { anna } from './harness.ts';
import { running } from './task-parts.ts';

const offline = failureOf({ code: 'offline' });

describe('a running task', () => {
  test('stops on Sign out, disappears from the same snapshot, and keeps its results', async () => {
    const { core, fake, handlers, view, tasks, only } = await running();
    expect(await handlers.signOut({})).toEqual(ok(null));
    const out = view.published.filter(({ phase }) => phase.kind === 'signed-out').at(-1);
    expect(out?.tasks).toEqual([]);
    const mixed = view.published.filter(
      ({ phase, tasks: shown }) => phase.kind === 'signed-out' && shown.length > 0,
    );
    expect(mixed).toEqual([]);
    expect(fake.newest().signal.aborted).toBe(true);
    fake.newest().end(fail(offline));
    await settled();
    expect(fake.discarded()).toBe(0);
    expect(core.publisher.session().tasks).toEqual([]);
    expect(tasks.start(createFakeTask())).toMatchObject({ failure: { code: 'out-of-order' } });
    await handlers.signIn({ ...anna, remember: false });
    expect(tasks.start(fake)).toEqual(ok(null));
    await settled();
    expect(only().state).toBe('running');
    expect(fake.runs).toHaveLength(2);
  });

  test('stops when the session ends', async () => {
    const { core, fake, handlers, http, none } = await running();
    http.on('check', { success: false, reason: 'session-gone', message: 'text' });
    await handlers.retry({});
    expect(core.publisher.phase().kind).toBe('session-ended');
    none();
    expect(fake.newest().signal.aborted).toBe(true);
  });

  test('runs in parallel with a check, a launch and the running program', async () => {
    const { core, fake, handlers, clock, only } = await running();
    expect(await handlers.retry({})).toEqual(ok(null));
    expect(await handlers.launch({})).toEqual(ok(null));
    expect(core.publisher.phase().kind).toBe('running');
    fake.newest().progress(7, 10);
    await clock.advance(progressEveryMs);
    expect(only()).toMatchObject({ state: 'running', done: 7 });
    expect(fake.newest().signal.aborted).toBe(false);
  });

  test('stops on quit, publishes nothing more, and is awaited', async () => {
    const { loader, fake, tasks, view, clock } = await running();
    const published = view.published.length;
    loader.stop();
    expect(fake.newest().signal.aborted).toBe(true);
    let done = false;
    void loader.settled().then(() => (done = true));
    await clock.advance(10_000);
    expect(done).toBe(false);
    fake.newest().end(fail(offline));
    await settled();
    expect(done).toBe(true);
    expect(fake.discarded()).toBe(0);
    expect(view.published.length).toBe(published);
    expect(tasks.start(createFakeTask())).toMatchObject({ failure: { code: 'out-of-order' } });
  });
});
