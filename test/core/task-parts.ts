// Shared by the tests of tasks: a signed-in loader with a running fake task.
import { expect } from 'vitest';
import { assemble } from '../../src/main/core/loader.ts';
import { ok } from '../../src/shared/failure.ts';
import type { Task } from '../../src/shared/program.ts';
import { settled } from '../support/fake-clock.ts';
import { createFakeTask } from '../support/fake-task.ts';
import { anna, createHarness } from './harness.ts';

/** Returns a signed-in loader and its parts. Tests start tasks with them, like commands do. */
async function signedIn() {
  const { parts, view, clock, http, log } = createHarness();
  const { loader, core } = assemble(parts);
  const { handlers } = loader;
  await loader.start();
  await handlers.signIn({ ...anna, remember: false });
  await clock.advance(1000);
  expect(core.publisher.phase().kind).toBe('ready');
  const only = (): Task => {
    const [task, ...others] = core.publisher.session().tasks;
    if (task === undefined || others.length > 0) throw new Error('not one task');
    return task;
  };
  const none = () => expect(core.publisher.session().tasks).toEqual([]);
  return { loader, core, tasks: core.tasks, handlers, view, clock, http, log, only, none };
}

export async function running() {
  const all = await signedIn();
  const fake = createFakeTask();
  expect(all.tasks.start(fake)).toEqual(ok(null));
  await settled();
  return { ...all, fake, id: all.only().id };
}
