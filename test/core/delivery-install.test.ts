// Installing the program: the task that installs it, and how its failures are reported.
import { describe, expect, test } from 'vitest';
import type { ProgramProblem } from '../../src/main/core/delivery/ports.ts';
import { settled } from '../support/fake-clock.ts';
import { refusal } from '../support/fake-http.ts';
import {
  atProgram,
  done,
  newestRun,
  releaseOf,
  taskOf,
  type DeliveryHarness,
} from './delivery-harness.ts';

describe('installing', () => {
  test('runs as a task in stages, and the program can be launched afterwards', async () => {
    const harness = await atProgram();
    expect(await harness.handlers.installProgram({})).toEqual(done);
    await settled();
    expect(taskOf(harness)).toMatchObject({ kind: 'install', state: 'running', stage: null });
    newestRun(harness).run.progress(10, 100, 'fetching');
    await harness.clock.advance(250);
    expect(taskOf(harness)).toMatchObject({ stage: 'fetching', done: 10, total: 100 });
    harness.store.completeRun();
    await settled();
    expect(harness.session().tasks).toEqual([]);
    expect(harness.program()).toMatchObject({
      installed: { version: '2.5' },
      available: null,
      size: 214_000_000,
      next: 'launch',
    });
    expect(harness.session().notice).toEqual({ kind: 'installed', version: '2.5' });
  });

  test('reports no installation after an update', async () => {
    const harness = await atProgram({ installed: 4 });
    await harness.handlers.installProgram({});
    await settled();
    harness.store.completeRun();
    await settled();
    expect(harness.program().installed).toMatchObject({ version: '2.5' });
    expect(harness.session().notice).toBeNull();
  });

  test('measures the speed of each stage separately', async () => {
    const harness = await atProgram();
    await harness.handlers.installProgram({});
    await settled();
    const { progress } = newestRun(harness).run;
    for (let at = 0; at < 8; at += 1) {
      progress(at * 1000, 100_000, 'fetching');
      await harness.clock.advance(250);
    }
    expect(taskOf(harness).bytesPerSecond).toBe(4000);
    progress(90_000, 100_000, 'verifying');
    await harness.clock.advance(250);
    expect(taskOf(harness)).toMatchObject({ stage: 'verifying', bytesPerSecond: null });
  });

  test('requests the offer in each run, so that a resumed task installs the newest release', async () => {
    const harness = await atProgram();
    await harness.handlers.installProgram({});
    await settled();
    const { id } = taskOf(harness);
    await harness.handlers.pauseTask({ id });
    await settled();
    expect(taskOf(harness).state).toBe('paused');
    expect(harness.store.discarded()).toBe(0);
    harness.offer(releaseOf(6));
    await harness.handlers.resumeTask({ id });
    await settled();
    expect(harness.store.runs.map(({ offer }) => offer.sequence)).toEqual([5, 6]);
  });

  test('renews its download URLs, and gets null if the release is no longer offered', async () => {
    const harness = await atProgram();
    await harness.handlers.installProgram({});
    await settled();
    const { renew } = newestRun(harness).run;
    harness.offer(releaseOf(5, { manifest: '/fresh' }));
    expect(await renew()).toMatchObject({ manifest: '/fresh' });
    harness.offer(null);
    expect(await renew()).toBeNull();
    harness.http.on('release', refusal('session-gone'));
    expect(await renew()).toBeNull();
  });

  test('reports a network that is missing after a sleep as offline, not as a withdrawn release', async () => {
    const harness = await atProgram();
    await harness.handlers.installProgram({});
    await settled();
    const { renew } = newestRun(harness).run;
    harness.http.on('release', { fault: 'offline' });
    expect(await renew()).toBeNull();
    harness.store.failRun({ kind: 'not-offered' });
    await settled();
    expect(taskOf(harness)).toMatchObject({ state: 'failed', failure: { code: 'offline' } });
    harness.offer(releaseOf(5));
    await harness.handlers.resumeTask({ id: taskOf(harness).id });
    await settled();
    expect(await newestRun(harness).run.renew()).not.toBeNull();
    // Control: the service answers, and no longer offers the release.
    harness.offer(null);
    expect(await newestRun(harness).run.renew()).toBeNull();
    harness.store.failRun({ kind: 'not-offered' });
    await settled();
    expect(taskOf(harness)).toMatchObject({ failure: { code: 'program-withdrawn' } });
  });

  test.each(['session-gone', 'no-subscription'] as const)(
    'fails on %s and keeps its chunks, and the next check shows the screen',
    async (reason) => {
      const harness = await atProgram();
      await harness.handlers.installProgram({});
      await settled();
      harness.http.on('release', refusal(reason));
      harness.http.on('check', refusal(reason));
      expect(await newestRun(harness).run.renew()).toBeNull();
      harness.store.failRun({ kind: 'not-offered' });
      await settled();
      expect(taskOf(harness)).toMatchObject({ state: 'failed', failure: { code: reason } });
      await harness.clock.advance(2 * 60_000);
      await settled();
      expect(harness.session().tasks).toEqual([]);
      expect(harness.session().phase.kind).not.toBe('ready');
      expect(harness.store.discarded()).toBe(0);
    },
  );

  test('can be paused while it waits for an answer', async () => {
    const harness = await atProgram();
    harness.http.on('release', 'never');
    await harness.handlers.installProgram({});
    await settled();
    await harness.handlers.pauseTask({ id: taskOf(harness).id });
    await harness.loader.settled();
    expect(taskOf(harness).state).toBe('paused');
    expect(harness.store.runs).toHaveLength(0);
  });

  test('removes the downloaded chunks on Cancel', async () => {
    const harness = await atProgram();
    await harness.handlers.installProgram({});
    await settled();
    await harness.handlers.cancelTask({ id: taskOf(harness).id });
    await settled();
    expect(harness.store.discarded()).toBe(1);
    expect(harness.program().next).toBe('install');
  });

  test.each<[string, (harness: DeliveryHarness) => Promise<unknown>]>([
    ['sign-out', async ({ handlers }) => handlers.signOut({})],
    [
      'the end of the subscription',
      async ({ handlers, http }) => {
        http.on('check', refusal('no-subscription'));
        await handlers.retry({});
      },
    ],
    [
      'quitting',
      ({ loader }) => {
        loader.stop();
        return Promise.resolve();
      },
    ],
  ])('is stopped by %s and keeps verified chunks', async (_, act) => {
    const harness = await atProgram();
    await harness.handlers.installProgram({});
    await settled();
    const { signal } = newestRun(harness).run;
    expect(signal.aborted).toBe(false);
    await act(harness);
    await harness.loader.settled();
    expect(signal.aborted).toBe(true);
    expect(harness.store.discarded()).toBe(0);
  });

  test('rejects a second long task', async () => {
    const harness = await atProgram({ installed: 4 });
    await harness.handlers.installProgram({});
    await settled();
    const busy = { ok: false, failure: { code: 'busy' } };
    expect(await harness.handlers.installProgram({})).toMatchObject(busy);
    expect(await harness.handlers.repairProgram({})).toMatchObject(busy);
    expect(await harness.handlers.uninstallProgram({})).toMatchObject(busy);
    harness.choice = '/elsewhere';
    expect(await harness.handlers.moveProgram({})).toMatchObject(busy);
    expect(await harness.handlers.launch({})).toMatchObject(busy);
    expect(harness.launcher.lines).toEqual([]);
    expect(harness.store.program?.sequence).toBe(4);
  });
});

const folder = { folder: '/f' };
const file = { file: 'a.dll' };

/** The kind of a problem, the code of its failure, and the facts that both have. */
const problems: readonly (readonly [ProgramProblem['kind'], string, object])[] = [
  ['not-offered', 'program-withdrawn', {}],
  ['not-genuine', 'program-not-genuine', {}],
  ['older', 'program-older', {}],
  ['no-space', 'disk-full', { neededBytes: 5, freeBytes: 3 }],
  ['in-use', 'file-in-use', { ...file, program: 'Editor' }],
  ['removed', 'file-removed', file],
  ['read-only', 'folder-read-only', folder],
  ['folder-gone', 'folder-gone', folder],
  ['not-empty', 'folder-not-empty', folder],
  ['path-too-long', 'folder-too-deep', folder],
  ['folder-unsafe', 'folder-unsafe', { ...folder, cause: 'owner', canAccept: false }],
  ['unmovable', 'file-unmovable', file],
  ['other-loader', 'other-loader', { processId: 4312 }],
];
const unreachable = [
  ['offline', 'offline'],
  ['led-away', 'captive-portal'],
  ['server-down', 'server-down'],
] as const;
const cases: readonly (readonly [ProgramProblem, object])[] = [
  ...unreachable.map(([fault, code]) => [{ kind: 'unreachable', fault }, { code }] as const),
  ...problems.map(
    ([kind, code, facts]) => [{ kind, ...facts } as ProgramProblem, { code, ...facts }] as const, // the facts of its kind
  ),
];

test.each(cases)('%o is reported as %o and can be retried', async (problem, failure) => {
  const harness = await atProgram();
  await harness.handlers.installProgram({});
  await settled();
  harness.store.failRun(problem);
  await settled();
  expect(taskOf(harness)).toMatchObject({ state: 'failed', failure });
  await harness.handlers.resumeTask({ id: taskOf(harness).id });
  await settled();
  harness.store.completeRun();
  await settled();
  expect(harness.program().next).toBe('launch');
});
