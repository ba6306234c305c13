// What each start does with a pending update of the loader: it installs it, counts the attempt,
// rolls it back or leaves it. The attempts for each version are limited.
import { describe, expect, it } from 'vitest';
import {
  confirmLoader,
  installPending,
  settleNewVersion,
  type LoaderInstallParts,
  type VerifiedPackage,
} from '../../src/main/core/flows/loader-install.ts';
import { isHigherVersion } from '../../src/main/core/flows/loader-start.ts';
import type { PendingLoaderUpdate } from '../../src/main/core/saved-state.ts';
import { createFakeLoaderInstaller, pendingSample } from '../support/fake-loader-installer.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { createFakeLog } from '../support/fake-log.ts';
import { createFakeProgramStore, installedOf } from '../support/fake-program-store.ts';

function computer(pending: Partial<PendingLoaderUpdate> | null) {
  const local = createFakeLocalState();
  const loaderUpdate = pending && { ...pendingSample, ...pending };
  local.change({ loaderUpdate, zoom: 120 });
  const saved: (PendingLoaderUpdate | null)[] = [];
  const disk = { isFull: false };
  const state: LoaderInstallParts['state'] = {
    ...local,
    settled() {
      if (!disk.isFull) saved.push(local.get().loaderUpdate);
      return Promise.resolve(!disk.isFull);
    },
  };
  const store = createFakeProgramStore(installedOf({ sequence: 7, version: '1.1.0' }));
  const fake = createFakeLoaderInstaller();
  const log = createFakeLog();
  const { events } = fake;
  /** Returns true if the program ends before its window opens. */
  const start = async (version: string, installer = fake.installer): Promise<boolean> => {
    const parts = { store, installer, state, version, log };
    return (await settleNewVersion(parts)) || (await installPending(parts));
  };
  const update = () => local.get().loaderUpdate;
  return { start, update, state, store, fake, events, saved, disk, log };
}

describe('a start', () => {
  it('opens the window if nothing is pending', async () => {
    const { start, events, saved } = computer(null);
    expect(await start('1.0.9')).toBe(false);
    expect([events, saved]).toEqual([[], []]);
  });

  it('installs a verified release before the window opens', async () => {
    const { start, update, events, saved } = computer({});
    expect(await start('1.0.9')).toBe(true);
    expect(events).toEqual(['prepare', 'place', 'restart']);
    expect(update()).toMatchObject({ stage: 'placed', attempts: 1, starts: 0 });
    // The state is saved before the replacement, with the hash of the kept package.
    expect(saved.map((one) => [one?.stage, one?.attempts, one?.previousSha256])).toEqual([
      ['installing', 1, null],
      ['installing', 1, 'c'.repeat(64)],
      ['placed', 1, 'c'.repeat(64)],
    ]);
  });

  it.each(['1.1.0', '1.2.0'])('forgets a release if version %s already runs', async (version) => {
    const { start, update, events } = computer({});
    expect(await start(version)).toBe(false);
    expect([update(), events]).toEqual([null, []]);
  });

  it('opens the window after a failed attempt, and does not try a third one', async () => {
    const { start, update, events, fake } = computer({});
    fake.cause = 'no-space';
    expect(await start('1.0.9')).toBe(false);
    expect(update()).toMatchObject({ stage: 'ready', attempts: 1 });
    expect(await start('1.0.9')).toBe(false);
    expect(update()).toMatchObject({ stage: 'failed', attempts: 2 });
    fake.cause = null;
    expect(await start('1.0.9')).toBe(false);
    expect(events).toEqual(['prepare', 'prepare']);
    expect(update()).toMatchObject({ stage: 'failed' });
  });

  it('counts an attempt that was killed', async () => {
    const once = computer({ stage: 'installing', attempts: 1 });
    expect(await once.start('1.0.9')).toBe(true);
    expect(once.update()).toMatchObject({ stage: 'placed', attempts: 2 });
    const twice = computer({ stage: 'installing', attempts: 2 });
    expect(await twice.start('1.0.9')).toBe(false);
    expect(twice.events).toEqual([]);
    expect(twice.update()).toMatchObject({ stage: 'failed' });
  });

  it('recognises a replacement that was killed before it was recorded', async () => {
    const { start, update, events } = computer({ stage: 'installing', attempts: 1 });
    expect(await start('1.1.0')).toBe(false);
    expect(update()).toMatchObject({ stage: 'placed', starts: 1 });
    expect(events).toEqual([]);
  });

  it('opens the window if the replacement throws', async () => {
    const { start, update, events, fake } = computer({});
    fake.placeFails = true;
    expect(await start('1.0.9')).toBe(false);
    expect(events).toEqual(['prepare', 'place']);
    expect(update()).toMatchObject({ stage: 'ready', attempts: 1 });
  });

  it('opens the window without an attempt if the attempt cannot be saved', async () => {
    const { start, events, saved, disk, log } = computer({});
    disk.isFull = true;
    expect(await start('1.0.9')).toBe(false);
    expect([events, saved]).toEqual([[], []]);
    expect(log.text()).toContain('not-saved');
    // Control: with free space, the update is installed.
    disk.isFull = false;
    expect(await start('1.0.9')).toBe(true);
    expect(events).toEqual(['prepare', 'place', 'restart']);
  });

  it('replaces nothing if the hash of the kept package cannot be saved', async () => {
    const { start, events, disk, fake } = computer({});
    const { prepare } = fake.installer;
    const filling = {
      ...fake.installer,
      prepare: (from: VerifiedPackage) => {
        disk.isFull = true;
        return prepare(from);
      },
    };
    expect(await start('1.0.9', filling)).toBe(false);
    expect(events).toEqual(['prepare']);
  });

  it('waits for an installer that outlives the program', async () => {
    const { start, update, fake } = computer({});
    fake.isPlacedImmediately = false;
    expect(await start('1.0.9')).toBe(true);
    expect(update()).toMatchObject({ stage: 'installing', attempts: 1 });
    expect(await start('1.1.0')).toBe(false);
    expect(update()).toMatchObject({ stage: 'placed', starts: 1 });
  });

  it.each<[string, Parameters<typeof installedOf>[0], string]>([
    ['of another sequence', { sequence: 6, version: '1.1.0' }, 'other-release'],
    ['of another version', { sequence: 7, version: '1.0.5' }, 'other-release'],
  ])('does not install a release %s than the saved one', async (_what, release, cause) => {
    const { start, store, events, log } = computer({});
    store.program = installedOf(release);
    expect(await start('1.0.9')).toBe(false);
    expect(events).toEqual([]);
    expect(log.text()).toContain(cause);
  });

  it('does not install a changed package', async () => {
    const { start, store, events } = computer({});
    store.damaged = true;
    expect(await start('1.0.9')).toBe(false);
    expect(events).toEqual([]);
  });
});

describe('a new version', () => {
  it('is kept once it has reached its first screen', async () => {
    const { start, update, state } = computer({ stage: 'placed' });
    expect(await start('1.1.0')).toBe(false);
    confirmLoader(state, '1.1.0');
    expect(update()).toBeNull();
    expect(state.get()).toMatchObject({
      loaderRelease: { sequence: 7, version: '1.1.0' },
      zoom: 120,
    });
  });

  it('is rolled back at the fourth start without a first screen', async () => {
    const previousSha256 = 'c'.repeat(64);
    const { start, update, events, state } = computer({ stage: 'placed', previousSha256 });
    for (const starts of [1, 2, 3]) {
      expect(await start('1.1.0')).toBe(false);
      expect(update()).toMatchObject({ stage: 'placed', starts });
    }
    expect(events).toEqual([]);
    expect(await start('1.1.0')).toBe(true);
    expect(events).toEqual(['restore', 'restart']);
    expect(await start('1.0.9')).toBe(false);
    confirmLoader(state, '1.0.9');
    expect(update()).toMatchObject({ stage: 'failed', version: '1.1.0' });
    expect(state.get().loaderRelease).toBeNull();
  });

  it('is rolled back even if it is killed between the record and the replacement', async () => {
    const kept = { stage: 'undoing', previousSha256: 'c'.repeat(64), starts: 3 } as const;
    const before = computer(kept);
    expect(await before.start('1.1.0')).toBe(true);
    expect(before.events).toEqual(['restore', 'restart']);
    const after = computer(kept);
    expect(await after.start('1.0.9')).toBe(false);
    expect(after.events).toEqual([]);
    expect(after.update()).toMatchObject({ stage: 'failed' });
  });

  it.each([['c'.repeat(64), 'd'.repeat(64)] as const, [null, 'd'.repeat(64)] as const])(
    'stays if the previous one was changed or is missing: %s',
    async (previousSha256, kept) => {
      const { start, update, events, fake } = computer({
        stage: 'placed',
        starts: 3,
        previousSha256,
      });
      fake.kept = kept;
      expect(await start('1.1.0')).toBe(false);
      expect(events).not.toContain('restart');
      expect(update()).toMatchObject({ stage: 'failed' });
      // Later starts do not try the rollback again.
      expect(await start('1.1.0')).toBe(false);
      expect(update()).toBeNull();
    },
  );

  it('is no longer recorded as failed once the user has installed it manually', async () => {
    const { start, update } = computer({ stage: 'failed' });
    expect(await start('1.0.9')).toBe(false);
    expect(update()).toMatchObject({ stage: 'failed' });
    expect(await start('1.1.0')).toBe(false);
    expect(update()).toBeNull();
  });

  it('is not confirmed by the version that downloaded it', () => {
    const { state, update } = computer({ stage: 'ready' });
    confirmLoader(state, '1.0.9');
    expect(update()).toMatchObject({ stage: 'ready' });
  });
});

it.each([
  ['1.0.10', '1.0.9', true],
  ['1.0.9', '1.0.9', false],
  ['1.0.8', '1.0.9', false],
  ['2.0.0', '10.0.0', false],
  ['1.0.10-beta', '1.0.9', false],
  ['1.1.0', 'unknown', false],
])('%s is higher than %s: %s', (offered, current, expected) => {
  expect(isHigherVersion(offered, current)).toBe(expected);
});
