// Tasks and programs that several tests of the home screen show.
import { installedSample, notes, programSample } from '../gallery/program.ts';
import type { Program, Task } from '../../src/shared/program.ts';

/** A task that has just begun. */
export const running: Task = {
  id: 'task-1',
  kind: 'install',
  state: 'running',
  stage: null,
  done: 0,
  total: null,
  bytesPerSecond: null,
  etaMs: null,
  failure: null,
};
export const fetching = {
  stage: 'fetching',
  done: 88_000_000,
  total: 214_000_000,
  bytesPerSecond: 12_400_000,
  etaMs: 10_000,
} as const;
export const paused = { ...fetching, state: 'paused', bytesPerSecond: null, etaMs: null } as const;
export const damaged: Program = { ...installedSample, next: 'repair' };
export const updated: Program = { ...installedSample, installed: { version: '2.5', notes } };

const installing: Task = {
  ...running,
  id: 'task-7',
  done: 1_500_000,
  total: 6_000_000,
  bytesPerSecond: 1_000_000,
  etaMs: 125_000,
};

/** Returns the part of a session with a task, for a program that is not installed yet. */
export const showing = (change: Partial<Task>) => ({
  program: programSample,
  tasks: [{ ...installing, ...change }],
});
