// Pictures of the managed program: versions, release notes, and each state of a task.
import type { Failure } from '../../src/shared/failure.ts';
import type { Program, Task } from '../../src/shared/program.ts';
import type { Session } from '../../src/shared/session.ts';
import { failureOf, ready } from '../screens/samples.ts';
import { sessionOf } from '../screens/screen-page.ts';
import type { Picture } from './picture.ts';

const quiet = { ...ready, announcement: null } as const;
export const notes =
  'Brushes follow the wind now.\n\n- Opens large pictures twice as fast\n- Quieter colours';

export const installedSample: Program = {
  installed: { version: '2.4', notes: '' },
  available: null,
  size: 214_000_000,
  repairsTo: null,
  next: 'launch',
  folder: '/home/anna/.config/Northwind Studio/program',
  movable: true,
  canShowFolder: true,
};
const newer = { version: '2.5', notes, size: 214_000_000, stored: 96_400_000 };
const none = { installed: null, size: null } as const;

export const runningTask: Task = {
  id: 'task-1',
  kind: 'install',
  state: 'running',
  stage: 'fetching',
  done: 88_000_000,
  total: 214_000_000,
  bytesPerSecond: 12_400_000,
  etaMs: 10_000,
  failure: null,
};
const resting = { bytesPerSecond: null, etaMs: null } as const;

export const programSample: Program = {
  ...installedSample,
  ...none,
  available: newer,
  next: 'install',
};

export function failedTask(failure: Failure): Task {
  return { ...runningTask, ...resting, state: 'failed', failure };
}

function picture(name: string, session: Partial<Session>, act?: Picture['act']): Picture {
  return { name: `program-${name}`, open: { phase: quiet, session }, act };
}

function program(name: string, change: Partial<Program>, act?: Picture['act']): Picture {
  return picture(name, { program: { ...installedSample, ...change } }, act);
}

function task(name: string, change: Partial<Task>, given: Partial<Program> = {}): Picture {
  const tasks = [{ ...runningTask, ...change }];
  return picture(`task-${name}`, { program: { ...programSample, ...given }, tasks });
}

export const withUpdate: Program = { ...installedSample, available: newer };

export const programPictures: readonly Picture[] = [
  program('looking', { ...none, next: 'look' }),
  program('nothing', { ...none, next: 'nothing' }),
  program('install', { ...none, available: newer, next: 'install' }),
  program('install-size-unknown', {
    ...none,
    available: { ...newer, size: null },
    next: 'install',
  }),
  program('launch', {}),
  program('repair', { next: 'repair' }),
  program('repair-updates', { next: 'repair', available: newer, repairsTo: '2.5' }),
  program('newer', { available: newer }),
  program('whats-new', { available: newer }, (page) =>
    page.getByRole('button', { name: "What's new" }).click(),
  ),
  program('updated', { available: newer }, (_page, bridge) => {
    const after = { ...installedSample, installed: { version: '2.5', notes } };
    return bridge.publish(sessionOf(quiet, { revision: 2, program: after }));
  }),
  program('must-update', { available: newer, next: 'update' }),
  program('menu', {}, (page) =>
    page.getByRole('button', { name: 'More about Northwind Studio' }).click(),
  ),
  program('uninstall', {}, async (page) => {
    await page.getByRole('button', { name: 'More about Northwind Studio' }).click();
    await page.getByRole('menuitem', { name: 'Uninstall' }).click();
  }),
  picture('installed', {
    program: installedSample,
    notice: { kind: 'installed', version: '2.4' },
  }),
  picture('uninstalled', {
    program: programSample,
    notice: { kind: 'uninstalled', freedBytes: 214_000_000 },
  }),
  picture('uninstalled-left', {
    program: programSample,
    notice: {
      kind: 'uninstalled',
      freedBytes: 214_000_000,
      remaining: { folder: '/home/anna/Games/Northwind', name: 'current/saves/one', canShow: true },
    },
  }),
  picture('moved-left', {
    program: programSample,
    notice: {
      kind: 'moved',
      remaining: { folder: '/media/disk/Northwind', name: 'current/saves/one', canShow: true },
    },
  }),
  picture('moved-left-unknown', {
    program: programSample,
    notice: {
      kind: 'moved',
      remaining: { folder: '/media/disk/Northwind', name: null, canShow: false },
    },
  }),
  picture('download-removed', {
    program: programSample,
    notice: { kind: 'download-removed', freedBytes: 96_000_000 },
  }),
  task('begins', { ...resting, stage: null, done: 0, total: null }),
  task('looking', { stage: 'looking', done: 1_000_000, total: 3_000_000, ...resting }),
  task('fetching', {}),
  task('verifying', { stage: 'verifying', done: 120_000_000, bytesPerSecond: 240_000_000 }),
  task('held', { ...resting, stage: 'held', done: 0, total: null }),
  task('paused', { ...resting, state: 'paused' }),
  task('update', { kind: 'update' }, withUpdate),
  task('update-paused', { ...resting, kind: 'update', state: 'paused' }, withUpdate),
  task(
    'update-disk-full',
    {
      ...resting,
      kind: 'update',
      state: 'failed',
      failure: failureOf({ code: 'disk-full', neededBytes: 126_000_000, freeBytes: 48_000_000 }),
    },
    withUpdate,
  ),
  task('repair', { kind: 'repair', stage: 'looking' }, { ...installedSample, next: 'repair' }),
  task('move', { kind: 'move', stage: null }, installedSample),
  {
    name: 'program-task-waiting',
    open: {
      phase: { ...quiet, kind: 'running' },
      session: {
        program: withUpdate,
        tasks: [
          { ...runningTask, ...resting, kind: 'update', stage: 'waiting', done: 0, total: null },
        ],
      },
    },
  },
];
