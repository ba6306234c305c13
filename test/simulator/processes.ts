// Simulated processes in virtual time: one queue of events for all, and a clock and a random
// stream for each. AsyncLocalStorage tells which process runs.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createStream, type Stream } from './random.ts';

const realSetImmediate = globalThis.setImmediate;
/** Virtual time starts here, in unix milliseconds. */
export const startMs = Date.UTC(2026, 10, 21, 12);

export class SimulatedProcess {
  readonly name: string;
  isAlive = true;
  /** Its wall clock minus virtual time. */
  skewMs = 0;
  /** The events that wait for the end of its sleep; null if it is awake. */
  held: ScheduledEvent[] | null = null;
  random: Stream;
  /** Called around each statement that writes. */
  beforeWrite: ((sql: string) => void) | null = null;
  afterWrite: ((sql: string) => void) | null = null;
  readonly connections = new Set<{ readonly open: boolean; readonly close: () => unknown }>();
  readonly #storage: AsyncLocalStorage<SimulatedProcess>;

  constructor(name: string, seed: string, storage: AsyncLocalStorage<SimulatedProcess>) {
    this.name = name;
    this.random = createStream(`${seed}/${name}`);
    this.#storage = storage;
  }

  run<T>(work: () => T): T {
    return this.#storage.run(this, work);
  }

  /** Its events never run again. What it left in memory is ignored. */
  kill(): void {
    this.isAlive = false;
  }

  closeConnections(): void {
    for (const connection of this.connections) if (connection.open) connection.close();
  }
}

export interface ScheduledEvent {
  atUs: number;
  readonly order: number;
  readonly process: SimulatedProcess;
  readonly inContext: (work: () => void) => void;
  readonly run: () => void;
  isCancelled: boolean;
}

class Scheduler {
  seed = '';
  readonly #storage = new AsyncLocalStorage<SimulatedProcess>();
  readonly #outside = AsyncLocalStorage.snapshot();
  #outsideProcess = new SimulatedProcess('outside', '', this.#storage);
  #nowUs = 0;
  #order = 0;
  #queue: ScheduledEvent[] = [];
  eventCount = 0;
  onThrow: (error: unknown, process: SimulatedProcess) => void = (error) => {
    throw error;
  };
  /** Called after each event, when no promise job is left. */
  afterEvent: () => void = () => undefined;

  reset(seed: string): void {
    this.seed = seed;
    this.#outsideProcess = new SimulatedProcess('outside', seed, this.#storage);
    this.#nowUs = 0;
    this.#order = 0;
    this.#queue = [];
  }

  newProcess = (name: string) => new SimulatedProcess(name, this.seed, this.#storage);
  current = () => this.#storage.getStore() ?? this.#outsideProcess;
  nowMs = () => this.#nowUs / 1000;
  /** Runs `work` in no process, as the network and the plan do. */
  outside = (work: () => void): void => {
    this.#outside(work);
  };

  /** Runs `work` after a virtual time, in the process that calls this. */
  after(delayUs: number, work: () => void): ScheduledEvent {
    const event: ScheduledEvent = {
      atUs: this.#nowUs + Math.max(0, Math.round(delayUs)),
      order: (this.#order += 1),
      process: this.current(),
      inContext: AsyncLocalStorage.snapshot(),
      run: work,
      isCancelled: false,
    };
    push(this.#queue, event);
    return event;
  }

  delay = (delayUs: number) => new Promise<void>((resolve) => void this.after(delayUs, resolve));

  /** Stops all events of a process, as the sleep of its computer does. */
  sleep(process: SimulatedProcess, forMs: number): void {
    process.held ??= [];
    this.outside(() => this.after(forMs * 1000, () => this.wake(process)));
  }

  wake(process: SimulatedProcess): void {
    const held = process.held ?? [];
    process.held = null;
    for (const event of held) push(this.#queue, Object.assign(event, { atUs: this.#nowUs }));
  }

  /** Events that wait in a process, for the promise that nothing is left. */
  waitingIn(process: SimulatedProcess): number {
    return this.#queue.filter((event) => event.process === process && !event.isCancelled).length;
  }

  /** Runs events until a virtual time, or until `isDone`. */
  async run(untilMs: number, isDone: () => boolean = () => false): Promise<void> {
    await drained();
    while (!isDone()) {
      const event = this.#queue[0];
      if (event === undefined || event.atUs > untilMs * 1000) {
        this.#nowUs = Math.max(this.#nowUs, untilMs * 1000);
        return;
      }
      pop(this.#queue);
      const { process } = event;
      if (event.isCancelled || !process.isAlive) continue;
      if (process.held !== null) {
        process.held.push(event);
        continue;
      }
      this.#nowUs = event.atUs;
      this.eventCount += 1;
      event.inContext(() => {
        try {
          event.run();
        } catch (error) {
          this.onThrow(error, process);
        }
      });
      await drained();
      this.afterEvent();
    }
  }
}

export const scheduler = new Scheduler();

/** Resolves when all promise jobs and ticks have run. */
function drained(): Promise<void> {
  return new Promise((resolve) => void realSetImmediate(resolve));
}

const isEarlier = (one: ScheduledEvent, other: ScheduledEvent) =>
  one.atUs < other.atUs || (one.atUs === other.atUs && one.order < other.order);

/** Adds to a binary heap. */
function push(heap: ScheduledEvent[], event: ScheduledEvent): void {
  let index = heap.push(event) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || isEarlier(above, event)) break;
    heap[index] = above;
    heap[parent] = event;
    index = parent;
  }
}

/** Removes the first event. */
function pop(heap: ScheduledEvent[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let index = 0;
  heap[0] = last;
  for (;;) {
    const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
    if (left === undefined) return;
    const isRight = right !== undefined && isEarlier(right, left);
    const least = isRight ? right : left;
    if (isEarlier(last, least)) return;
    heap[index] = least;
    index = 2 * index + (isRight ? 2 : 1);
    heap[index] = last;
  }
}
