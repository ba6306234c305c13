// Keeps a number of processes running: starts them, replaces those that end, and restarts all
// without downtime. The caller provides the function that starts a process, and the time.
import type { Logger } from 'pino';
import type { Started } from '../announcement.ts';
import type { After } from '../../periodic-work.ts';

export interface Child {
  /** Resolves when the process listens, or with null if it ends before that. */
  readonly started: Promise<Started | null>;
  readonly ended: Promise<unknown>;
  readonly order: (order: 'stop' | 'hand-over') => void;
}

export interface SupervisorParts<C extends Child> {
  readonly count: number;
  readonly start: (number: number, options: { readonly mayMigrate: boolean }) => C;
  /** Must keep the process alive. */
  readonly after: After;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

interface Slot<C> {
  readonly number: number;
  child: C | null;
  startedAtMs: number;
  /** How often in a row the process has ended soon after its start. */
  earlyEnds: number;
  isReplaced: boolean;
  cancelStart: () => void;
}

/** A process that ran for this long did not end because of its start. */
const steadyMs = 60_000;
const maxDelayMs = 30_000;

export class Supervisor<C extends Child> {
  readonly #parts: SupervisorParts<C>;
  readonly #slots: readonly Slot<C>[];
  /** All processes that have not ended, also those that hand over. */
  readonly #alive = new Set<C>();
  #isStopping = false;
  #isRestarting = false;
  #restarts = 0;

  constructor(parts: SupervisorParts<C>) {
    this.#parts = parts;
    this.#slots = Array.from({ length: parts.count }, (_, index) => ({
      number: index + 1,
      child: null,
      startedAtMs: 0,
      earlyEnds: 0,
      isReplaced: false,
      cancelStart: () => {},
    }));
  }

  /** Starts of processes that ended without an order. */
  get restarts(): number {
    return this.#restarts;
  }

  /** The processes that accept connections, or are about to. */
  get current(): readonly C[] {
    return this.#slots.map(({ child }) => child).filter((child) => child !== null);
  }

  /** Starts process 1, then the others. Stops them and returns null unless all listen. */
  async start(): Promise<Started | null> {
    const [first, ...others] = this.#slots;
    if (first === undefined) return null;
    const started = await this.#begin(first, true);
    const all = started && (await Promise.all(others.map((slot) => this.#begin(slot, false))));
    if (all !== null && !all.includes(null) && !this.#isStopping) return started;
    await this.stop();
    return null;
  }

  /** Replaces one process after the other. Ends with the first that cannot be replaced. */
  async restart(): Promise<void> {
    const { log } = this.#parts;
    if (this.#isRestarting) {
      log.warn('The processes are being restarted already');
      return;
    }
    this.#isRestarting = true;
    log.info('Restarting all processes, one after the other');
    for (const slot of this.#slots)
      if (!this.#isStopping && !(await this.#replace(slot))) {
        log.error({ of: slot.number }, 'A new process did not start: the old ones continue');
        this.#isRestarting = false;
        return;
      }
    this.#isRestarting = false;
    if (!this.#isStopping) log.info('All processes were restarted');
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const { cancelStart } of this.#slots) cancelStart();
    for (const child of this.#alive) child.order('stop');
    await Promise.all([...this.#alive].map(({ ended }) => ended));
  }

  async #begin(slot: Slot<C>, mayMigrate: boolean): Promise<Started | null> {
    const child = this.#spawn(slot, mayMigrate);
    this.#adopt(slot, child);
    const started = await child.started;
    if (started !== null) this.#watch(slot, child);
    return started;
  }

  #spawn({ number }: Slot<C>, mayMigrate = false): C {
    const child = this.#parts.start(number, { mayMigrate });
    this.#alive.add(child);
    void child.ended.then(() => this.#alive.delete(child));
    return child;
  }

  #adopt(slot: Slot<C>, child: C): void {
    slot.child = child;
    slot.startedAtMs = this.#parts.elapsedMs();
  }

  #watch(slot: Slot<C>, child: C): void {
    void child.ended.then(() => {
      if (slot.child !== child) return;
      slot.child = null;
      if (!slot.isReplaced) this.#startAgain(slot);
    });
  }

  /** Waits longer after each early end, so that a fault at the start does not make this spin. */
  #startAgain(slot: Slot<C>): void {
    if (this.#isStopping) return;
    const isEarly = this.#parts.elapsedMs() - slot.startedAtMs < steadyMs;
    slot.earlyEnds = isEarly ? slot.earlyEnds + 1 : 0;
    const delayMs = isEarly ? Math.min(maxDelayMs, 1000 * 2 ** (slot.earlyEnds - 1)) : 0;
    this.#parts.log.error({ of: slot.number, delayMs }, 'A process ended: starting it again');
    this.#restarts += 1;
    slot.cancelStart = this.#parts.after(delayMs, () => {
      const child = this.#spawn(slot);
      this.#adopt(slot, child);
      this.#watch(slot, child);
    });
  }

  async #replace(slot: Slot<C>): Promise<boolean> {
    slot.cancelStart();
    slot.isReplaced = true;
    const next = this.#spawn(slot);
    const hasStarted = (await next.started) !== null;
    slot.isReplaced = false;
    const before = slot.child;
    if (!hasStarted) {
      if (before === null) this.#startAgain(slot);
      return false;
    }
    this.#adopt(slot, next);
    this.#watch(slot, next);
    before?.order('hand-over');
    await before?.ended;
    return true;
  }
}
