// The loader's own updates: when it asks, what it downloads, and that nothing else notices.
import { describe, expect, it } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { refusal, type SignedAnswer } from '../support/fake-http.ts';
import type { PendingLoaderUpdate, SavedState } from '../../src/main/core/saved-state.ts';
import { createFakeLoaderInstaller, pendingSample } from '../support/fake-loader-installer.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { createFakeProgramStore, installedOf } from '../support/fake-program-store.ts';
import { releaseOf } from './delivery-harness.ts';
import { anna, createHarness, type Harness, type HarnessOptions } from './harness.ts';

const hourMs = 3_600_000;
const newer = (more: object = {}) => releaseOf(7, { version: '1.1.0', notes: 'Safer.', ...more });

interface OpenOptions extends HarnessOptions {
  readonly isReplaceable?: boolean;
  readonly pending?: Partial<PendingLoaderUpdate>;
  readonly release?: SavedState['loaderRelease'];
}

function open(
  offered: object | null = newer(),
  { isReplaceable = true, pending, release = null, ...options }: OpenOptions = {},
) {
  const store = createFakeProgramStore();
  const state = options.state ?? createFakeLocalState();
  if (release !== null) state.change({ loaderRelease: release });
  if (pending !== undefined) state.change({ loaderUpdate: { ...pendingSample, ...pending } });
  const fake = createFakeLoaderInstaller();
  const replacement = { store, installer: fake.installer, saved: () => Promise.resolve() };
  const line = { platform: 'linux-x64', channel: 'stable', version: '1.0.9' };
  const updates = { ...line, replacement: isReplaceable ? replacement : null };
  const harness = createHarness({ updates, ...options, state });
  const offer = (release: object | null): void =>
    harness.http.on('release', { success: true, release });
  offer(offered);
  return { ...harness, store, offer, fake, pendingUpdate: () => state.get().loaderUpdate };
}

type Opened = ReturnType<typeof open>;

const asked = ({ http }: Harness) => http.sent.filter(({ params }) => params['type'] === 'release');
const update = ({ session }: Harness) => session().loaderUpdate;

async function start(opened: Opened): Promise<void> {
  await opened.loader.start();
  await settled();
}

async function finish({ store }: Opened): Promise<void> {
  store.completeRun();
  await settled();
}

describe("the loader's own updates", () => {
  it('asks without a session after the start, and shows a release once it is verified', async () => {
    const opened = open();
    await start(opened);
    const [request] = asked(opened);
    expect(request?.params).toMatchObject({
      ...{ kind: 'loader', channel: 'stable', platform: 'linux-x64' },
      install: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    });
    expect(request?.params).not.toHaveProperty('sessionid');
    expect(opened.store.runs).toHaveLength(1);
    expect(update(opened)).toBeNull();
    await finish(opened);
    expect(update(opened)).toEqual({
      ...{ version: '1.1.0', notes: 'Safer.', how: 'restart' },
      ...{ failure: null, download: null },
    });
    expect(opened.fake.events).toEqual([]);
    expect(opened.log.text()).not.toContain(request?.params['install']);
  });

  it('uses the same random id of the installation in every request and run', async () => {
    const state = createFakeLocalState();
    const [first, second] = [open(null, { state }), open(null, { state })];
    await start(first);
    await start(second);
    const ids = [...asked(first), ...asked(second)].map(({ params }) => params['install']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids)).toEqual(new Set([state.get().install]));
  });

  it('asks again after about six hours, and follows what is offered then', async () => {
    const opened = open(null);
    await start(opened);
    expect(opened.store.runs).toEqual([]);
    opened.offer(newer());
    await opened.clock.advance(5.3 * hourMs);
    expect(asked(opened)).toHaveLength(1);
    await opened.clock.advance(1.4 * hourMs);
    expect(asked(opened)).toHaveLength(2);
    await finish(opened);
    expect(update(opened)).toMatchObject({ version: '1.1.0' });
    // A retracted release is not offered to the user any more.
    opened.offer(null);
    await opened.clock.advance(6.7 * hourMs);
    expect(asked(opened)).toHaveLength(3);
    expect(update(opened)).toBeNull();
  });

  it('keeps a verified release when the service does not answer later', async () => {
    const opened = open();
    await start(opened);
    await finish(opened);
    opened.http.on('release', { fault: 'offline' });
    await opened.clock.advance(6.7 * hourMs);
    expect(asked(opened)).toHaveLength(2);
    expect(update(opened)).toMatchObject({ version: '1.1.0' });
    expect(opened.phase().kind).toBe('signed-out');
  });

  it('keeps asking when the clock of the computer is set back', async () => {
    const opened = open(null);
    await start(opened);
    opened.offer(newer());
    opened.clock.set(opened.clock.now() - 365 * 24 * hourMs);
    await opened.clock.advance(6.7 * hourMs);
    expect(asked(opened)).toHaveLength(2);
    await finish(opened);
    expect(update(opened)).toMatchObject({ version: '1.1.0' });
  });

  it('does not download a release again that an earlier run has verified', async () => {
    const opened = open();
    opened.store.program = installedOf({ sequence: 7, version: '1.1.0' });
    await start(opened);
    expect(opened.store.runs).toEqual([]);
    expect(update(opened)).toMatchObject({ version: '1.1.0' });
  });

  it.each(['1.0.9', '1.0.8', '0.9.10', '1.0', '1.0.10-beta', 'next'])(
    'does not download version %s in place of 1.0.9',
    async (version) => {
      const opened = open(newer({ version }));
      await start(opened);
      expect(asked(opened)).toHaveLength(1);
      expect(opened.store.runs).toEqual([]);
      expect(update(opened)).toBeNull();
    },
  );

  it.each(['1.0.10', '1.1.0', '2.0.0'])('downloads version %s', async (version) => {
    const opened = open(newer({ version }));
    await start(opened);
    expect(opened.store.runs).toHaveLength(1);
  });

  it('does not install a release again whose file has an older version', async () => {
    const installed = open(newer(), { release: { sequence: 7, version: '1.0.9' } });
    await start(installed);
    expect(asked(installed)).toHaveLength(1);
    expect(installed.store.runs).toEqual([]);
    const next = open(newer(), { release: { sequence: 6, version: '1.0.9' } });
    await start(next);
    expect(next.store.runs).toHaveLength(1);
  });

  it('offers a release again after the user has installed another version by hand', async () => {
    const opened = open(newer(), { release: { sequence: 7, version: '1.1.0' } });
    await start(opened);
    expect(opened.store.runs).toHaveLength(1);
  });

  it('shows nothing if the release cannot be verified, and tries again later', async () => {
    const opened = open();
    await start(opened);
    opened.store.failRun({ kind: 'not-genuine' });
    await settled();
    expect(update(opened)).toBeNull();
    expect(opened.session().notice).toBeNull();
    expect(opened.log.text()).toContain('not-genuine');
    await opened.clock.advance(6.7 * hourMs);
    expect(opened.store.runs).toHaveLength(2);
    await finish(opened);
    expect(update(opened)).toMatchObject({ version: '1.1.0' });
  });

  it('asks when the service refuses this version, once for each time', async () => {
    const opened = open(null);
    await start(opened);
    expect(asked(opened)).toHaveLength(1);
    opened.http.on('login', refusal('session-gone'));
    opened.http.on('init', refusal('update-required', { version: '1.1.0' }));
    opened.offer(newer());
    await opened.clock.advance(hourMs);
    await opened.handlers.signIn({ ...anna, remember: false });
    opened.at('update-required');
    await settled();
    expect(asked(opened)).toHaveLength(2);
    await finish(opened);
    expect(update(opened)).toMatchObject({ version: '1.1.0' });
    await opened.handlers.retry({});
    opened.at('update-required');
    await settled();
    expect(asked(opened)).toHaveLength(2);
  });

  it('asks once at a start that the service refuses', async () => {
    const opened = open(newer());
    opened.http.on('init', refusal('update-required', { version: '1.1.0' }));
    await start(opened);
    opened.at('update-required');
    expect(asked(opened)).toHaveLength(1);
    await finish(opened);
    expect(update(opened)).toMatchObject({ version: '1.1.0' });
  });

  it.each([
    ['a service without loader releases', refusal('bad-request')],
    ['an unreachable service', { fault: 'offline' } as const],
    ['a malformed offer', { success: true, release: { sequence: 'x' } }],
  ])('stays silent with %s', async (_, answer) => {
    const opened = open();
    opened.http.on('release', answer);
    await start(opened);
    expect(asked(opened)).toHaveLength(1);
    expect(opened.at('signed-out').failure).toBeNull();
    expect(opened.session()).toMatchObject({ notice: null, loaderUpdate: null });
    expect(opened.session().trust).toMatchObject({ kind: 'verified' });
  });

  it('ignores an answer with a wrong signature, and a replayed one', async () => {
    const opened = open(null);
    await start(opened);
    opened.offer(newer());
    let genuine: SignedAnswer | null = null;
    opened.http.tamper((answer) => {
      genuine = answer;
      return { ...answer, body: Buffer.concat([answer.body, Buffer.from(' ')]) };
    });
    await opened.clock.advance(6.7 * hourMs);
    expect(asked(opened)).toHaveLength(2);
    opened.http.tamper((answer) => genuine ?? answer);
    await opened.clock.advance(6.7 * hourMs);
    expect(asked(opened)).toHaveLength(3);
    expect(opened.store.runs).toEqual([]);
    opened.http.tamper(null);
    await opened.clock.advance(6.7 * hourMs);
    expect(opened.store.runs).toHaveLength(1);
  });

  it('stops a download when the loader quits, and asks no more', async () => {
    const opened = open();
    await start(opened);
    opened.loader.stop();
    await opened.loader.settled();
    expect(opened.store.runs[0]?.run.signal.aborted).toBe(true);
    await opened.clock.advance(24 * hourMs);
    expect(asked(opened)).toHaveLength(1);
    expect(update(opened)).toBeNull();
  });

  it('shows a release without downloading it where the package cannot be replaced', async () => {
    const opened = open(newer(), { isReplaceable: false });
    await start(opened);
    expect(opened.store.runs).toEqual([]);
    expect(opened.pendingUpdate()).toBeNull();
    expect(update(opened)).toMatchObject({ version: '1.1.0', how: 'download', failure: null });
    expect(await opened.handlers.updateLoader({})).toMatchObject({
      failure: { code: 'loader-not-updated' },
    });
  });

  it('never asks where the loader cannot be updated', async () => {
    const harness = createHarness();
    await harness.loader.start();
    await harness.clock.advance(24 * hourMs);
    expect(asked(harness)).toEqual([]);
    expect(harness.parts.state.get().install).toBeNull();
  });
});

describe('Restart now', () => {
  async function atReady(more: OpenOptions = {}) {
    const opened = open(newer(), more);
    await start(opened);
    await finish(opened);
    expect(update(opened)).toMatchObject({ how: 'restart' });
    return opened;
  }

  it('installs the verified file and restarts', async () => {
    const opened = await atReady();
    expect(opened.pendingUpdate()).toMatchObject({ version: '1.1.0', sequence: 7, stage: 'ready' });
    expect(await opened.handlers.updateLoader({})).toMatchObject({ ok: true });
    expect(opened.fake.events).toEqual(['prepare', 'place', 'restart']);
    expect(opened.pendingUpdate()).toMatchObject({ stage: 'placed', attempts: 1, starts: 0 });
  });

  it('does nothing before a release is verified, or after it was retracted', async () => {
    const opened = open();
    await start(opened);
    const refused = { failure: { code: 'loader-not-updated' } };
    expect(await opened.handlers.updateLoader({})).toMatchObject(refused);
    await finish(opened);
    opened.offer(null);
    await opened.clock.advance(6.7 * hourMs);
    expect(update(opened)).toBeNull();
    // SECURITY: it is not installed at the next start either.
    expect(opened.pendingUpdate()).toBeNull();
    expect(await opened.handlers.updateLoader({})).toMatchObject(refused);
    expect(opened.fake.events).toEqual([]);
  });

  it('is refused while the program runs', async () => {
    const opened = await atReady();
    await opened.handlers.signIn({ ...anna, remember: false });
    await opened.handlers.launch({});
    opened.at('running');
    expect(await opened.handlers.updateLoader({})).toMatchObject({
      failure: { code: 'out-of-order' },
    });
    expect(opened.fake.events).toEqual([]);
  });

  it('may fail once and work the second time', async () => {
    const opened = await atReady();
    opened.fake.cause = 'not-writable';
    expect(await opened.handlers.updateLoader({})).toMatchObject({
      failure: { code: 'loader-not-updated' },
    });
    expect(update(opened)).toMatchObject({ how: 'restart', failure: null });
    opened.fake.cause = null;
    expect(await opened.handlers.updateLoader({})).toMatchObject({ ok: true });
    expect(opened.fake.events.at(-1)).toBe('restart');
  });

  it('is not offered again after two failed attempts, but the next version is', async () => {
    const opened = await atReady();
    opened.fake.cause = 'not-genuine';
    await opened.handlers.updateLoader({});
    await opened.handlers.updateLoader({});
    const shown = update(opened);
    expect(shown).toMatchObject({ how: 'download', failure: { code: 'loader-not-updated' } });
    expect(opened.log.text()).toContain(shown?.failure?.reportId ?? 'no report');
    const runs = opened.store.runs.length;
    await opened.clock.advance(6.7 * hourMs);
    expect(opened.store.runs).toHaveLength(runs);
    expect(update(opened)).toMatchObject({ how: 'download' });
    expect(opened.fake.events).not.toContain('restart');
    opened.offer(newer({ sequence: 8, version: '1.2.0', manifestSha256: 'd'.repeat(64) }));
    await opened.clock.advance(6.7 * hourMs);
    await finish(opened);
    expect(update(opened)).toMatchObject({ version: '1.2.0', how: 'restart' });
  });

  it('is not offered for a version that failed before this start', async () => {
    const opened = open(newer(), { pending: { stage: 'failed' } });
    await start(opened);
    expect(opened.store.runs).toEqual([]);
    expect(update(opened)).toMatchObject({ how: 'download' });
  });

  it('installs no other release than the one it was saved for', async () => {
    const opened = await atReady();
    opened.store.program = installedOf({ sequence: 6, version: '1.0.5' });
    expect(await opened.handlers.updateLoader({})).toMatchObject({ ok: false });
    expect(opened.fake.events).toEqual([]);
    expect(opened.log.text()).toContain('other-release');
  });
});
