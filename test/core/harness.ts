// A loader over fakes, for tests of the core.
import { createLoader, type Loader, type LoaderParts } from '../../src/main/core/loader.ts';
import type { SavedSignIn, SignInMethod, Vault } from '../../src/main/core/ports.ts';
import type { DeliveryHost } from '../../src/main/core/flows/delivery-types.ts';
import { parseLoaderConfig } from '../../src/shared/config.ts';
import type { Handlers } from '../../src/shared/contract.ts';
import type { LoaderInfo } from '../../src/shared/loader-info.ts';
import type { Phase, PhaseKind, Session } from '../../src/shared/session.ts';
import { createFakeClock, type FakeClock, settled } from '../support/fake-clock.ts';
import { noDesktop } from '../support/fake-desktop.ts';
import { createFakeHardware, type FakeHardware } from '../support/fake-hardware.ts';
import { createFakeHttp, fakeOwnerid, fakePublicKey, type FakeHttp } from '../support/fake-http.ts';
import { createFakeLauncher, type FakeLauncher } from '../support/fake-launcher.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { createFakeLog, type FakeLog } from '../support/fake-log.ts';
import { createFakeSystemNotices, type FakeSystemNotices } from '../support/fake-system-notices.ts';
import { createFakeVault, type Credentials, type FakeVault } from '../support/fake-vault.ts';
import { createFakeView, type FakeView } from '../support/fake-view.ts';

export interface Harness {
  readonly loader: Loader;
  readonly parts: LoaderParts;
  readonly handlers: Handlers;
  readonly clock: FakeClock;
  readonly http: FakeHttp;
  readonly hardware: FakeHardware;
  readonly vault: FakeVault;
  readonly launcher: FakeLauncher;
  readonly view: FakeView;
  readonly log: FakeLog;
  readonly systemNotices: FakeSystemNotices;
  readonly session: () => Session;
  readonly phase: () => Phase;
  /** Returns the phase. Throws if it is of another kind. */
  readonly at: <Kind extends PhaseKind>(kind: Kind) => Extract<Phase, { kind: Kind }>;
  /** Counts the changes of phase, notice and step, but not those of trust and the next retry. */
  readonly changes: () => number;
  /** Advances the clock to the announced automatic retry, and lets it run. */
  readonly nextRetry: () => Promise<void>;
  /** Returns the kinds of the phases published so far, without adjacent duplicates. */
  readonly walk: () => PhaseKind[];
}

type GivenParts = Pick<LoaderParts, 'startNotices' | 'updates' | 'checkHost' | 'deviceRecords'>;

export interface HarnessOptions extends Partial<GivenParts> {
  readonly service?: object;
  readonly config?: object;
  readonly saved?: Credentials | SignInMethod | readonly SavedSignIn[];
  /** Replaces the key store in memory. */
  readonly vault?: Vault;
  /** The host's part of the delivery, and fields of the configuration's `delivery`. */
  readonly delivery?: { readonly host: DeliveryHost; readonly config?: object };
  /** The saved state of an earlier run. */
  readonly state?: LoaderParts['state'];
  /** Whether this computer supports desktop notifications. */
  readonly systemNotices?: boolean;
  /** The estimated number of guesses for every password. */
  readonly guesses?: number;
  /** By default, the host is a browser, in which nothing can be set. */
  readonly desktop?: LoaderParts['desktop'];
  /** This computer's clock minus the service's. */
  readonly clockOffsetMs?: number;
}

/** The default interval. Checks run up to a tenth earlier. */
export const checkEveryMs = 120_000;

export const anna = { username: 'anna', password: 'open sesame 7' } as const;
export const form = { ...anna, remember: false } as const;

export function createHarness(options: HarnessOptions = {}): Harness {
  const clock = createFakeClock();
  const http = createFakeHttp(() => clock.now() - (options.clockOffsetMs ?? 0));
  const hardware = createFakeHardware();
  const vault = createFakeVault(options.saved ?? null);
  const launcher = createFakeLauncher();
  const view = createFakeView();
  const log = createFakeLog();
  const systemNotices = createFakeSystemNotices(options.systemNotices ?? false);
  let reports = 0;
  const randomHex = (): string =>
    (reports += 1).toString(16).padStart(64, '0').split('').reverse().join('');
  const config = configOf(options);
  const parts: LoaderParts = {
    config,
    info,
    ...{ http, clock, hardware },
    vault: options.vault ?? vault,
    ...{ launcher, view, log, randomHex },
    startNotices: options.startNotices ?? [],
    state: options.state ?? createFakeLocalState(),
    systemNotices,
    guessesOf: () => Promise.resolve(options.guesses ?? Infinity),
    desktop: options.desktop ?? noDesktop,
    delivery: options.delivery?.host ?? null,
    ...(options.updates !== undefined && { updates: options.updates }),
    ...(options.checkHost !== undefined && { checkHost: options.checkHost }),
    ...(options.deviceRecords !== undefined && { deviceRecords: options.deviceRecords }),
  };
  const loader = createLoader(parts);
  const session = (): Session => {
    const got = loader.handlers.getSession({});
    if (got instanceof Promise || !got.ok) throw new Error('getSession answers at once');
    return got.value;
  };
  return {
    loader,
    parts,
    handlers: loader.handlers,
    clock,
    http,
    hardware,
    vault,
    launcher,
    view,
    log,
    systemNotices,
    session,
    phase: () => session().phase,
    at(kind) {
      const { phase } = session();
      if (phase.kind !== kind) throw new Error(`phase is ${phase.kind}, not ${kind}`);
      return phase as Extract<Phase, { kind: typeof kind }>; // just compared
    },
    nextRetry: async () => {
      const { nextRetryAt } = session();
      if (nextRetryAt === null) throw new Error('no try is announced');
      await clock.advance(nextRetryAt - clock.now());
      await settled();
    },
    changes: () => {
      const drawn = view.published.map(({ phase, notice, step }) =>
        JSON.stringify({ phase, notice, step }),
      );
      return drawn.filter((one, index) => one !== drawn[index - 1]).length;
    },
    walk: () =>
      view.published
        .map(({ phase }) => phase.kind)
        .filter((kind, index, all) => kind !== all[index - 1]),
  };
}

function configOf({ service, config, delivery }: HarnessOptions) {
  const whole = {
    service: {
      baseUrl: 'https://licenses.example/root',
      name: 'Northwind Studio',
      ownerid: fakeOwnerid,
      version: '1.0',
      publicKey: fakePublicKey,
      ...service,
    },
    brand: { name: 'Northwind Studio', color: '#4f46e5' },
    accounts: { keySignIn: true, lostKey: true },
    deviceRequest: { webid: 'hook-1' },
    supportLog: true,
    ...(delivery === undefined
      ? { launch: { path: 'app' } }
      : { delivery: { publisherKeys: ['c'.repeat(64)], ...delivery.config } }),
    ...config,
  };
  const parsed = parseLoaderConfig(JSON.stringify(whole));
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  return parsed.config;
}

export const info: LoaderInfo = {
  brand: {
    name: 'Northwind Studio',
    color: '#4f46e5',
    colorDark: null,
    tagline: null,
    price: null,
    logo: null,
    cover: null,
  },
  service: { host: 'licenses.example' },
  links: {},
  ...{ loaderVersion: '1.0', commit: null },
  keyPattern: null,
  remember: { possible: true },
  language: { offered: ['en', 'de'], byDefault: null, current: 'en' },
  accounts: {
    redeem: true,
    register: true,
    keySignIn: true,
    ...{ forgot: true, lostKey: true },
    changeUsername: true,
    twoFactor: true,
    email: 'off',
  },
  ...{ computer: 'studio-pc', system: 'Linux' },
  ...{ deviceRequest: true, supportLog: true },
  community: { online: true, stats: true, chat: true },
  options: [],
};

/** Returns a started loader that shows the form. */
export async function atForm(options: HarnessOptions = {}): Promise<Harness> {
  const harness = createHarness(options);
  await harness.loader.start();
  harness.at('signed-out');
  return harness;
}

/** Returns a loader that is signed in as anna and has no pending background work. */
export async function atReady(options: HarnessOptions = {}): Promise<Harness> {
  const harness = await atForm(options);
  await harness.handlers.signIn({ ...anna, remember: false });
  await harness.clock.advance(0);
  await settled();
  harness.at('ready');
  return harness;
}

/** Returns a loader that asks for the one-time code. */
export async function atCode(options: HarnessOptions = {}): Promise<Harness> {
  const harness = await atForm(options);
  harness.http.on('login', ({ params }) =>
    params['code'] === undefined
      ? { success: false, reason: 'code-needed', message: '2FA code required.' }
      : params['code'] === '123456'
        ? {
            success: true,
            info: {
              username: params['username'],
              subscriptions: [{ subscription: 'Pro', expiry: 4e9 }],
            },
          }
        : { success: false, reason: 'bad-code', message: 'Invalid 2FA code.' },
  );
  await harness.handlers.signIn({ ...anna, remember: false });
  harness.at('code-needed');
  return harness;
}

/** Returns the failure code after a start, or the kind of phase if it is not `unreachable`. */
export async function failureAfterStart(
  change: (harness: Harness) => void,
  options: HarnessOptions = {},
): Promise<string> {
  const harness = createHarness(options);
  change(harness);
  await harness.loader.start();
  const phase = harness.phase();
  return phase.kind === 'unreachable' ? phase.failure.code : phase.kind;
}
