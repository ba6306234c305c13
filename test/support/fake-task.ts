// A fake task. Tests control its progress and its end; the abort signal does not end it.
import type { TaskRun, TaskWork } from '../../src/main/core/tasks.ts';
import type { Result } from '../../src/shared/failure.ts';
import type { TaskKind } from '../../src/shared/program.ts';

export interface FakeRun extends TaskRun {
  readonly end: (answer: Result<null>) => void;
  readonly rejectWith: (error: Error) => void;
}

export interface FakeTask extends TaskWork {
  readonly runs: readonly FakeRun[];
  readonly newest: () => FakeRun;
  readonly discarded: () => number;
}

export function createFakeTask(kind: TaskKind = 'install'): FakeTask {
  const runs: FakeRun[] = [];
  let discarded = 0;
  return {
    kind,
    runs,
    run: (run) =>
      new Promise((end, rejectWith) => {
        runs.push({ ...run, end, rejectWith });
      }),
    newest: () => {
      const run = runs.at(-1);
      if (run === undefined) throw new Error('no run has begun');
      return run;
    },
    discard: () => {
      discarded += 1;
      return Promise.resolve();
    },
    discarded: () => discarded,
  };
}
