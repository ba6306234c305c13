// The loader's own updates: when it requests them, what it downloads, and when it shows nothing.
import { describe, expect, it } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { refusal, type SignedAnswer } from '../support/fake-http.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { installedOf } from '../support/fake-program-store.ts';
import { anna, createHarness } from './harness.ts';
import {
  asked,
  finish,
  hourMs,
  newer,
  openLoader as open,
  start,
  update,
} from './loader-updates-harness.ts';

describe('a loader that updates itself', () => {
  it('requests a release without a session, and shows it once it is verified', async () => {
    const opened = open();
    await start(opened);
    const [request] = asked(opened);
    expect(request?.params).toMatchObject({
      kind: 'loader',
      channel: 'stable',
      platform: 'linux-x64',
      install: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    });
    expect(request?.params).not.toHaveProperty('sessionid');
    expect(opened.store.runs).toHaveLength(1);
    expect(update(opened)).toBeNull();
    await finish(opened);
    expect(update(opened)).toEqual({
      version: '1.1.0',
      notes: 'Safer.',
      how: 'restart',
      failure: null,
      download: null,
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

  it('requests the release again after about six hours, and follows the new offer', async () => {
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
    // A retracted release is no longer offered to the user.
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

  it('keeps sending requests when the clock of the computer is set back', async () => {
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

  it('offers a release again after the user has manually installed another version', async () => {
    const opened = open(newer(), { release: { sequence: 7, version: '1.1.0' } });
    await start(opened);
    expect(opened.store.runs).toHaveLength(1);
  });

  it('shows nothing if the release cannot be verified, and retries later', async () => {
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

  it('sends one request when the service starts to refuse this version', async () => {
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

  it('sends one request at a start that the service refuses', async () => {
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

  it('aborts a download when it quits, and sends no further request', async () => {
    const opened = open();
    await start(opened);
    opened.loader.stop();
    await opened.loader.settled();
    expect(opened.store.runs[0]?.run.signal.aborted).toBe(true);
    await opened.clock.advance(24 * hourMs);
    expect(asked(opened)).toHaveLength(1);
    expect(update(opened)).toBeNull();
  });

  it('shows a release without downloading it if the package cannot be replaced', async () => {
    const opened = open(newer(), { isReplaceable: false });
    await start(opened);
    expect(opened.store.runs).toEqual([]);
    expect(opened.pendingUpdate()).toBeNull();
    expect(update(opened)).toMatchObject({ version: '1.1.0', how: 'download', failure: null });
    expect(await opened.handlers.updateLoader({})).toMatchObject({
      failure: { code: 'loader-not-updated' },
    });
  });

  it('never sends a request if it cannot be updated', async () => {
    const harness = createHarness();
    await harness.loader.start();
    await harness.clock.advance(24 * hourMs);
    expect(asked(harness)).toEqual([]);
    expect(harness.parts.state.get().install).toBeNull();
  });
});
