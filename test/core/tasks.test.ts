// Tasks: their progress does not flood the bridge, and they can be paused, resumed and cancelled.
// The fake task ends only when the test ends it, even after an abort.
import { describe, expect, test } from 'vitest';
import { progressEveryMs } from '../../src/main/core/tasks.ts';
import { fail, ok } from '../../src/shared/failure.ts';
import { settled } from '../support/fake-clock.ts';
import { createFakeTask } from '../support/fake-task.ts';
import { failureOf } from '../screens/samples.ts';
import { running } from './task-parts.ts';

const offline = failureOf({ code: 'offline' });

describe('progress', () => {
  test('is published at most four times a second, including the last value', async () => {
    const { view, clock, fake, only } = await running();
    const before = view.published.length;
    for (let step = 1; step <= 10_000; step += 1) {
      fake.newest().progress(step, 20_000);
      if (step % 100 === 0) await clock.advance(10);
    }
    expect(view.published.length - before).toBeLessThanOrEqual(1000 / progressEveryMs);
    expect(view.published.length - before).toBeGreaterThanOrEqual(1000 / progressEveryMs - 1);
    await clock.advance(progressEveryMs);
    expect(only()).toMatchObject({ state: 'running', done: 10_000, total: 20_000 });
  });

  test('includes speed and remaining time, and shows a stall', async () => {
    const { clock, fake, only, view } = await running();
    fake.newest().progress(0, 10_000_000);
    await clock.advance(999);
    expect(only()).toMatchObject({ bytesPerSecond: null, etaMs: null });
    for (let second = 1; second <= 4; second += 1) {
      fake.newest().progress(second * 1_000_000, 10_000_000);
      await clock.advance(1000);
    }
    expect(only().bytesPerSecond).toBeGreaterThan(750_000);
    expect(only().bytesPerSecond).toBeLessThan(1_100_000);
    expect(only().etaMs).toBeGreaterThanOrEqual(6000);
    expect(only().etaMs).toBeLessThan(9000);
    await clock.advance(6000);
    expect(only()).toMatchObject({ done: 4_000_000, bytesPerSecond: 0, etaMs: null });
    const still = view.published.length;
    await clock.advance(60_000);
    expect(view.published.length).toBe(still);
  });

  test('continues after a clock change and after work that starts over', async () => {
    const { clock, fake, only } = await running();
    const go = async (from: number) => {
      for (let second = 0; second < 4; second += 1) {
        fake.newest().progress(from + second * 1000, null);
        await clock.advance(1000);
      }
    };
    await go(0);
    clock.set(clock.now() - 3_600_000);
    await go(4000);
    expect(only().bytesPerSecond).toBeGreaterThan(500);
    await go(0);
    expect(only().bytesPerSecond).toBeGreaterThan(500);
    expect(only()).toMatchObject({ total: null, etaMs: null });
  });

  test('is ignored if a paused run reports it', async () => {
    const { clock, fake, only, handlers, id } = await running();
    fake.newest().progress(5, 10);
    await handlers.pauseTask({ id });
    fake.newest().progress(9, 10);
    await clock.advance(1000);
    expect(only()).toMatchObject({ state: 'paused', done: 5 });
  });
});

describe('a task', () => {
  test('disappears when it is done', async () => {
    const { fake, none, clock } = await running();
    const before = clock.pending();
    fake.newest().end(ok(null));
    await settled();
    none();
    expect(clock.pending()).toBe(before - 1);
    expect(fake.discarded()).toBe(0);
  });

  test('pauses immediately, and resumes only after its run has ended', async () => {
    const { fake, only, handlers, id } = await running();
    fake.newest().progress(3, 10);
    expect(await handlers.pauseTask({ id })).toEqual(ok(null));
    expect(only()).toMatchObject({ state: 'paused', done: 3, bytesPerSecond: null });
    expect(fake.newest().signal.aborted).toBe(true);
    expect(await handlers.pauseTask({ id })).toEqual(ok(null));
    expect(await handlers.resumeTask({ id })).toEqual(ok(null));
    expect(await handlers.resumeTask({ id })).toEqual(ok(null));
    await settled();
    expect(only()).toMatchObject({ state: 'running', done: 3 });
    expect(fake.runs).toHaveLength(1);
    fake.newest().end(fail(failureOf({ code: 'cancelled' })));
    await settled();
    expect(fake.runs).toHaveLength(2);
    expect(only()).toMatchObject({ state: 'running', failure: null });
    fake.newest().end(ok(null));
    await settled();
    expect(fake.runs).toHaveLength(2);
  });

  test('has at most one queued run after any number of pauses and resumes', async () => {
    const { fake, handlers, id } = await running();
    for (let times = 0; times < 1000; times += 1) {
      await handlers.pauseTask({ id });
      await handlers.resumeTask({ id });
    }
    fake.newest().end(fail(offline));
    await settled();
    expect(fake.runs).toHaveLength(2);
  });

  test('is done if it finishes at the moment of the pause', async () => {
    const { fake, none, handlers, id } = await running();
    await handlers.pauseTask({ id });
    fake.newest().end(ok(null));
    await settled();
    none();
  });

  test('shows why it failed, and Resume retries it', async () => {
    const { fake, only, handlers, id } = await running();
    fake.newest().end(fail(offline));
    await settled();
    expect(only()).toMatchObject({ state: 'failed', failure: offline, etaMs: null });
    await handlers.resumeTask({ id });
    await settled();
    expect(only()).toMatchObject({ state: 'running', failure: null });
    expect(fake.runs).toHaveLength(2);
  });

  test('fails if it throws, logs the error, and can be retried', async () => {
    const { fake, only, handlers, id, log } = await running();
    fake.newest().rejectWith(new Error('a defect'));
    await settled();
    const { failure } = only();
    expect(failure).toMatchObject({ code: 'internal' });
    expect(log.text()).toContain(failure?.reportId);
    await handlers.resumeTask({ id });
    await settled();
    expect(fake.runs).toHaveLength(2);
  });

  test('disappears immediately on cancel, and its files are removed after its run', async () => {
    const { fake, none, handlers, id, tasks, only } = await running();
    expect(await handlers.cancelTask({ id })).toEqual(ok(null));
    none();
    expect(fake.newest().signal.aborted).toBe(true);
    await settled();
    expect(fake.discarded()).toBe(0);
    const next = createFakeTask();
    expect(tasks.start(next)).toEqual(ok(null));
    await settled();
    expect(next.runs).toHaveLength(0);
    fake.newest().end(fail(offline));
    await settled();
    expect(fake.discarded()).toBe(1);
    expect(next.runs).toHaveLength(1);
    expect(only().state).toBe('running');
    expect(only().id).not.toBe(id);
  });

  test.each(['paused', 'failed'] as const)('can be cancelled while it is %s', async (state) => {
    const { fake, none, handlers, id, only } = await running();
    if (state === 'paused') await handlers.pauseTask({ id });
    fake.newest().end(fail(offline));
    await settled();
    expect(only().state).toBe(state);
    await handlers.cancelTask({ id });
    await settled();
    none();
    expect(fake.discarded()).toBe(1);
  });

  test('is the only one of its kind, but may run with tasks of other kinds', async () => {
    const { tasks, core } = await running();
    expect(tasks.start(createFakeTask())).toMatchObject({ failure: { code: 'busy' } });
    expect(tasks.start(createFakeTask('repair'))).toEqual(ok(null));
    const { tasks: shown } = core.publisher.session();
    expect(shown.map(({ kind }) => kind)).toEqual(['install', 'repair']);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(2);
  });

  test('rejects commands once it has ended', async () => {
    const { handlers } = await running();
    for (const name of ['pauseTask', 'resumeTask', 'cancelTask'] as const)
      expect(await handlers[name]({ id: 'task-99' })).toMatchObject({
        failure: { code: 'out-of-order' },
      });
  });
});
