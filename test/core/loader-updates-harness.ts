// A loader over fakes that can update itself.
import type { PendingLoaderUpdate, SavedState } from '../../src/main/core/saved-state.ts';
import { settled } from '../support/fake-clock.ts';
import { createFakeLoaderInstaller, pendingSample } from '../support/fake-loader-installer.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { createFakeProgramStore } from '../support/fake-program-store.ts';
import { releaseOf } from './delivery-harness.ts';
import { createHarness, type Harness, type HarnessOptions } from './harness.ts';

export const hourMs = 3_600_000;
/** Returns a release newer than 1.0.9, the version of the loader that `openLoader` starts. */
export const newer = (more: object = {}) =>
  releaseOf(7, { version: '1.1.0', notes: 'Safer.', ...more });

export interface OpenOptions extends HarnessOptions {
  readonly isReplaceable?: boolean;
  readonly pending?: Partial<PendingLoaderUpdate>;
  readonly release?: SavedState['loaderRelease'];
}

export function openLoader(
  offered: object | null = newer(),
  { isReplaceable = true, pending, release = null, ...options }: OpenOptions = {},
) {
  const store = createFakeProgramStore();
  const state = options.state ?? createFakeLocalState();
  if (release !== null) state.change({ loaderRelease: release });
  if (pending !== undefined) state.change({ loaderUpdate: { ...pendingSample, ...pending } });
  const fake = createFakeLoaderInstaller();
  const replacement = { store, installer: fake.installer, saved: () => Promise.resolve(true) };
  const line = { platform: 'linux-x64', channel: 'stable', version: '1.0.9' };
  const updates = { ...line, replacement: isReplaceable ? replacement : null };
  const harness = createHarness({ updates, ...options, state });
  const offer = (release: object | null): void =>
    harness.http.on('release', { success: true, release });
  offer(offered);
  return { ...harness, store, offer, fake, pendingUpdate: () => state.get().loaderUpdate };
}

export type Opened = ReturnType<typeof openLoader>;

export const asked = ({ http }: Harness) =>
  http.sent.filter(({ params }) => params['type'] === 'release');
export const update = ({ session }: Harness) => session().loaderUpdate;

export async function start(opened: Opened): Promise<void> {
  await opened.loader.start();
  await settled();
}

export async function finish({ store }: Opened): Promise<void> {
  store.completeRun();
  await settled();
}
