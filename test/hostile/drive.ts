// The loader's side of a hostile case: the real core with a real Http adapter does what a user
// would, and returns what it showed as plain data. Runs in the test's process and in Electron's
// main process.
import { randomBytes } from 'node:crypto';
import { createLoader, type Loader } from '../../src/main/core/loader.ts';
import { actionLimitMs } from '../../src/main/core/command-runner.ts';
import type { Http } from '@latchkey/client/ports.ts';
import { parseLoaderConfig } from '../../src/shared/config.ts';
import type { FailureCode, Result } from '../../src/shared/failure.ts';
import type { PhaseKind, Session } from '../../src/shared/session.ts';
import { info } from '../core/harness.ts';
import { createFakeClock, type FakeClock, settled } from '../support/fake-clock.ts';
import { noDesktop } from '../support/fake-desktop.ts';
import { createFakeHardware } from '../support/fake-hardware.ts';
import { createFakeLauncher } from '../support/fake-launcher.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { createFakeSystemNotices } from '../support/fake-system-notices.ts';
import { createFakeLog } from '../support/fake-log.ts';
import { createFakeVault } from '../support/fake-vault.ts';
import { createFakeView } from '../support/fake-view.ts';

/** The user's action that a case attacks. All earlier actions succeed. */
export type Stage = 'start' | 'sign-in' | 'code' | 'redeem' | 'launch';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface Plan {
  readonly moment: Stage;
  /** `service` of the configuration. */
  readonly service: object;
  readonly as: Credentials;
  readonly code: string;
  readonly key: string;
  /** Unix milliseconds of this computer. */
  readonly nowMs: number;
}

export interface Seen {
  readonly phase: PhaseKind;
  /** The failure on the screen, or else that of the last command. */
  readonly failure: FailureCode | null;
  /** The trust that the footer shows. */
  readonly trust: NonNullable<Session['trust']>['kind'] | null;
  /** Every phase that was published. */
  readonly walked: readonly PhaseKind[];
  readonly receipts: number;
  /** What programs were started with. */
  readonly launched: readonly string[];
  readonly log: string;
  readonly published: string;
}

export interface Driven {
  readonly seen: () => Seen;
  /** Continues without interference: launches if the launch was attacked, else signs in. */
  readonly again: (as: Credentials) => Promise<Seen>;
  readonly stop: () => void;
}

/** `stuck`: resolves when only a time limit can end the case; null: the case ends without one. */
export async function drive(http: Http, plan: Plan, stuck: Promise<void> | null): Promise<Driven> {
  const { loader, clock, ...look } = buildLoader(http, plan);
  const { handlers } = loader;
  let last: Result<unknown> = { ok: true, value: null };
  let receipts = 0;
  const run = async (work: Promise<Result<unknown>>) => void (last = await work);
  const signIn = ({ username, password }: Credentials) =>
    run(Promise.resolve(handlers.signIn({ username, password, remember: false })));
  const redeem = async () => {
    await run(Promise.resolve(handlers.redeem({ username: plan.as.username, key: plan.key })));
    if (last.ok) receipts += 1;
  };
  const deeds: Readonly<Record<Stage, () => Promise<void>>> = {
    start: () => loader.start(),
    'sign-in': () => signIn(plan.as),
    code: () => run(Promise.resolve(handlers.submitCode({ code: plan.code }))),
    redeem,
    launch: () => run(Promise.resolve(handlers.launch({}))),
  };
  if (plan.moment !== 'start') await loader.start();
  if (plan.moment === 'code' || plan.moment === 'launch') await signIn(plan.as);
  const done = deeds[plan.moment]();
  if (stuck !== null) {
    await stuck;
    await clock.advance(actionLimitMs);
  }
  await done;
  await settled();
  const seen = (): Seen => ({ ...look.seen(last), receipts });
  return {
    seen,
    async again(as) {
      const { kind } = look.session().phase;
      if (plan.moment === 'launch' && kind === 'ready') await deeds.launch();
      else {
        if (kind !== 'signed-out') await handlers.goBack({});
        await signIn(as);
      }
      return seen();
    },
    stop: loader.stop,
  };
}

interface Built {
  readonly loader: Loader;
  readonly clock: FakeClock;
  readonly session: () => Session;
  readonly seen: (last: Result<unknown>) => Omit<Seen, 'receipts'>;
}

function buildLoader(http: Http, { service, nowMs }: Plan): Built {
  const parsed = parseLoaderConfig(
    JSON.stringify({
      service,
      brand: { name: 'Northwind Studio', color: '#4f46e5' },
      launch: { path: 'app' },
    }),
  );
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  const log = createFakeLog();
  const launcher = createFakeLauncher();
  const clock = createFakeClock(nowMs);
  const view = createFakeView();
  const loader = createLoader({
    config: parsed.config,
    info,
    http,
    clock,
    launcher,
    log,
    hardware: createFakeHardware(),
    vault: createFakeVault(),
    view,
    randomHex: () => randomBytes(32).toString('hex'),
    startNotices: [],
    state: createFakeLocalState(),
    systemNotices: createFakeSystemNotices(),
    guessesOf: () => Promise.resolve(Infinity),
    desktop: noDesktop,
    delivery: null,
  });
  const session = (): Session => {
    const got = loader.handlers.getSession({});
    if (got instanceof Promise || !got.ok) throw new Error('getSession answers at once');
    return got.value;
  };
  return {
    loader,
    clock,
    session,
    seen: (last) => {
      const { phase, trust } = session();
      const shown = 'failure' in phase ? (phase.failure?.code ?? null) : null;
      return {
        phase: phase.kind,
        failure: shown ?? (last.ok ? null : last.failure.code),
        trust: trust?.kind ?? null,
        walked: view.published.map((one) => one.phase.kind),
        launched: [...launcher.lines],
        log: log.text(),
        published: JSON.stringify(view.published),
      };
    },
  };
}
