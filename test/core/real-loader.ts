// Starts the core with real sockets against the real license service, for tests of both together.
import { randomBytes } from 'node:crypto';
import { createNodeHttp } from '@latchkey/client/http-node.ts';
import { createLoader, type LoaderParts } from '../../src/main/core/loader.ts';
import type { Http, HttpOutcome, HttpRequest } from '@latchkey/client/ports.ts';
import { parseLoaderConfig } from '../../src/shared/config.ts';
import type { Phase, PhaseKind, Session } from '../../src/shared/session.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { noDesktop } from '../support/fake-desktop.ts';
import { createFakeHardware } from '../support/fake-hardware.ts';
import { createFakeLauncher } from '../support/fake-launcher.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { createFakeSystemNotices } from '../support/fake-system-notices.ts';
import { createFakeLog } from '../support/fake-log.ts';
import { createFakeVault } from '../support/fake-vault.ts';
import type { TestService } from '../../packages/service/test/support/service.ts';
import type { TestUser } from '../../packages/service/test/support/service-seeds.ts';
import { info } from './harness.ts';

/** The fixed time of loader and service. One-time codes stay valid during a test. */
export const nowMs = Date.UTC(2026, 10, 21, 12, 0, 10);

export type Passing = (request: HttpRequest, send: Http['send']) => Promise<HttpOutcome>;

/** Starts a loader with real sockets against `service`. Its clock starts at `nowMs`. */
export async function startRealLoader(
  service: TestService,
  overrides: object = {},
  kept: Parameters<typeof createFakeVault>[0] = null,
  /** Fields of the configuration other than `service`. */
  more: object = {},
  /** Replaces the new computer and the new saved state. */
  own: Partial<Pick<LoaderParts, 'hardware' | 'state' | 'updates'>> = {},
) {
  const http = createNodeHttp();
  let passing: Passing = (request, send) => send(request);
  const types: string[] = [];
  const wire: Http = {
    send(request) {
      const query = new URLSearchParams(request.body ?? new URL(request.url).search);
      types.push(query.get('type') ?? '');
      return passing(request, http.send);
    },
  };
  const parsed = parseLoaderConfig(
    JSON.stringify({
      service: {
        ...service.app,
        sellerkey: undefined,
        baseUrl: service.url,
        publicKey: service.publicKey,
        ...overrides,
      },
      brand: { name: 'Test', color: '#4f46e5' },
      accounts: { keySignIn: true, lostKey: true },
      announcementVariable: 'news',
      launch: { path: 'app' },
      ...more,
    }),
  );
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  const log = createFakeLog();
  const clock = createFakeClock(nowMs);
  const launcher = createFakeLauncher();
  const vault = createFakeVault(kept);
  let seen: (session: Session) => void = () => undefined;
  const loader = createLoader({
    config: parsed.config,
    info,
    http: wire,
    log,
    launcher,
    clock,
    hardware: own.hardware ?? createFakeHardware(),
    vault,
    view: {
      publish: (session) => seen(session),
      openLink: () => Promise.resolve(true),
      saveLanguage: () => undefined,
      readClipboard: () => Promise.resolve(null),
      saveRecoveryCodes: () => Promise.resolve('cancelled'),
      printPage: () => Promise.resolve(true),
      readLicenses: () => Promise.resolve([]),
      restart: () => undefined,
    },
    randomHex: () => randomBytes(32).toString('hex'),
    startNotices: [],
    state: own.state ?? createFakeLocalState(),
    systemNotices: createFakeSystemNotices(),
    guessesOf: () => Promise.resolve(Infinity),
    desktop: noDesktop,
    delivery: null,
    ...(own.updates !== undefined && { updates: own.updates }),
  });
  const session = (): Session => {
    const got = loader.handlers.getSession({});
    if (got instanceof Promise || !got.ok) throw new Error('getSession answers at once');
    return got.value;
  };
  await loader.start();
  return {
    ...loader,
    clock,
    log,
    launcher,
    vault,
    types,
    session,
    phase: () => session().phase,
    at<Kind extends PhaseKind>(kind: Kind) {
      const { phase } = session();
      if (phase.kind !== kind) throw new Error(`phase is ${phase.kind}, not ${kind}`);
      return phase as Extract<Phase, { kind: Kind }>; // just compared
    },
    pass: (by: Passing) => void (passing = by),
    when: (fits: (phase: Phase) => boolean) =>
      new Promise<void>((resolve) => {
        seen = (now) => (fits(now.phase) ? resolve() : undefined);
        if (fits(session().phase)) resolve();
      }),
  };
}

type RealLoader = Awaited<ReturnType<typeof startRealLoader>>;

/** Returns the changes that the screen lists, after the background work that is due. */
export async function listedEvents({ clock, at }: Pick<RealLoader, 'clock' | 'at'>) {
  await clock.advance(0);
  return at('ready').account.events ?? [];
}

export const form = ({ username, password }: TestUser) => ({ username, password, remember: false });
