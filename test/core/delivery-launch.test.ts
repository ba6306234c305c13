// Which release may be launched under each policy. The loader starts only verified programs.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { refusal } from '../support/fake-http.ts';
import { atProgram, done, newestRun, releaseOf, taskOf } from './delivery-harness.ts';

describe('launching', () => {
  test('starts exactly the verified program', async () => {
    const harness = await atProgram({ installed: 5 });
    expect(await harness.handlers.launch({})).toEqual(done);
    harness.at('running');
    expect(harness.launcher.launchedPrograms).toEqual([
      {
        file: '/home/anna/.local/share/northwind/program/current/app',
        args: ['--windowed'],
        workingFolder: '/home/anna/.local/share/northwind/data',
        folder: '/home/anna/.local/share/northwind/program',
      },
    ]);
    expect(harness.launcher.lines[0]).toContain('"sessionid":"session-1"');
  });

  test('refuses a damaged program, which Repair fixes', async () => {
    const harness = await atProgram({ installed: 5 });
    harness.store.damaged = true;
    expect(await harness.handlers.launch({})).toMatchObject({
      failure: { code: 'program-damaged' },
    });
    harness.at('ready');
    expect(harness.launcher.lines).toEqual([]);
    expect(harness.program().next).toBe('repair');
    await harness.handlers.repairProgram({});
    await settled();
    expect(newestRun(harness).kind).toBe('repair');
    harness.store.completeRun();
    await settled();
    expect(harness.program().next).toBe('launch');
    expect(await harness.handlers.launch({})).toEqual(done);
  });

  test('reports that a folder cannot be checked, not that the program is damaged', async () => {
    const harness = await atProgram({ installed: 5 });
    harness.store.launchProblem = { kind: 'no-space', neededBytes: 4_194_304, freeBytes: 0 };
    expect(await harness.handlers.launch({})).toMatchObject({
      failure: { code: 'disk-full', neededBytes: 4_194_304, freeBytes: 0 },
    });
    harness.at('ready');
    expect(harness.launcher.lines).toEqual([]);
    expect(harness.program().next).toBe('launch');
    harness.store.launchProblem = null;
    expect(await harness.handlers.launch({})).toEqual(done);
  });

  test('asks to accept the shared folder, once, before it retries', async () => {
    const harness = await atProgram({ installed: 5 });
    expect(await harness.handlers.acceptFolder({})).toEqual(done);
    expect(harness.store.accepted).toEqual([]);
    const asked = { folder: 'D:\\Games', cause: 'writable', canAccept: true } as const;
    harness.store.launchProblem = { kind: 'folder-unsafe', ...asked };
    expect(await harness.handlers.launch({})).toMatchObject({
      failure: { code: 'folder-unsafe', ...asked },
    });
    expect(await harness.handlers.acceptFolder({})).toEqual(done);
    expect(await harness.handlers.acceptFolder({})).toEqual(done);
    // The program's folder, not the one above it.
    expect(harness.store.accepted).toEqual([harness.store.folder()]);
    harness.store.launchProblem = { kind: 'folder-unsafe', ...asked, canAccept: false };
    await harness.handlers.launch({});
    await harness.handlers.acceptFolder({});
    expect(harness.store.accepted).toHaveLength(1);
  });

  test('reports a missing program, which can be installed again', async () => {
    const harness = await atProgram({ installed: 5 });
    harness.store.program = null;
    expect(await harness.handlers.launch({})).toMatchObject({
      failure: { code: 'program-missing' },
    });
    expect(harness.launcher.lines).toEqual([]);
    expect(harness.program().next).toBe('install');
  });

  test('delays an installation until the program has ended', async () => {
    const harness = await atProgram({ installed: 4 });
    await harness.handlers.installProgram({});
    await settled();
    const { id } = taskOf(harness);
    await harness.handlers.pauseTask({ id });
    await settled();
    await harness.handlers.launch({});
    harness.at('running');
    await harness.handlers.resumeTask({ id });
    await settled();
    await harness.clock.advance(250);
    expect(taskOf(harness)).toMatchObject({ state: 'running', stage: 'waiting' });
    expect(harness.store.runs).toHaveLength(1);
    harness.launcher.exit({ exitCode: 0, signal: null });
    await settled();
    expect(harness.store.runs).toHaveLength(2);
  });

  test('brings an update that was chosen while the program runs, once it has ended', async () => {
    const harness = await atProgram({ installed: 4 });
    await harness.handlers.launch({});
    harness.at('running');
    expect(await harness.handlers.installProgram({})).toEqual(done);
    await settled();
    expect(harness.store.runs).toHaveLength(0);
    harness.launcher.exit({ exitCode: 0, signal: null });
    await settled();
    expect(harness.store.runs).toHaveLength(1);
  });

  test('allows pausing a task that waits for the program to end', async () => {
    const harness = await atProgram({ installed: 4 });
    await harness.handlers.installProgram({});
    await settled();
    const { id } = taskOf(harness);
    await harness.handlers.pauseTask({ id });
    await harness.handlers.launch({});
    await harness.handlers.resumeTask({ id });
    await settled();
    await harness.handlers.pauseTask({ id });
    await harness.loader.settled();
    expect(taskOf(harness).state).toBe('paused');
  });
});

describe('the policy', () => {
  test('`offered` allows launching the older release', async () => {
    const harness = await atProgram({ installed: 4 });
    expect(harness.program()).toMatchObject({ available: { version: '2.5' }, next: 'launch' });
    expect(await harness.handlers.launch({})).toEqual(done);
  });

  const outdated = { failure: { code: 'program-outdated', version: '2.5' } };

  test('a required release must be installed under every policy', async () => {
    const harness = await atProgram({ installed: 4, offered: releaseOf(5, { required: true }) });
    expect(harness.program().next).toBe('update');
    expect(await harness.handlers.launch({})).toMatchObject(outdated);
    expect(harness.launcher.lines).toEqual([]);
  });

  test.each(['before-launch', 'required'])('`%s` requires the newest release', async (policy) => {
    const harness = await atProgram({ installed: 4, offered: releaseOf(4), config: { policy } });
    expect(harness.program().next).toBe('launch');
    harness.offer(releaseOf(5));
    expect(await harness.handlers.launch({})).toMatchObject(outdated);
    harness.at('ready');
    expect(harness.program().next).toBe('update');
    await harness.handlers.installProgram({});
    await settled();
    harness.store.completeRun();
    await settled();
    expect(await harness.handlers.launch({})).toEqual(done);
  });

  test.each([
    ['before-launch', 'launch'],
    ['required', 'update'],
  ])('`%s` offers after a failed update: %s', async (policy, next) => {
    const harness = await atProgram({ installed: 4, config: { policy } });
    await harness.handlers.installProgram({});
    await settled();
    harness.store.failRun({ kind: 'no-space', neededBytes: 2, freeBytes: 1 });
    await settled();
    expect(harness.program().next).toBe(next);
    const answer = await harness.handlers.launch({});
    expect(answer.ok).toBe(next === 'launch');
  });

  test('`required` starts nothing without an answer', async () => {
    const harness = await atProgram({ installed: 5, config: { policy: 'required' } });
    harness.http.on('release', { fault: 'timeout' });
    expect(await harness.handlers.launch({})).toMatchObject({ failure: { code: 'timeout' } });
    harness.at('ready');
    expect(harness.launcher.lines).toEqual([]);
  });

  test('`before-launch` launches the installed release without an answer', async () => {
    const harness = await atProgram({
      installed: 5,
      offered: releaseOf(5),
      config: { policy: 'before-launch' },
    });
    harness.http.on('release', { fault: 'timeout' });
    expect(await harness.handlers.launch({})).toEqual(done);
    harness.at('running');
  });

  test('`before-launch` requires a release that was offered earlier, even without an answer', async () => {
    const harness = await atProgram({ installed: 4, config: { policy: 'before-launch' } });
    harness.http.on('release', { fault: 'timeout' });
    expect(await harness.handlers.launch({})).toMatchObject(outdated);
    expect(harness.launcher.lines).toEqual([]);
  });

  test.each([
    ['refused', refusal('not-signed-in')],
    ['broken off', { fault: 'broken-off' }],
    ['unreadable', { success: true, release: { sequence: 'x' } }],
  ] as const)('`before-launch` launches nothing if the answer is %s', async (_, answer) => {
    const harness = await atProgram({
      installed: 5,
      offered: releaseOf(5),
      config: { policy: 'before-launch' },
    });
    harness.http.on('release', answer);
    expect((await harness.handlers.launch({})).ok).toBe(false);
    expect(harness.launcher.lines).toEqual([]);
  });

  test('`before-launch` launches nothing after Cancel during the request', async () => {
    const harness = await atProgram({
      installed: 5,
      offered: releaseOf(5),
      config: { policy: 'before-launch' },
    });
    harness.http.on('release', 'never');
    const launched = harness.handlers.launch({});
    await settled();
    await harness.handlers.cancel({});
    expect(await launched).toMatchObject({ ok: false });
    await settled();
    harness.at('ready');
    expect(harness.launcher.lines).toEqual([]);
  });
});
