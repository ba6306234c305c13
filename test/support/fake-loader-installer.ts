// A fake installer of the loader's package, which records its calls.
import type { LoaderInstaller, PreparedPackage } from '../../src/main/core/flows/loader-install.ts';
import type { PendingLoaderUpdate } from '../../src/main/core/saved-state.ts';

export const pendingSample: PendingLoaderUpdate = {
  version: '1.1.0',
  sequence: 7,
  stage: 'ready',
  attempts: 0,
  starts: 0,
  previousSha256: null,
};

export interface FakeLoaderInstaller {
  readonly installer: LoaderInstaller;
  readonly events: string[];
  /** Why `prepare` fails, or null. */
  cause: Extract<PreparedPackage, { ok: false }>['cause'] | null;
  /** Whether `place` throws. */
  placeFails: boolean;
  /** Whether the new package is in place after `place`. */
  isPlacedImmediately: boolean;
  /** The hash of the kept package; null if there is none. */
  kept: string | null;
}

export function createFakeLoaderInstaller(): FakeLoaderInstaller {
  const events: string[] = [];
  const fake: FakeLoaderInstaller = {
    events,
    cause: null,
    placeFails: false,
    isPlacedImmediately: true,
    kept: 'c'.repeat(64),
    installer: {
      prepare() {
        events.push('prepare');
        const { cause, kept, isPlacedImmediately } = fake;
        const place = (): Promise<void> => {
          events.push('place');
          return fake.placeFails ? Promise.reject(new Error('no rename')) : Promise.resolve();
        };
        return Promise.resolve(
          cause === null
            ? { ok: true, previousSha256: kept, isPlacedImmediately, place }
            : { ok: false, cause },
        );
      },
      restore(sha256) {
        events.push('restore');
        return Promise.resolve(sha256 === fake.kept);
      },
      restart: () => void events.push('restart'),
    },
  };
  return fake;
}
