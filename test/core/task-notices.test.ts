// Notifications and requests for attention at the end of a task, while the user is in another
// window.
import { expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import {
  atProgram,
  newestRun,
  releaseOf,
  taskOf,
  type DeliveryOptions,
} from './delivery-harness.ts';

async function behind(options: DeliveryOptions & { readonly wanted?: boolean } = {}) {
  const state = createFakeLocalState();
  state.change({ systemNotices: options.wanted ?? true });
  const harness = await atProgram({ systemNotices: true, state, ...options });
  harness.systemNotices.isInFront = false;
  return harness;
}

const ended = (task: string, isDone: boolean) => ({ kind: 'task-ended', task, isDone });

test.each([
  ['install', {}],
  ['update', { installed: 4 }],
] as const)(
  '%s: one notification and one request for attention when it is done',
  async (task, options) => {
    const harness = await behind(options);
    await harness.handlers.installProgram({});
    await settled();
    expect(harness.systemNotices.attention()).toBe(0);
    harness.store.completeRun();
    await settled();
    expect(harness.systemNotices.shown).toEqual([ended(task, true)]);
    expect(harness.systemNotices.attention()).toBe(1);
  },
);

test('a failure is reported, and so is the result of a retry', async () => {
  const harness = await behind();
  await harness.handlers.installProgram({});
  await settled();
  harness.store.failRun({ kind: 'older' });
  await settled();
  expect(harness.systemNotices.shown).toEqual([ended('install', false)]);
  await harness.handlers.resumeTask({ id: taskOf(harness).id });
  await settled();
  harness.store.completeRun();
  await settled();
  expect(harness.systemNotices.shown).toEqual([ended('install', false), ended('install', true)]);
});

test('nothing is shown while the window is in front', async () => {
  const harness = await behind();
  harness.systemNotices.isInFront = true;
  await harness.handlers.installProgram({});
  await settled();
  harness.store.completeRun();
  await settled();
  expect(harness.systemNotices.shown).toEqual([]);
});

test('only attention is requested if the user has not turned notifications on', async () => {
  const harness = await behind({ wanted: false });
  await harness.handlers.installProgram({});
  await settled();
  harness.store.completeRun();
  await settled();
  expect(harness.systemNotices.shown).toEqual([]);
  expect(harness.systemNotices.attention()).toBe(1);
});

test.each(['pauseTask', 'cancelTask'] as const)('%s by the user shows nothing', async (command) => {
  const harness = await behind({ offered: releaseOf(6) });
  await harness.handlers.installProgram({});
  await settled();
  const { run } = newestRun(harness);
  await harness.handlers[command]({ id: taskOf(harness).id });
  await settled();
  expect(run.signal.aborted).toBe(true);
  expect(harness.systemNotices.attention()).toBe(0);
});

test('signing out during a task shows nothing', async () => {
  const harness = await behind();
  await harness.handlers.installProgram({});
  await settled();
  await harness.handlers.signOut({});
  await settled();
  expect(harness.systemNotices.shown).toEqual([]);
  expect(harness.systemNotices.attention()).toBe(0);
});
