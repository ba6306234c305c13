// A buyer's computers with the real core of the loader: opened, used, put to sleep and killed.
import { createLoader, type Loader } from '../../src/main/core/loader.ts';
import { readDeviceId } from '../../src/main/core/device/hardware-id.ts';
import { parseLoaderConfig } from '../../src/shared/config.ts';
import type { Session } from '../../src/shared/session.ts';
import { info } from '../core/harness.ts';
import { noDesktop } from '../support/fake-desktop.ts';
import { createFakeHardware, type FakeHardware } from '../support/fake-hardware.ts';
import { createFakeLauncher } from '../support/fake-launcher.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { createFakeLog } from '../support/fake-log.ts';
import { createFakeSystemNotices } from '../support/fake-system-notices.ts';
import { createFakeVault } from '../support/fake-vault.ts';
import { createFakeView } from '../support/fake-view.ts';
import type { Buyer } from './buyers.ts';
import { shortHash } from './history.ts';
import { baseUrl, clock, httpOf, randomHex, stackOf } from './people.ts';
import { scheduler, type SimulatedProcess } from './processes.ts';
import { application } from './template.ts';

function hardwareOf(name: string, index: number): FakeHardware {
  const hardware = createFakeHardware();
  const id = `${shortHash(`${name} ${index}`)}-7b1e-4d5a-9f60-2b8c7d1e5a90`;
  return Object.assign(hardware, { values: { osId: id }, install: `${index}`.repeat(64) });
}

/** The device ids of a buyer's two computers, as the loader reads them. */
export function deviceIdsOf(name: string): Promise<string[]> {
  return Promise.all(
    [0, 1].map(async (index) => {
      const reading = await readDeviceId(hardwareOf(name, index), application);
      if (!reading.ok) throw new Error('a fake computer has no device id');
      return reading.deviceId;
    }),
  );
}

/** Answers that prove a right to be signed in. */
const proofs: ReadonlySet<string> = new Set([
  ...['login', 'register', 'license', 'check', 'removecomputer'],
]);

export class Computer {
  readonly buyer: Buyer;
  readonly name: string;
  readonly index: number;
  process: SimulatedProcess | null = null;
  loader: Loader | null = null;
  session: Session | null = null;
  skewMs = 0;
  #step = -1;
  #hasProof = false;
  readonly launcher = createFakeLauncher();
  readonly #vault = createFakeVault();
  readonly #state = createFakeLocalState();

  constructor(buyer: Buyer, index: number) {
    this.buyer = buyer;
    this.index = index;
    this.name = `${buyer.name}/${index}`;
    // The key store takes a while, so that a kill meets it.
    Object.defineProperty(this.#vault, 'gate', {
      get: () => scheduler.delay(scheduler.current().random.int(40_000)),
    });
  }

  get phase(): Session['phase']['kind'] | 'closed' {
    return this.process?.isAlive === true ? (this.session?.phase.kind ?? 'starting') : 'closed';
  }

  get isReadyOnline(): boolean {
    const phase = this.session?.phase;
    return phase?.kind === 'ready' && phase.offline === undefined;
  }

  open(step: number): void {
    this.kill();
    this.#step = step;
    this.#hasProof = false;
    this.session = null;
    const { world } = this.buyer;
    this.process = scheduler.newProcess(`${this.name}@${step}`);
    this.process.skewMs = this.skewMs;
    this.process.run(() => {
      const http = httpOf(
        world,
        () => ({ client: this.name, step: this.#step, ip: '203.0.113.77' }),
        (type, body) => this.#sawAnswer(type, body),
      );
      this.loader = createLoader({
        ...{ config: this.#config(), info, http, clock, randomHex, vault: this.#vault },
        hardware: hardwareOf(this.buyer.name, this.index),
        launcher: this.launcher,
        log: createFakeLog(),
        state: this.#state,
        systemNotices: createFakeSystemNotices(),
        guessesOf: () => Promise.resolve(Infinity),
        desktop: noDesktop,
        startNotices: [],
        delivery: null,
        view: { ...createFakeView(), publish: (session) => this.#published(session) },
      });
      this.#run(this.loader.start());
    });
  }

  kill(): void {
    this.process?.kill();
    this.loader = null;
  }

  /** Lets the user act in the window; opens it first if it is closed. */
  use(step: number, work: (loader: Loader, session: Session) => unknown): void {
    const { process, loader } = this;
    if (process?.isAlive !== true || loader === null) {
      this.open(step);
      return;
    }
    if (process.held !== null || this.session === null) return;
    const { session } = this;
    this.#step = step;
    process.run(() => this.#run(Promise.resolve(work(loader, session))));
  }

  sleep(forMs: number): void {
    const { process } = this;
    if (process?.isAlive !== true) return;
    scheduler.sleep(process, forMs);
    this.buyer.world.history.note(this.name, `sleeps for ${forMs / 1000} s`, 'fault');
    process.run(() => void scheduler.after(0, () => this.loader?.wake('resumed')));
  }

  #run(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.buyer.breaks('the loader does not fail', stackOf(error)));
  }

  #config() {
    const { name, ownerid, version } = application;
    const { publicKey } = this.buyer.world.template;
    const parsed = parseLoaderConfig(
      JSON.stringify({
        service: { name, ownerid, version, baseUrl, publicKey },
        brand: { name: 'Test', color: '#4f46e5' },
        accounts: { keySignIn: true },
        launch: { path: 'app' },
      }),
    );
    if (!parsed.ok) throw new Error(parsed.problems.join('; '));
    return parsed.config;
  }

  #sawAnswer(type: string, body: Uint8Array): void {
    if (proofs.has(type) && Buffer.from(body).includes('"success":true')) this.#hasProof = true;
  }

  #published(session: Session): void {
    const before = this.session?.phase.kind;
    this.session = session;
    const { phase } = session;
    if (phase.kind === before) return;
    const { history } = this.buyer.world;
    const isOffline = phase.kind === 'ready' && phase.offline !== undefined;
    history.note(this.name, `shows ${phase.kind}${isOffline ? ' offline' : ''}`);
    history.count(`shows ${phase.kind}${isOffline ? ' offline' : ''}`);
    if (phase.kind === 'signed-out') this.#hasProof = false;
    if (phase.kind !== 'ready') return;
    const hasPass = this.#vault.list.some(({ offline }) => offline !== undefined);
    if (isOffline ? !hasPass : !this.#hasProof)
      this.buyer.breaks('ready needs a verified answer or a pass', `${this.name} shows ready`);
  }
}
