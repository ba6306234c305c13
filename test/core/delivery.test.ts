// Bringing the program: what is offered, and the work that installs it.
import { describe, expect, test } from 'vitest';
import type { ProgramProblem } from '../../src/main/core/delivery/ports.ts';
import { settled } from '../support/fake-clock.ts';
import { refusal } from '../support/fake-http.ts';
import { atReady } from './harness.ts';
import {
  atProgram,
  createDeliveryHarness,
  done,
  newestRun,
  releaseOf,
  taskOf,
  type DeliveryHarness,
} from './delivery-harness.ts';

describe('what is there', () => {
  test('is asked for once somebody is signed in, for this platform and channel', async () => {
    const harness = createDeliveryHarness({ config: { channel: 'beta' } });
    expect(harness.program().next).toBe('look');
    await harness.loader.start();
    expect(harness.http.types()).not.toContain('release');
    await harness.handlers.signIn({ username: 'anna', password: 'x', remember: false });
    await harness.clock.advance(0);
    const asked = harness.http.sent.find(({ params }) => params['type'] === 'release');
    expect(asked?.params).toMatchObject({ platform: 'linux-x64', channel: 'beta' });
    expect(asked?.params['challenge']).toBeTruthy();
    expect(harness.program()).toMatchObject({
      installed: null,
      available: { version: '2.5', notes: 'News', size: 214_000_000, stored: 96_000_000 },
      size: null,
      next: 'install',
    });
  });

  test('nothing offered, nothing installed: nothing to do', async () => {
    const { program } = await atProgram({ offered: null });
    expect(program().next).toBe('nothing');
  });

  test.each([4, 5])('what is offered as %i is no news for who has 5', async (sequence) => {
    const { program } = await atProgram({ installed: 5, offered: releaseOf(sequence) });
    expect(program()).toMatchObject({ available: null, next: 'launch', size: 214_000_000 });
  });

  test('news comes with the checks, and with Retry', async () => {
    const harness = await atProgram({ installed: 5, offered: releaseOf(5) });
    harness.offer(releaseOf(6));
    await harness.clock.advance(5 * 60_000);
    expect(harness.program().available).toMatchObject({ version: '2.6' });
    harness.offer(releaseOf(7));
    await harness.handlers.retry({});
    expect(harness.program().available).toMatchObject({ version: '2.7' });
  });

  test('trouble is told where nothing can be done without an answer, and only there', async () => {
    const first = createDeliveryHarness();
    first.http.on('release', { fault: 'offline' });
    await first.loader.start();
    await first.handlers.signIn({ username: 'anna', password: 'x', remember: false });
    await first.clock.advance(0);
    expect(first.session().notice).toMatchObject({ failure: { code: 'offline' } });
    expect(first.program().next).toBe('nothing');
    const second = createDeliveryHarness({ installed: 5 });
    second.http.on('release', { fault: 'offline' });
    await second.loader.start();
    await second.handlers.signIn({ username: 'anna', password: 'x', remember: false });
    await second.clock.advance(0);
    expect(second.session().notice).toBeNull();
    expect(second.program().next).toBe('launch');
  });

  test('is nothing of the next user', async () => {
    const harness = await atProgram();
    expect(harness.program().next).toBe('install');
    await harness.handlers.signOut({});
    await settled();
    expect(harness.program()).toMatchObject({ available: null, next: 'look' });
  });

  test('without `delivery` there is no program in the snapshot, and nobody asks for one', async () => {
    const { session, http, handlers } = await atReady();
    expect(session().program).toBeNull();
    expect(http.types()).not.toContain('release');
    expect(await handlers.installProgram({})).toMatchObject({ failure: { code: 'out-of-order' } });
  });
});

describe('a service that lies', () => {
  test.each([
    ['another host', { manifest: '@evil.example/x' }],
    ['a host of its own', { chunks: '//evil.example/' }],
    ['a whole address', { manifest: 'https://evil.example/' }],
    ['a way out', { chunks: '/api/../../x/' }],
    ['no hash', { manifestSha256: 'A'.repeat(64) }],
    ['too large a manifest', { manifestSize: 17 * 1024 * 1024 }],
    ['a size below nothing', { size: -1 }],
    ['half a byte', { stored: 0.5 }],
    ['no sequence', { sequence: 1.5 }],
    ['sequence 0', { sequence: 0 }],
    ['a version that hides', { version: '2.\u202e0' }],
    ['too long a text', { notes: 'x'.repeat(10_001) }],
  ])('is not believed: %s', async (_, more) => {
    const harness = await atProgram({ offered: releaseOf(5, more) });
    expect(harness.program()).toMatchObject({ available: null, next: 'nothing' });
    expect(harness.session().notice).toMatchObject({ failure: { code: 'bad-reply' } });
    expect(harness.store.runs).toHaveLength(0);
  });

  test('an answer to another question is refused', async () => {
    const harness = await atProgram({ installed: 4, offered: releaseOf(4) });
    harness.offer(releaseOf(6));
    harness.http.tamper((answer) => ({ ...answer, body: Buffer.from('{"success":true}') }));
    await harness.handlers.retry({});
    expect(harness.program().available).toBeNull();
  });

  test('the text is shown without what hides or reorders', async () => {
    const { program } = await atProgram({ offered: releaseOf(5, { notes: 'a\u202eb\n\n\n\nc' }) });
    expect(program().available?.notes).toBe('a b\n\nc');
  });
});

describe('installing', () => {
  test('is a task with its stages, and then it can be launched', async () => {
    const harness = await atProgram();
    expect(await harness.handlers.installProgram({})).toEqual(done);
    await settled();
    expect(taskOf(harness)).toMatchObject({ kind: 'install', state: 'running', stage: null });
    newestRun(harness).run.progress(10, 100, 'fetching');
    await harness.clock.advance(250);
    expect(taskOf(harness)).toMatchObject({ stage: 'fetching', done: 10, total: 100 });
    harness.store.bringWhole();
    await settled();
    expect(harness.session().tasks).toEqual([]);
    expect(harness.program()).toMatchObject({
      installed: { version: '2.5' },
      available: null,
      size: 214_000_000,
      next: 'launch',
    });
  });

  test('each stage has a speed of its own', async () => {
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

  test('each run asks anew what is offered: pause and resume bring the newest', async () => {
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

  test('fresh addresses are asked for while it goes on; null where it is offered no more', async () => {
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

  test('after a sleep, a network that is not back is told as that and not as a withdrawal', async () => {
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
    // Asked, and answered: it is.
    harness.offer(null);
    expect(await newestRun(harness).run.renew()).toBeNull();
    harness.store.failRun({ kind: 'not-offered' });
    await settled();
    expect(taskOf(harness)).toMatchObject({ failure: { code: 'program-withdrawn' } });
  });

  test.each(['session-gone', 'no-subscription'] as const)(
    'where the service says %s in the middle, the task says so, the next check brings its screen, and what was fetched stays',
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

  test('an answer that never comes does not hold a pause', async () => {
    const harness = await atProgram();
    harness.http.on('release', 'never');
    await harness.handlers.installProgram({});
    await settled();
    await harness.handlers.pauseTask({ id: taskOf(harness).id });
    await harness.loader.settled();
    expect(taskOf(harness).state).toBe('paused');
    expect(harness.store.runs).toHaveLength(0);
  });

  test('Cancel removes what was fetched', async () => {
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
  ])('%s stops it and keeps what is verified', async (_, act) => {
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

  test('one piece of long work at a time', async () => {
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

const problems: readonly (readonly [ProgramProblem, object])[] = [
  [{ kind: 'unreachable', fault: 'offline' }, { code: 'offline' }],
  [{ kind: 'unreachable', fault: 'led-away' }, { code: 'captive-portal' }],
  [{ kind: 'unreachable', fault: 'server-down' }, { code: 'server-down' }],
  [{ kind: 'not-offered' }, { code: 'program-withdrawn' }],
  [{ kind: 'not-genuine' }, { code: 'program-not-genuine' }],
  [{ kind: 'older' }, { code: 'program-older' }],
  [
    { kind: 'no-space', neededBytes: 5, freeBytes: 3 },
    { code: 'disk-full', neededBytes: 5, freeBytes: 3 },
  ],
  [
    { kind: 'read-only', folder: '/f' },
    { code: 'folder-read-only', folder: '/f' },
  ],
  [
    { kind: 'in-use', file: 'a.dll', program: 'Editor' },
    { code: 'file-in-use', file: 'a.dll', program: 'Editor' },
  ],
  [
    { kind: 'removed', file: 'a.dll' },
    { code: 'file-removed', file: 'a.dll' },
  ],
  [
    { kind: 'folder-gone', folder: '/f' },
    { code: 'folder-gone', folder: '/f' },
  ],
  [
    { kind: 'not-empty', folder: '/f' },
    { code: 'folder-not-empty', folder: '/f' },
  ],
  [{ kind: 'other-loader' }, { code: 'other-loader' }],
];

test.each(problems)('%o is told as %o, and can be tried again', async (problem, failure) => {
  const harness = await atProgram();
  await harness.handlers.installProgram({});
  await settled();
  harness.store.failRun(problem);
  await settled();
  expect(taskOf(harness)).toMatchObject({ state: 'failed', failure });
  await harness.handlers.resumeTask({ id: taskOf(harness).id });
  await settled();
  harness.store.bringWhole();
  await settled();
  expect(harness.program().next).toBe('launch');
});
