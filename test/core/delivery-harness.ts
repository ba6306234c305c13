// A loader over fakes that installs its program: signed in, with a release offered.
import type { UnfinishedInstall } from '../../src/main/core/delivery/ports.ts';
import { settled } from '../support/fake-clock.ts';
import {
  createFakeProgramStore,
  installedOf,
  type FakeProgramStore,
} from '../support/fake-program-store.ts';
import { anna, createHarness, type Harness, type HarnessOptions } from './harness.ts';

export function releaseOf(sequence: number, more: object = {}) {
  return {
    sequence,
    version: `2.${sequence}`,
    manifestSha256: 'a'.repeat(64),
    manifestSize: 1000,
    manifest: '/api/1.3/content/manifest',
    chunks: '/api/1.3/content/chunks/',
    notes: 'News',
    required: false,
    size: 214_000_000,
    stored: 96_000_000,
    ...more,
  };
}

export interface DeliveryHarness extends Harness {
  readonly store: FakeProgramStore;
  /** Sets the release that the service offers from now on; null if it offers none. */
  readonly offer: (release: object | null) => void;
  readonly program: () => NonNullable<ReturnType<Harness['session']>['program']>;
  /** The folder that the user chooses in the dialog; null if the user cancels. */
  choice: string | null;
  /** The paths that the loader asked the system's file manager to show. */
  readonly shown: readonly string[];
}

export interface DeliveryOptions {
  /** The sequence of the installed release. */
  readonly installed?: number;
  /** The emulated platform of the installed release, if it is one. */
  readonly emulated?: string;
  readonly emulatedPlatform?: string;
  readonly offered?: object | null;
  readonly config?: object;
  readonly systemNotices?: boolean;
  readonly state?: HarnessOptions['state'];
  readonly saved?: HarnessOptions['saved'];
  /** Fields of the configuration other than `delivery`. */
  readonly loader?: object;
  /** The unfinished installation of an earlier run. */
  readonly left?: UnfinishedInstall;
}

export function createDeliveryHarness(options: DeliveryOptions = {}): DeliveryHarness {
  const { installed, offered = releaseOf(5), config, loader = {}, left = null } = options;
  const { systemNotices, state, saved, emulated, emulatedPlatform = null } = options;
  const store = createFakeProgramStore(
    installed === undefined
      ? null
      : {
          ...installedOf({ sequence: installed, version: `2.${installed}` }),
          ...(emulated !== undefined && { emulated }),
        },
  );
  store.unfinished = left;
  let choice: string | null = null;
  const shown: string[] = [];
  const host = {
    store,
    platform: 'linux-x64',
    emulatedPlatform,
    chooseFolder: () => Promise.resolve(choice),
    showFile: (place: string) => void shown.push(place),
  };
  const harness = createHarness({
    config: loader,
    ...(systemNotices === undefined ? {} : { systemNotices }),
    ...(state === undefined ? {} : { state }),
    ...(saved === undefined ? {} : { saved }),
    delivery: { host, ...(config === undefined ? {} : { config }) },
  });
  const offer = (release: object | null): void =>
    harness.http.on('release', { success: true, release });
  offer(offered);
  return {
    ...harness,
    store,
    offer,
    shown,
    program() {
      const { program } = harness.session();
      if (program === null) throw new Error('the snapshot has no program');
      return program;
    },
    get choice() {
      return choice;
    },
    set choice(folder) {
      choice = folder;
    },
  };
}

/** Returns a signed-in loader that has already requested the offered release. */
export async function atProgram(options: DeliveryOptions = {}): Promise<DeliveryHarness> {
  const harness = createDeliveryHarness(options);
  await harness.loader.start();
  await harness.handlers.signIn({ ...anna, remember: false });
  await harness.clock.advance(0);
  await settled();
  harness.at('ready');
  return harness;
}

/** The result of a command that succeeded. */
export const done = { ok: true, value: null };
export const taskOf = ({ session }: DeliveryHarness) => {
  const [task] = session().tasks;
  if (task === undefined) throw new Error('there is no task');
  return task;
};
export const newestRun = ({ store }: DeliveryHarness) => {
  const run = store.runs.at(-1);
  if (run === undefined) throw new Error('no run has begun');
  return run;
};
