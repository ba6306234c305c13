// "Restart now" installs the verified release of the loader. A version that fails twice is not
// offered again.
import { describe, expect, it } from 'vitest';
import { installedOf } from '../support/fake-program-store.ts';
import { anna, checkEveryMs } from './harness.ts';
import {
  finish,
  hourMs,
  newer,
  openLoader as open,
  start,
  update,
  type OpenOptions,
} from './loader-updates-harness.ts';

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
    // SECURITY: the next start must not install it either.
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

describe('the warning of the service', () => {
  const download = 'https://northwind.example/get';
  const warning = { version: '2.0', download, by: 1_800_000_000 };

  async function afterWarning(more: OpenOptions) {
    const opened = open(newer(), more);
    await start(opened);
    if (more.isReplaceable !== false) await finish(opened);
    await opened.handlers.signIn({ ...anna, remember: false });
    opened.http.on('check', { success: true, message: 'ok', update: warning });
    await opened.clock.advance(checkEveryMs);
    return opened;
  }

  it('is not shown if the loader can install the update itself', async () => {
    const opened = await afterWarning({});
    expect(opened.session().notice).toBeNull();
    expect(update(opened)).toMatchObject({ how: 'restart', download: null });
  });

  it('adds its download page if the user must install the update', async () => {
    const opened = await afterWarning({ isReplaceable: false });
    expect(opened.session().notice).toMatchObject({ kind: 'update-soon', download });
    expect(update(opened)).toMatchObject({ how: 'download', download });
    await opened.handlers.dismissNotice({ revision: opened.session().revision });
    expect(await opened.handlers.openLink({ name: 'download' })).toMatchObject({ ok: true });
    expect(opened.view.opened).toEqual([download]);
  });
});
