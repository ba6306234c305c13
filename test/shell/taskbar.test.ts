// The progress on the program's icon in the taskbar or dock.
import { expect, test } from 'vitest';
import { createTaskbar } from '../../src/main/shell/taskbar.ts';
import type { Task } from '../../src/shared/program.ts';

const running: Task = {
  id: 'task-1',
  kind: 'install',
  state: 'running',
  stage: 'fetching',
  done: 0,
  total: null,
  bytesPerSecond: null,
  etaMs: null,
  failure: null,
};

function taskbar() {
  const calls: [number, string | undefined][] = [];
  const window = {
    destroyed: false,
    isDestroyed: () => window.destroyed,
    setProgressBar: (value: number, options?: { readonly mode?: string }) =>
      void calls.push([value, options?.mode]),
  };
  const { show } = createTaskbar(window);
  const showing = (...tasks: readonly Partial<Task>[]) =>
    show({ tasks: tasks.map((task) => ({ ...running, ...task })) });
  return { calls, window, showing };
}

test('shows a task from its start to its end, in steps of one percent', () => {
  const { calls, showing } = taskbar();
  showing({});
  for (const done of [0, 1, 10, 19, 999, 1000]) showing({ done, total: 1000 });
  showing();
  expect(calls).toEqual([
    [2, 'indeterminate'],
    [0, 'normal'],
    [0.01, 'normal'],
    [0.99, 'normal'],
    [1, 'normal'],
    [-1, 'none'],
  ]);
});

test('shows the running task beside a paused one, a failure, and nothing while paused', () => {
  const { calls, showing } = taskbar();
  showing({ state: 'paused', done: 5, total: 10 });
  showing({ state: 'paused' }, { kind: 'move', done: 5, total: 10 });
  showing({ state: 'failed', done: 5, total: 10 });
  expect(calls).toEqual([
    [-1, 'none'],
    [0.5, 'normal'],
    [1, 'error'],
  ]);
});

test('draws nothing on a closed window', () => {
  const { calls, showing, window } = taskbar();
  window.destroyed = true;
  showing({});
  expect(calls).toEqual([]);
});
